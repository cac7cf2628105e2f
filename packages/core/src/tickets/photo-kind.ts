/** The limits of a chosen file, and of the width and height of a photo that is sent. */
export const PHOTO_LIMITS = { pixels: 4_096, fileBytes: 100_000_000 } as const;

/** The number of first bytes from which `photoKind` recognizes a file. */
export const HEAD_BYTES = 16;

/** `heic`: a format that most browsers cannot show. `other`: not a photo. */
export type PhotoKind =
  | { readonly type: 'image/jpeg' | 'image/png' | 'image/webp' }
  | { readonly refused: 'heic' | 'other' };

const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.slice(from, to));

const HEIF_BRANDS = ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1', 'avif'];

/** Recognizes a photo by its first bytes. The name of a file and its declared type are not trusted. */
export const photoKind = (head: Uint8Array): PhotoKind => {
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return { type: 'image/jpeg' };
  if (head[0] === 0x89 && ascii(head, 1, 4) === 'PNG') return { type: 'image/png' };
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP') return { type: 'image/webp' };
  const isHeif = ascii(head, 4, 8) === 'ftyp' && HEIF_BRANDS.includes(ascii(head, 8, 12));
  return { refused: isHeif ? 'heic' : 'other' };
};
