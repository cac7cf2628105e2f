import { HEAD_BYTES, photoKind, PHOTO_LIMITS } from '@batbot/core/tickets';

/** A photo as it is sent. */
export interface Photo {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const TYPE = 'image/jpeg';
const QUALITY = 0.85;

const REFUSED = {
  heic: 'is a HEIC photo, which most browsers cannot show. Save it as JPEG; on an iPhone choose Settings, Camera, Formats, Most Compatible.',
  other: 'is not a photo. Choose a JPEG, PNG or WebP file.',
  large: 'is larger than 100 MB. Choose a smaller photo.',
  damaged: 'cannot be read: the file is damaged or incomplete.',
} as const;

const asJpeg = (bitmap: ImageBitmap, scale: number): Promise<Blob> => {
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  );
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.fillStyle = 'white'; // a JPEG has no transparent parts
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: TYPE, quality: QUALITY });
};

/**
 * Reads a photo and encodes it again, with at most 4096 pixels. This leaves out what phones add to a photo, such as the
 * place and the owner. Returns a sentence with the reason if the file is refused.
 */
export const takePhoto = async (file: File): Promise<Photo | string> => {
  const refuse = (reason: keyof typeof REFUSED): string => `“${file.name}” ${REFUSED[reason]}`;
  const kind = photoKind(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
  if ('refused' in kind) return refuse(kind.refused);
  if (file.size > PHOTO_LIMITS.fileBytes) return refuse('large');
  const { name } = file;
  let bitmap: ImageBitmap | undefined;
  try {
    bitmap = await createImageBitmap(new Blob([file], kind));
    const scale = Math.min(1, PHOTO_LIMITS.pixels / Math.max(bitmap.width, bitmap.height));
    const blob = await asJpeg(bitmap, scale);
    return { name, type: TYPE, bytes: new Uint8Array(await blob.arrayBuffer()) };
  } catch {
    return refuse('damaged');
  } finally {
    bitmap?.close();
  }
};
