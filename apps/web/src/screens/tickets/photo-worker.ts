// Encodes photos as JPEG: each message is a photo, and is answered with its bytes, or undefined if it is damaged.
import { PHOTO_LIMITS } from '@batbot/core/tickets';

const QUALITY = 0.85;

/** Returns the photo with at most 4096 pixels. */
const asJpeg = async (photo: Blob): Promise<Uint8Array<ArrayBuffer>> => {
  const bitmap = await createImageBitmap(photo);
  const scale = Math.min(1, PHOTO_LIMITS.pixels / Math.max(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  );
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.fillStyle = 'white'; // a JPEG has no transparent parts
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
  return new Uint8Array(await jpeg.arrayBuffer());
};

self.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  asJpeg(data).then(
    (bytes) => self.postMessage(bytes, { transfer: [bytes.buffer] }),
    () => self.postMessage(undefined),
  );
});
