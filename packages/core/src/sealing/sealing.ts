import { err, ok, type Result } from '../prelude/result.ts';
import type { Live } from '../prelude/live.ts';
import type { Clock } from '../ports/clock.ts';
import type { SealCrypto } from '../ports/seal-crypto.ts';
import type { SealKey, SealKeyError, SealKeys } from '../ports/seal-keys.ts';
import type { RecordedSession } from '../recording/recorded-session.ts';
import type { RecordingState } from '../recording/recorder.ts';
import type { SealVerdict } from './check-sealed.ts';
import { draftOf, type SealDraft, type Technician } from './draft.ts';
import { fingerprintOf } from './fingerprint.ts';
import { sessionLines } from './session-lines.ts';
import { sealedText, statementLine } from './statement.ts';
import { createYieldIfDue } from './yield-if-due.ts';
import { writeSealed } from './write-sealed.ts';

/** Undefined on platforms without cryptography. */
export interface SealPorts {
  readonly crypto: SealCrypto | undefined;
  readonly keys: SealKeys;
  /** Name and version of the program, as written to sealed files. */
  readonly app: string;
}

/**
 * `notYours`: another user recorded the session. `recording`: the recording has not ended. `cancelled`: the user
 * cancelled the seal.
 */
export type SealError =
  | SealKeyError
  | { readonly kind: 'signedOut' | 'notYours' | 'recording' | 'cancelled' };

/** A seal that the user reviews before the file is written. */
export interface PreparedSeal {
  readonly draft: SealDraft;
  readonly fingerprint: string;
  /**
   * Writes the sealed file, part by part, and resolves to its number of lines. After an error the written parts are not
   * a valid file. Nothing is signed after a cancel or after another user has signed in.
   */
  readonly write: (
    take: (part: Uint8Array<ArrayBuffer>) => void,
    isWanted?: () => boolean,
  ) => Promise<Result<number, SealError>>;
}

/**
 * The owner of a key from the point of view of this user. `known`: the user named the key after comparing its
 * fingerprint.
 */
export type Signer =
  | { readonly kind: 'self' | 'unknown' }
  | { readonly kind: 'known'; readonly name: string };

export type OwnVerdict =
  | (SealVerdict & { readonly signer: Signer })
  | { readonly kind: 'noCrypto' };

export interface SealingParts extends SealPorts {
  readonly clock: Clock;
  readonly technician$: Live<Technician | undefined>;
  readonly recording$: Live<RecordingState>;
}

const NO_CRYPTO: SealKeyError = {
  kind: 'noCrypto',
  message: 'This page has no cryptography: it needs https, or localhost.',
};

export const createSealing = (parts: SealingParts) => {
  const { crypto, keys, clock, app, technician$, recording$ } = parts;

  /** Returns the user who may seal the session now, or the reason why it cannot be sealed. */
  const sealerOf = ({ ownerId, info }: RecordedSession): Result<Technician, SealError> => {
    const technician = technician$.value;
    if (technician === undefined) return err({ kind: 'signedOut' });
    if (technician.userId !== ownerId) return err({ kind: 'notYours' });
    const state = recording$.value;
    const isGoingOn = state.kind === 'recording' && state.info.id === info.id;
    return isGoingOn ? err({ kind: 'recording' }) : ok(technician);
  };

  const keyOf = async (
    userId: string,
    seal: SealCrypto,
  ): Promise<Result<{ readonly key: SealKey; readonly fingerprint: string }, SealKeyError>> => {
    const key = await keys.obtain(userId);
    if (!key.ok) return key;
    const fingerprint = await fingerprintOf(seal, key.value.publicKey);
    return ok({ key: key.value, fingerprint });
  };

  const signerOf = async (fingerprint: string | undefined, seal: SealCrypto): Promise<Signer> => {
    const userId = technician$.value?.userId;
    if (userId === undefined || fingerprint === undefined) return { kind: 'unknown' };
    const key = await keys.find(userId);
    const own = key.ok && key.value !== undefined ? key.value.publicKey : undefined;
    if (own !== undefined && (await fingerprintOf(seal, own)) === fingerprint) {
      return { kind: 'self' };
    }
    const name = await keys.nameOf(userId, fingerprint);
    return name.ok && name.value !== undefined
      ? { kind: 'known', name: name.value }
      : { kind: 'unknown' };
  };

  return {
    /** Prepares a seal. `name` is the current name of the session. The first call creates the user's key. */
    prepare: async (
      session: RecordedSession,
      name = session.info.name,
    ): Promise<Result<PreparedSeal, SealError>> => {
      const sealer = sealerOf(session);
      if (!sealer.ok) return sealer;
      if (crypto === undefined) return err(NO_CRYPTO);
      const [held, bytes] = await Promise.all([
        keyOf(sealer.value.userId, crypto),
        session.bytes(),
      ]);
      if (!held.ok) return held;
      if (!bytes.ok) return bytes;
      const { key, fingerprint } = held.value;
      const { records, damaged } = bytes.value;
      const draft = draftOf(session, { name, damaged, app }, sealer.value);
      return ok({
        draft,
        fingerprint,
        write: (take, isWanted = () => true) => {
          const mayGoOn = (): Result<unknown, SealError> =>
            isWanted() ? sealerOf(session) : err({ kind: 'cancelled' });
          const still = mayGoOn(); // another user may have signed in in between
          if (!still.ok) return Promise.resolve(still);
          const sealedAt = new Date(clock.wallNow()).toISOString();
          const firstLine = statementLine({ sealedAt, ...draft }, key.publicKey);
          const lines = sessionLines(records, session.events);
          return writeSealed(firstLine, lines, {
            crypto,
            key,
            yieldIfDue: createYieldIfDue(clock),
            mayGoOn,
            write: take,
          });
        },
      });
    },
    /** Checks a file of any size, part by part. Never rejects. */
    check: async (file: AsyncIterable<Uint8Array>): Promise<OwnVerdict> => {
      if (crypto === undefined) return { kind: 'noCrypto' };
      // Loaded on demand, because most users never check a file.
      const verdict = await import('./check-sealed.ts').then(
        ({ checkSealed }) => checkSealed(file, crypto, createYieldIfDue(clock)),
        (): SealVerdict => ({ kind: 'unreadable', reason: 'failed' }),
      );
      const fingerprint = verdict.kind === 'unreadable' ? undefined : verdict.file?.fingerprint;
      return { ...verdict, signer: await signerOf(fingerprint, crypto) };
    },
    /** Saves a name for a key, for this user only; an empty name deletes it. */
    nameSigner: async (fingerprint: string, name: string): Promise<Result<void, SealError>> => {
      const userId = technician$.value?.userId;
      return userId === undefined
        ? err({ kind: 'signedOut' })
        : keys.keepName(userId, fingerprint, sealedText(name));
    },
  };
};

/** Seals recorded sessions as the signed-in user, and checks sealed files of any user. */
export type Sealing = ReturnType<typeof createSealing>;
