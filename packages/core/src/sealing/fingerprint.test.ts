import { expect, test } from 'vitest';
import { fingerprintOf, sameFingerprint } from './fingerprint.ts';
import { nodeCrypto } from './sealing.fixture.ts';

test('[REC-98] a fingerprint is the beginning of the SHA-256 of the key, in groups of four digits', async () => {
  expect(await fingerprintOf(nodeCrypto, new TextEncoder().encode('abc'))).toBe(
    'ba78 16bf 8f01 cfea 4141 40de 5dae 2223',
  );
});

test('[REC-98] a typed fingerprint is compared without spaces, colons, dashes and case', () => {
  const printed = 'ba78 16bf 8f01 cfea 4141 40de 5dae 2223';
  for (const typed of [
    'BA7816BF8F01CFEA414140DE5DAE2223',
    'ba:78:16:bf:8f:01:cf:ea:41:41:40:de:5d:ae:22:23',
    'ba78-16bf-8f01-cfea-4141-40de-5dae-2223',
    ' ba78\t16bf 8f01 cfea 4141 40de 5dae 2223\n',
  ])
    expect([typed, sameFingerprint(printed, typed)]).toEqual([typed, true]);
  for (const typed of ['', 'ba78', printed.replace('3', '4'), `${printed} 0`])
    expect([typed, sameFingerprint(printed, typed)]).toEqual([typed, false]);
});
