import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createPieceTools } from './piece-tools.ts';

const tools = createPieceTools(crypto.subtle);
const plain = Uint8Array.from({ length: 100_000 }, (_, index) => index % 7);

test('[SYNC-19] pieces are compressed with gzip and named by their SHA-256', async () => {
  const packed = await tools.gzip(plain);
  expect(new Uint8Array(gunzipSync(packed))).toEqual(plain);
  expect(await tools.gunzip(packed, 100_000)).toEqual(plain);
  expect(await tools.sha256(plain)).toBe(createHash('sha256').update(plain).digest('hex'));
});

test('[SYNC-19] data that is not gzip, is incomplete or exceeds the limit is refused', async () => {
  const packed = new Uint8Array(gzipSync(plain));
  expect(await tools.gunzip(Uint8Array.of(1, 2, 3), 100_000)).toBe(undefined);
  expect(await tools.gunzip(packed.slice(0, -9), 100_000)).toBe(undefined);
  expect(await tools.gunzip(packed, 99_999)).toBe(undefined);
});
