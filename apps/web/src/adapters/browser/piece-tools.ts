import type { PieceTools } from '@batbot/core/workspace';
import { hexOf, joinBytes } from '@batbot/core';

/** Converts bytes with a stream of the platform. Rejects if the stream fails or its output exceeds `mostBytes`. */
const through = async (
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  mostBytes: number,
): Promise<Uint8Array<ArrayBuffer>> => {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joinBytes(parts);
    length += value.length;
    if (length > mostBytes) {
      await reader.cancel();
      throw new RangeError(`More than ${mostBytes} bytes.`);
    }
    parts.push(value);
  }
};

/** Implements gzip and SHA-256 with the browser. */
export const createPieceTools = (subtle: SubtleCrypto): PieceTools => ({
  gzip: (bytes) => through(bytes, new CompressionStream('gzip'), Number.POSITIVE_INFINITY),
  gunzip: (bytes, mostBytes) =>
    through(bytes, new DecompressionStream('gzip'), mostBytes).catch(() => undefined),
  sha256: async (bytes) => hexOf(new Uint8Array(await subtle.digest('SHA-256', bytes))),
});
