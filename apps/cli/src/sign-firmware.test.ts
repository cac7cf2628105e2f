import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIRMWARE_IMAGE_FILE, loadImage } from '@batbot/core/firmware';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeSealCrypto } from './node-seal-crypto.ts';
import { signFirmware } from './sign-firmware.ts';

const PIECE = 1_048_576;
const bytes = Uint8Array.from({ length: PIECE + 10 }, (_, index) => (index * 31) & 0xff);
const described = {
  name: 'Bus',
  version: '2.0.0',
  boards: ['2.1'],
  notes: 'Balances at rest.',
  channel: 'stable',
  wipesSettings: false,
  downgradeOk: false,
};

describe('firmware sign', () => {
  let folder = '';
  const at = (name: string): string => join(folder, name);
  const sign = (change: Partial<Parameters<typeof signFirmware>[0]> = {}) =>
    signFirmware({
      file: at('bms.bin'),
      description: at('bms.json'),
      key: at('key.pem'),
      ...change,
    });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'batbot-sign-'));
    const pem = (namedCurve: string): string =>
      generateKeyPairSync('ec', { namedCurve })
        .privateKey.export({ type: 'pkcs8', format: 'pem' })
        .toString();
    await writeFile(at('bms.bin'), bytes);
    await writeFile(at('empty.bin'), '');
    await writeFile(at('bms.json'), JSON.stringify(described));
    await writeFile(at('short.json'), JSON.stringify({ ...described, boards: [] }));
    await writeFile(at('key.pem'), pem('prime256v1'));
    await writeFile(at('other.pem'), pem('secp384r1'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('[DEV-86] the signed description of an image is complete and valid on a computer that trusts the key', async () => {
    const { text, code, fingerprint } = await sign();
    expect(code).toBe(0);
    const image = FIRMWARE_IMAGE_FILE.parse(text);
    if (!image.ok || fingerprint === undefined) throw new Error(text);
    expect(image.value).toMatchObject(described);
    const pieces = new Map(
      image.value.chunks.map(({ seq, sha256 }) => [
        sha256,
        bytes.slice(seq * PIECE, (seq + 1) * PIECE),
      ]),
    );
    const parts = {
      crypto: nodeSealCrypto,
      trustedKeys: [fingerprint],
      readPiece: (sha256: string) => Promise.resolve(pieces.get(sha256)),
    };
    expect(await loadImage(image.value, parts)).toMatchObject({ kind: 'complete', fingerprint });
    const changed = { ...image.value, notes: 'Other notes.' };
    expect(await loadImage(changed, parts)).toEqual({ kind: 'badSignature' });
  });

  test.each([
    ['a missing image', { file: 'none.bin' }, /none\.bin cannot be read$/],
    ['an empty image', { file: 'empty.bin' }, /bms\.json: sizeBytes must be/],
    ['a missing description', { description: 'none.json' }, /none\.json cannot be read$/],
    ['a file that is no JSON', { description: 'bms.bin' }, /does not contain a JSON object$/],
    ['an incomplete description', { description: 'short.json' }, /boards must have at least one/],
    ['a missing key', { key: 'none.pem' }, /none\.pem cannot be read$/],
    ['a file that is no key', { key: 'bms.json' }, /no unencrypted private key/],
    ['a key of another curve', { key: 'other.pem' }, /no unencrypted private key/],
  ])('[DEV-86] %s is refused with its reason', async (_, change, reason) => {
    const paths = Object.fromEntries(
      Object.entries(change).map(([name, file]) => [name, at(file)]),
    );
    expect(await sign(paths)).toEqual({
      text: expect.stringMatching(reason) as string,
      code: 2,
    });
  });
});
