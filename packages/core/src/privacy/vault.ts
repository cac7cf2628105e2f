import { Subject } from 'rxjs';
import type { Credentials, RawUser } from '../ports/account-gateway.ts';
import type { Clock } from '../ports/clock.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import type { DataKey, VaultCrypto, VaultStore } from '../ports/vault.ts';
import { createLive } from '../prelude/live.ts';
import { deleteAll, encryptClear, type LocalStores } from './local-data.ts';
import { createEncryptedRows } from './encrypted-rows.ts';
import { openEncryptedTexts, type EncryptedTexts } from './encrypted-texts.ts';
import type { Access, Accesses } from './encrypted.ts';
import {
  findAccount,
  loginKey,
  openRecord,
  encryptRecord,
  waitAfter,
  type VaultAccount,
} from './vault-account.ts';

/** Replaces the token while the user is signed in without the server. It is never sent. */
export const OFFLINE_TOKEN = 'offline';

/** The password was changed elsewhere: the previous one is needed once. */
export interface VaultQuestion {
  /** Number of changes that the server has not received. They are lost if the data is deleted. */
  readonly unsent: number;
  /** From 1. Each further one follows a wrong previous password. */
  readonly attempt: number;
}

/** `discard`: deletes the local data of the user. `cancel`: ends the sign-in. */
export type VaultAnswer =
  | { readonly kind: 'previous'; readonly pass: string }
  | { readonly kind: 'discard' | 'cancel' };

/**
 * `wait`: the password was not checked; the next attempt is possible in `waitMs`. `idle`: locked after a time without use.
 * `encrypting`: data that was saved before the lock is being encrypted.
 */
export type VaultNotice =
  | { readonly kind: 'wait'; readonly waitMs: number }
  | { readonly kind: 'idle' | 'encrypting' };

export interface VaultParts extends LocalStores {
  readonly crypto: VaultCrypto;
  readonly store: VaultStore;
  /** Local storage, which is cleared at sign-out. */
  readonly texts: KeyValueStore;
  readonly clock: Clock;
}

/** `damaged`: data could not be decrypted; it is kept as it is stored. `notEncrypted`: saved data could not be encrypted. */
export type VaultFault = 'damaged' | 'notEncrypted';

/** How long pending writes of a user may still be encrypted after the lock. */
const LATE_WRITES_MS = 15_000;
/** Only an id, written while the page closes, when there is no time to encrypt it. */
const READABLE_KEY = 'interruptedRecording';

interface Opened {
  readonly userId: string;
  readonly access: Access | undefined;
  readonly texts?: EncryptedTexts;
}

