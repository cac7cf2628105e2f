import { webcrypto } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccountCore, createCore, ok } from '@batbot/core';
import { sealCryptoContract } from '@batbot/core/contracts';
import {
  createFakeAccountGateway,
  createFakeClock,
  createFakeKeyValueStore,
  createFakeLog,
  createFakePorts,
  createFakePushInbox,
  createFakeSerialLink,
} from '@batbot/core/fakes';
import type { SealPorts } from '@batbot/core/sealing';
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

/** The platform's part of sealing, with one key, which Web Crypto makes, as in a browser. */
const createSealPorts = async (): Promise<SealPorts> => {
  const { subtle } = webcrypto;
  const pair = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
  const key = {
    publicKey: new Uint8Array(await subtle.exportKey('spki', pair.publicKey)),
    sign: async (bytes: Uint8Array<ArrayBuffer>) => {
      const how = { name: 'ECDSA', hash: 'SHA-256' };
      return ok(new Uint8Array(await subtle.sign(how, pair.privateKey, bytes)));
    },
  };
  return {
    app: 'BatBot Web',
    crypto: nodeSealCrypto,
    keys: {
      ...createFakePorts().seal.keys,
      find: () => Promise.resolve(ok(key)),
      obtain: () => Promise.resolve(ok(key)),
    },
  };
};

/** Records a session with a note in the core, and seals it. Returns the file and the fingerprint that the app shows. */
const sealSession = async () => {
  const parts = {
    clock: createFakeClock(),
    store: createFakeKeyValueStore(),
    log: createFakeLog(),
  };
  const account = createAccountCore({
    ...parts,
    gateway: createFakeAccountGateway(),
    push: createFakePushInbox(),
  });
  await account.session.login('technician', 'secret');
  const { link, device } = createFakeSerialLink();
  device.onWrite((bytes) => {
    const isPoll = new TextDecoder().decode(bytes).startsWith('AT+ADATA');
    device.send(isPoll ? 'Pack Voltage: 13.211 V\r\nSOC: 78.5 %\r\n\r\nOK\r\n' : 'OK\r\n');
  });
  const seal = await createSealPorts();
  const { core$ } = createCore({ ...createFakePorts(), ...parts, account, links: [link], seal });
  const { link: connection, recording, sealing, showPath } = core$.value;
  showPath('/mainpage/home');
  void connection.connect('fake');
  await parts.clock.advance(2_000);
  recording.start();
  await parts.clock.advance(5_000);
  recording.note('Cell 3 replaced');
  await recording.stop();
  await recording.refresh();
  const list = recording.sessions$.value;
  const session = await recording.open(list.kind === 'ready' ? (list.sessions[0]?.id ?? '') : '');
  if (!session.ok) throw new Error(session.error.kind);
  const prepared = await sealing.prepare(session.value);
  if (!prepared.ok) throw new Error(prepared.error.kind);
  let file = '';
  await prepared.value.write((part) => {
    file += new TextDecoder().decode(part);
  });
  return { file, fingerprint: prepared.value.fingerprint };
};

describe('verify', () => {
  test('[REC-89] [REC-90] a file that this version of the app seals is verified with the fingerprint that the app shows, and a change is detected', async () => {
    const { file, fingerprint } = await sealSession();
    const held = await verify(file, fingerprint);
    expect(held.text).toContain('UNCHANGED since it was sealed');
    expect(held.code).toBe(0);
    const changed = await verify(file.replace('Cell 3', 'Cell 4'));
    expect(changed.text).toMatch(/Line \d+ was changed\./);
    expect(changed.code).toBe(1);
  });

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
  });

  test('[REC-89] a file that does not exist is reported as such', async () => {
    const file = join(folder, 'nowhere.jsonl');
    const missing = await verifyFile({ file, key: undefined, json: false });
    expect(missing).toEqual({ text: `There is no file ${file}`, code: 2 });
    const unreadable = await verifyFile({ file: folder, key: undefined, json: false });
    expect(unreadable).toEqual({ text: `${folder} could not be read to its end`, code: 2 });
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
