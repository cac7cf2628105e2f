import { done, ok } from '../prelude/result.ts';
import { storageRefusal } from '../prelude/storage-refusal.ts';
import type { ArchiveError } from '../ports/session-archive.ts';
import type { Cipher, DataKey, VaultCrypto, VaultStore } from '../ports/vault.ts';
import { copy } from '../fakes/fake-session-archive.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** FNV-1a, 32 bits: enough to recognize changed bytes in tests. */
const sum = (...parts: readonly Uint8Array[]): number => {
  let hash = 0x811c9dc5;
  for (const part of parts) for (const byte of part) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
};

/** Hides bytes under a key and appends a checksum. It needs no time, so that tests run in virtual time. */
const hide = (key: Uint8Array, place: string, bytes: Uint8Array): Uint8Array => {
  const hidden = new Uint8Array(bytes.length + 4);
  bytes.forEach((byte, index) => {
    hidden[index] = byte ^ (sum(key, bytesOf(String(index))) & 0xff);
  });
  new DataView(hidden.buffer).setUint32(bytes.length, sum(key, bytesOf(place), bytes));
  return hidden;
};

const reveal = (key: Uint8Array, place: string, hidden: Uint8Array): Uint8Array | undefined => {
  const end = hidden.length - 4;
  if (end < 0) return undefined;
  const bytes = hidden
    .slice(0, end)
    .map((byte, index) => byte ^ (sum(key, bytesOf(String(index))) & 0xff));
  const stored = new DataView(hidden.buffer, hidden.byteOffset).getUint32(end);
  return sum(key, bytesOf(place), bytes) === stored ? bytes : undefined;
};

/** Cryptography in the form of the real one: it hides texts and finds changes, but protects nothing. */
export const createFakeVaultCrypto = (): VaultCrypto & {
  /** Number of passwords that were tried. */
  readonly tries: () => number;
} => {
  let keys = 0;
  let tries = 0;
  const unwrap: VaultCrypto['unwrap'] = async (pass, wrapped) => {
    await Promise.resolve();
    tries += 1;
    return reveal(bytesOf(pass), 'key', wrapped.bytes);
  };
  const wrap = (pass: string, key: DataKey) => ({
    salt: Uint8Array.of(1),
    iterations: 1,
    bytes: hide(bytesOf(pass), 'key', key as Uint8Array), // the form of this fake's keys
  });
  return {
    tries: () => tries,
    create: async (pass) => {
      await Promise.resolve();
      keys += 1;
      const key = bytesOf(`data key ${keys} of ${pass}`);
      return { key, wrapped: wrap(pass, key) };
    },
    unwrap,
    rewrap: async (pass, wrapped, next) => {
      const key = await unwrap(pass, wrapped);
      return key && wrap(next, key);
    },
    cipher: (key): Cipher => ({
      encrypt: (place, bytes) => Promise.resolve(hide(key as Uint8Array, place, bytes)),
      decrypt: (place, encrypted) => Promise.resolve(reveal(key as Uint8Array, place, encrypted)),
    }),
  };
};

interface HeldKey {
  readonly userId: string;
  readonly key: DataKey;
}

/** The vault of one computer. Each call of `open` returns the vault of another tab. */
export const createFakeVaultStorage = () => {
  const accounts = new Map<string, unknown>();
  const tabs = new Map<object, HeldKey>();
  let refusal: ArchiveError['kind'] | undefined;
  const call = async <T>(work: () => T) => {
    await Promise.resolve();
    return refusal === undefined ? ok(work()) : storageRefusal(refusal);
  };
  return {
    open: (): VaultStore & {
      /** Ends the tab. Other tabs cannot get its key any more. */
      readonly kill: () => void;
    } => {
      const tab = {};
      let isDead = false;
      return {
        accounts: () =>
          call(() =>
            [...accounts].map(([userId, account]) => ({ userId, account: copy(account) })),
          ),
        put: (userId, account) => call(() => void accounts.set(userId, copy(account))),
        key: async (userId) => {
          await Promise.resolve();
          return ok([...tabs.values()].find((held) => held.userId === userId)?.key);
        },
        putKey: async (userId, key) => {
          await Promise.resolve();
          if (!isDead) tabs.set(tab, { userId, key });
          return done;
        },
        clearKeys: () => {
          tabs.delete(tab);
          return Promise.resolve(done);
        },
        kill: () => {
          isDead = true;
          tabs.delete(tab);
        },
      };
    },
    /** Makes every call for accounts fail with this error from now on; undefined lets calls succeed again. */
    refuse: (kind: ArchiveError['kind'] | undefined): void => {
      refusal = kind;
    },
    accounts: (): ReadonlyMap<string, unknown> => accounts,
    /** Number of tabs that have an unlocked key. */
    keys: (): number => tabs.size,
  };
};
