import { HEAD_BYTES, photoKind, PHOTO_LIMITS } from '@batbot/core/tickets';

/** A photo as it is sent. */
export interface Photo {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const REFUSED = {
  heic: 'is a HEIC photo, which most browsers cannot show. Save it as JPEG; on an iPhone choose Settings, Camera, Formats, Most Compatible.',
  other: 'is not a photo. Choose a JPEG, PNG or WebP file.',
  large: 'is larger than 100 MB. Choose a smaller photo.',
  gone: 'cannot be read any more: it was moved or deleted. Choose it again.',
  damaged: 'cannot be read: the file is damaged or incomplete.',
  stopped: 'cannot be read: a part of the app did not load. Reload the page and choose it again.',
} as const;

/** Encodes a photo in a worker of its own, so that the page is usable meanwhile. */
const encode = async (photo: Blob): Promise<Photo['bytes'] | 'damaged' | 'stopped'> => {
  const worker = new Worker(new URL('./photo-worker.ts', import.meta.url), { type: 'module' });
  const answer = await new Promise<Photo['bytes'] | 'damaged' | 'stopped'>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Photo['bytes'] | undefined>) =>
      resolve(data ?? 'damaged'),
    );
    worker.addEventListener('error', () => resolve('stopped'));
    worker.postMessage(photo);
  });
  worker.terminate();
  return answer;
};

/**
 * Reads a photo and encodes it again, with at most 4096 pixels. This leaves out what phones add to a photo, such as the
 * place and the owner. Returns a sentence with the reason if the file is refused.
 */
export const takePhoto = async (file: File): Promise<Photo | string> => {
  const refuse = (reason: keyof typeof REFUSED): string => `“${file.name}” ${REFUSED[reason]}`;
  // A file that was moved or deleted after it was chosen cannot be read.
  const head = await file
    .slice(0, HEAD_BYTES)
    .arrayBuffer()
    .catch(() => undefined);
  if (head === undefined) return refuse('gone');
  const kind = photoKind(new Uint8Array(head));
  if ('refused' in kind) return refuse(kind.refused);
  if (file.size > PHOTO_LIMITS.fileBytes) return refuse('large');
  const bytes = await encode(new Blob([file], kind));
  return typeof bytes === 'string' ? refuse(bytes) : { name: file.name, type: 'image/jpeg', bytes };
};
