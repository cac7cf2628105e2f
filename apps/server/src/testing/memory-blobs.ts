import type { BlobStore } from '../blobs/blob-store.ts';

export const memoryBlobs = (): BlobStore => {
  const pieces = new Map<string, Buffer>();
  return {
    write: (_inside, sha256, bytes) => Promise.resolve(void pieces.set(sha256, bytes)),
    read: (_inside, sha256) => Promise.resolve(pieces.get(sha256)),
    remove: (_inside, sha256) => Promise.resolve(void pieces.delete(sha256)),
  };
};
