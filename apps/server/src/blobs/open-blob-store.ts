import { type BlobStore, createFolderStore, databaseStore } from './blob-store.ts';
import type { S3Bucket } from './s3-store.ts';

/** Where pieces are stored: in a folder that all servers share, in PostgreSQL, or in object storage. */
export type BlobPlace = { readonly folder: string } | { readonly s3: S3Bucket } | 'database';

/** Opens the store of pieces. The client of object storage is loaded only if it is used. */
export const openBlobStore = async (
  place: BlobPlace,
  warn: (line: string) => void,
): Promise<BlobStore> => {
  if (place === 'database') return databaseStore;
  if ('folder' in place) return createFolderStore(place.folder);
  const { createS3Store } = await import('./s3-store.ts');
  return createS3Store(place.s3, warn);
};
