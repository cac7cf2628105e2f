import { randomBytes } from 'node:crypto';

/** Creates a UUIDv7: the time in ms, followed by random bits. */
export const newId = (): string => {
  const hex = Date.now().toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
  const variant = ((parseInt(hex.slice(15, 16), 16) & 3) | 8).toString(16);
  const text = `${hex.slice(0, 12)}7${hex.slice(12, 15)}${variant}${hex.slice(16, 31)}`;
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};
