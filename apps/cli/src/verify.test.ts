import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealCryptoContract } from '@batbot/core/contracts';
import { decodeCapture } from './decode.ts';
import { nodeSealCrypto } from './node-seal-crypto.ts';
import { verifyFile } from './verify.ts';

sealCryptoContract('Node’s cryptography', nodeSealCrypto);

/** A file sealed by version 1. Every later version must be able to verify it. */
const sealed = fileURLToPath(new URL('sealed-version-1.fixture.jsonl', import.meta.url));
const KEY = '65c8 1433 7411 e815 3317 5cc9 a531 06af';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'batbot-verify-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const text = readFileSync(sealed, 'utf8');
const verify = (content: string, key?: string, json = false) => {
  const file = join(folder, 'file.jsonl');
  writeFileSync(file, content);
  return verifyFile({ file, key, json });
};

describe('verify', () => {
  test('[REC-89] a file sealed by version 1 is verified, and the pack, the user, the device and the key are shown', async () => {
    const { text: output, code } = await verifyFile({ file: sealed, key: undefined, json: false });
    expect(code).toBe(0);
    expect(output).toContain('UNCHANGED since it was sealed');
    for (const fact of ['serial A1B2C3', 'Ada Lovelace (7)', 'firmware 1.4.0', 'Bus 12', KEY]) {
      expect(output).toContain(fact);
    }
  });

  test('[REC-89] a changed file is reported with the changed line, and its statement is marked as not proved', async () => {
    const changed = await verify(text.replace('Cell 3', 'Cell 4'));
    expect(changed.code).toBe(1);
    expect(changed.text).toContain('CHANGED since it was sealed');
    expect(changed.text).toContain('Line 7 was changed.');
    expect(changed.text).toContain('not proved');
    expect((await verify(text.slice(0, 900))).text).toContain('The end is missing');
  });

  test('[REC-89] with a required key, a file sealed with another key is refused', async () => {
    expect(await verify(text, KEY.toUpperCase().replaceAll(' ', ':'))).toMatchObject({ code: 0 });
    const other = await verify(
      text,
      KEY.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    );
    expect(other).toMatchObject({ code: 1 });
    expect(other.text).toContain('OTHER KEY');
  });

  test('[REC-89] an unreadable file has exit code 2', async () => {
    expect(await verify('hello')).toMatchObject({ code: 2 });
    expect(await verify('{"batbot":"capture","version":1}\n')).toMatchObject({ code: 2 });
    const file = join(folder, 'nowhere.jsonl');
    expect(await verifyFile({ file, key: undefined, json: false })).toMatchObject({ code: 2 });
  });

  test('[REC-89] the verdict is available as JSON', async () => {
    const { text: output, code } = await verify(text.replaceAll('\n', '\r\n'), undefined, true);
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({
      kind: 'holds',
      conversions: ['lineEnds'],
      file: { fingerprint: KEY, statement: { pack: { serial: 'A1B2C3' } } },
    });
  });

  test('[REC-89] decode decodes a sealed file like any other capture', () => {
    const { samples } = decodeCapture(readFileSync(sealed));
    expect(samples.map(({ sample }) => sample.socPercent)).toEqual([78.5]);
  });
});
