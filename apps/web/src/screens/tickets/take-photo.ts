import { HEAD_BYTES, photoKind, PHOTO_LIMITS } from '@batbot/core/tickets';

/** A photo as it is sent. */
export interface Photo {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const SMALLER_TYPE = 'image/jpeg';
const SMALLER_QUALITY = 0.85;

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
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: SMALLER_TYPE, quality: SMALLER_QUALITY });
};

/**
 * Reads a photo. One above 10 MB or 4096 pixels is made smaller. Returns a sentence with the reason if the file is
 * refused.
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
    const isSmall = scale === 1 && file.size <= PHOTO_LIMITS.bytes;
    const blob = isSmall ? file : await asJpeg(bitmap, scale);
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return { name, type: isSmall ? kind.type : SMALLER_TYPE, bytes };
  } catch {
    return refuse('damaged');
  } finally {
    bitmap?.close();
  }
};