export const createVault = (parts: VaultParts) => {
  const { crypto, store, clock } = parts;
  const question = createLive<VaultQuestion | undefined>(undefined);
  const notice = createLive<VaultNotice | undefined>(undefined);
  const faults = new Subject<VaultFault>();
  const late = new Map<string, Access>();
  let opened: Opened | undefined;
  let era = 0;
  let reply: ((answer: VaultAnswer) => void) | undefined;

  const accesses: Accesses = {
    of: (userId) => (opened?.userId === userId ? opened.access : late.get(userId)),
    onDamaged: () => faults.next('damaged'),
  };
  const rows = createEncryptedRows(parts.rows, accesses);

  const close = (): void => {
    era += 1;
    reply?.({ kind: 'cancel' });
    if (opened === undefined) return;
    const { userId, access, texts } = opened;
    opened = undefined;
    texts?.dispose();
    if (access === undefined) return;
    late.set(userId, access);
    clock.after(LATE_WRITES_MS, () => {
      if (late.get(userId) === access) late.delete(userId); // not that of a later session
    });
  };

  const open = async (userId: string, access: Access | undefined): Promise<void> => {
    close();
    const mine = era;
    opened = { userId, access };
    if (access === 'clear') return;
    const texts = await openEncryptedTexts(rows, userId);
    if (mine === era) opened = { userId, access, texts };
    else texts.dispose();
  };

  /**
   * Encrypts data that is still unencrypted, and opens the data. False if another session has begun or ended meanwhile
   * in another tab.
   */
  const finish = async (userId: string, account: VaultAccount, key: DataKey): Promise<boolean> => {
    const cipher = crypto.cipher(key);
    const record = await openRecord(cipher, userId, account.record);
    const wasEncrypted = record?.isEncrypted === true;
    const onFound = (): void => notice.set({ kind: 'encrypting' });
    const wasAllEncrypted = wasEncrypted || (await encryptClear(parts, userId, cipher, onFound));
    const isEncrypted = wasAllEncrypted === true;
    const user = record?.user ?? {};
    const encrypted = await encryptRecord(cipher, userId, { user, isEncrypted });
    await store.put(userId, { ...account, record: encrypted, failures: 0 });
    notice.set(undefined);
    if (wasAllEncrypted === undefined) faults.next('notEncrypted');
    if (opened !== undefined && opened.userId !== userId) return false;
    void store.putKey(userId, key); // without it, a reload asks for the password
    await open(userId, { cipher, takesClear: !isEncrypted });
    return opened?.userId === userId;
  };

  const ask = (asked: VaultQuestion): Promise<VaultAnswer> =>
    new Promise((resolve) => {
      reply = (answer) => {
        reply = undefined;
        question.set(undefined);
        resolve(answer);
      };
      question.set(asked);
    });

  /** Asks for the previous password until it is right, the user discards the data, or the user cancels. */
  const recover = async (
    userId: string,
    account: VaultAccount | undefined,
    pass: string,
  ): Promise<VaultAccount | 'discard' | 'cancel'> => {
    const outbox = await parts.rows.read(userId, 'outbox');
    const unsent = outbox.ok ? outbox.value.length : 0;
    for (let attempt = 1; ; attempt += 1) {
      const answer = await ask({ unsent, attempt });
      if (answer.kind !== 'previous') return answer.kind;
      const wrapped = account && (await crypto.rewrap(answer.pass, account.wrapped, pass));
      if (account !== undefined && wrapped !== undefined) return { ...account, wrapped };
    }
  };

  /** Removes a login name from another account. The server has just said whose name it is. */
  const release = async (login: string, userId: string): Promise<void> => {
    const found = await findAccount(store, (id, each) => id !== userId && each?.login === login);
    const other = found.ok ? found.value : undefined;
    if (other?.account !== undefined)
      await store.put(other.userId, { ...other.account, login: '' });
  };

  const signIn = async (userId: string, { user: login, pass }: Credentials): Promise<boolean> => {
    const found = await findAccount(store, (each) => each === userId);
    if (!found.ok) {
      await open(userId, undefined); // the database is refused: nothing is stored
      return true;
    }
    const known = found.value?.account;
    let key = known && (await crypto.unwrap(pass, known.wrapped));
    let account = known;
    if (key === undefined && found.value !== undefined) {
      const recovered = await recover(userId, known, pass);
      if (recovered === 'cancel') return false;
      if (recovered === 'discard') {
        await deleteAll(parts, userId);
        account = undefined;
      } else {
        account = recovered;
        key = await crypto.unwrap(pass, recovered.wrapped);
      }
    }
    if (account === undefined || key === undefined) {
      const made = await crypto.create(pass);
      account = { login, wrapped: made.wrapped, failures: 0, failedAt: 0 };
      key = made.key;
      // Data is encrypted only under a key that is stored.
      if (!(await store.put(userId, account)).ok) {
        await open(userId, undefined);
        return true;
      }
    }
    await release(loginKey(login), userId);
    return finish(userId, { ...account, login: loginKey(login) }, key);
  };

  const signInOffline = async ({
    user: login,
    pass,
  }: Credentials): Promise<RawUser | 'incorrect' | 'unreachable'> => {
    const wanted = loginKey(login);
    const found = await findAccount(store, (_userId, each) => each?.login === wanted);
    const account = found.ok ? found.value?.account : undefined;
    if (!found.ok || found.value === undefined || account?.record === undefined)
      return 'unreachable';
    const { userId } = found.value;
    const now = clock.wallNow();
    const wait = waitAfter(account.failures);
    // If the clock was set back, the whole time is waited from now on.
    const since = account.failedAt > now ? now : account.failedAt;
    if (since !== account.failedAt) await store.put(userId, { ...account, failedAt: since });
    const waitMs = since + wait - now;
    if (account.failures > 0 && waitMs > 0) {
      notice.set({ kind: 'wait', waitMs });
      return 'incorrect';
    }
    // An attempt is counted before the password is tried, so that closing the page does not avoid the wait. On a full
    // disk it is not counted.
    const counted = { ...account, failures: account.failures + 1, failedAt: now };
    await store.put(userId, counted);
    const key = await crypto.unwrap(pass, account.wrapped);
    if (key === undefined) {
      notice.set({ kind: 'wait', waitMs: waitAfter(counted.failures) });
      return 'incorrect';
    }
    const record = await openRecord(crypto.cipher(key), userId, account.record);
    if (record === undefined) {
      faults.next('damaged');
      return 'unreachable';
    }
    if (!(await finish(userId, account, key))) return 'unreachable';
    return { ...record.user, userid: userId, token: OFFLINE_TOKEN };
  };

  return {
    accesses,
    isOpen: (userId: string): boolean => opened?.userId === userId,
    /** Opens the data after the server has accepted the credentials. False if the user cancelled. */
    signIn,
    /**
     * Signs in without the server. Returns the stored record of the user. `unreachable`: the account has not signed in
     * here before.
     */
    signInOffline,
    /**
     * Opens the data of a session of another tab, or of the session before a reload. False if it stays locked. `isStored`:
     * whether that session is still stored.
     */
    resume: async (userId: string, isStored: () => boolean): Promise<boolean> => {
      if (opened?.userId === userId) return true;
      const [key, found] = await Promise.all([
        store.key(userId),
        findAccount(store, (each) => each === userId),
      ]);
      if (!found.ok || !key.ok) return false;
      const cipher = key.value && crypto.cipher(key.value);
      const record = cipher && (await openRecord(cipher, userId, found.value?.account?.record));
      if (!isStored()) return false;
      if (found.value !== undefined) {
        if (key.value === undefined) return false;
        void store.putKey(userId, key.value);
      }
      // Without an account, the lock was set up during this session.
      const access = cipher && { cipher, takesClear: record?.isEncrypted !== true };
      await open(userId, found.value === undefined ? 'clear' : access);
      return opened?.userId === userId;
    },
    /** Locks the data in this tab. */
    close: (): void => {
      close();
      void store.clearKeys();
    },
    /** The part of the key-value store of the user whose data is open. */
    storeOf: (userId: string): KeyValueStore => {
      const texts = opened?.userId === userId ? opened.texts?.store : undefined;
      if (texts === undefined) return parts.texts;
      const by = (key: string): KeyValueStore => (key === READABLE_KEY ? parts.texts : texts);
      return {
        get: (key) => by(key).get(key),
        set: (key, text) => by(key).set(key, text),
        remove: (key) => by(key).remove(key),
        clear: texts.clear,
        changes$: texts.changes$,
      };
    },
    /** Keeps the user info for the next sign-in without the server. */
    remember: async (
      { token: _token, ...user }: Readonly<Record<string, unknown>>,
      userId: string,
    ): Promise<void> => {
      const access = opened?.userId === userId ? opened.access : undefined;
      if (access === undefined || access === 'clear') return;
      const found = await findAccount(store, (each) => each === userId);
      const account = found.ok ? found.value?.account : undefined;
      if (account === undefined) return;
      const isEncrypted = !access.takesClear;
      const record = await encryptRecord(access.cipher, userId, { user, isEncrypted });
      await store.put(userId, { ...account, record });
    },
    question$: question.live,
    answer: (answer: VaultAnswer): void => reply?.(answer),
    notice$: notice.live,
    notify: notice.set,
    faults$: faults.asObservable(),
  };
};

/** The lock of the local data: it opens when a user signs in and closes at sign-out. */
export type Vault = ReturnType<typeof createVault>;
