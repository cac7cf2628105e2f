/// <reference types="node" />
import { webcrypto } from 'node:crypto';
import { done, ok } from '../prelude/result.ts';
import type { SealCrypto } from '../ports/seal-crypto.ts';
import type { SealKey, SealKeys } from '../ports/seal-keys.ts';
import { checkSealed, type SealVerdict } from './check-sealed.ts';
import { joinBytes } from '../prelude/join-bytes.ts';
import type { SealableLine } from './session-lines.ts';
import { statementLine, type SealStatement } from './statement.ts';
import { writeSealed } from './write-sealed.ts';

const { subtle } = webcrypto;
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' };
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' };

/** The real cryptography of Node. */
export const nodeCrypto: SealCrypto = {
  sha256: async (bytes) => new Uint8Array(await subtle.digest('SHA-256', bytes)),
  verify: async (publicKey, signature, bytes) => {
    try {
      const key = await subtle.importKey('spki', publicKey, CURVE, false, ['verify']);
      return await subtle.verify(SIGNING, key, signature, bytes);
    } catch {
      return false;
    }
  },
};

export const makeSealKey = async (): Promise<SealKey> => {
  const pair = await subtle.generateKey(CURVE, false, ['sign', 'verify']);
  return {
    publicKey: new Uint8Array(await subtle.exportKey('spki', pair.publicKey)),
    sign: async (bytes) => ok(new Uint8Array(await subtle.sign(SIGNING, pair.privateKey, bytes))),
  };
};

/** Creates the keys of this computer's users, in memory. */
export const createMemorySealKeys = (): SealKeys => {
  const kept = new Map<string, Promise<SealKey>>();
  const names = new Map<string, string>();
  return {
    find: async (userId) => ok(await kept.get(userId)),
    obtain: async (userId) => {
      const key = kept.get(userId) ?? makeSealKey();
      kept.set(userId, key);
      return ok(await key);
    },
    nameOf: (userId, fingerprint) => Promise.resolve(ok(names.get(`${userId}\n${fingerprint}`))),
    keepName: (userId, fingerprint, name) => {
      const at = `${userId}\n${fingerprint}`;
      if (name === '') names.delete(at);
      else names.set(at, name);
      return Promise.resolve(done);
    },
    dispose: () => undefined,
  };
};

export const STATEMENT: SealStatement = {
  sealedAt: '2026-01-02T03:04:05.000Z',
  app: 'BatBot Web 1.7.2',
  session: {
    id: 's1',
    name: 'Bus 12',
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 6_000,
    samples: 3,
    finished: true,
    damaged: 0,
  },
  device: { label: 'USB 0403:6001', baudRate: 115_200, model: 'ACME' },
  pack: { cells: 16, temperatures: 4, designCapacityAh: 100, cycles: 123, serial: 'A1B2' },
  technician: { userId: '7', name: 'Ada' },
};

export const someLines = (count: number): readonly SealableLine[] =>
  Array.from({ length: count }, (_, index) => ({
    ms: index * 10,
    text: `{"dir":"rx","ms":${index * 10},"hex":"${(index % 256).toString(16).padStart(2, '0')}"}`,
  }));

/** Returns a sealed file as text. */
export const sealedText = async (
  key: SealKey,
  lines: readonly SealableLine[],
  statement: SealStatement = STATEMENT,
): Promise<string> => {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const write = (part: Uint8Array<ArrayBuffer>): void => {
    parts.push(part);
  };
  const tools = { crypto: nodeCrypto, key, write };
  const written = await writeSealed(statementLine(statement, key.publicKey), lines, tools);
  if (!written.ok) throw new Error(written.error.message);
  return new TextDecoder().decode(joinBytes(parts));
};

/** Yields a file in parts of `size` bytes. */
export async function* inParts(bytes: Uint8Array, size = 65_536): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export const verdictOf = (file: string | Uint8Array, size?: number): Promise<SealVerdict> =>
  checkSealed(
    inParts(typeof file === 'string' ? new TextEncoder().encode(file) : file, size),
    nodeCrypto,
  );
