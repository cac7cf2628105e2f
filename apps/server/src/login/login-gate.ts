import { createHash } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { type TimeSource, timeSql } from '../database/database-time.ts';
import { createRateLimit, type RatePolicy } from './rate-limit.ts';

/** Guesses at one account from one address: five at once, then one every half minute. */
export const pairPolicy: RatePolicy = { burst: 5, refillMs: 30_000 };
/** Guesses at one account from all addresses together. Beyond it a new address has one guess instead of five. */
export const accountPolicy: RatePolicy = { burst: 50, refillMs: 30_000 };
/** Guesses from one address at all accounts together; an office shares one address. */
export const addressPolicy: RatePolicy = { burst: 20, refillMs: 3_000 };

const narrowPolicy: RatePolicy = { ...pairPolicy, burst: 1 };
const KNOWN_ADDRESSES = 20;

/** IPv6 gives every household a /64: its 2^64 addresses are one caller. IPv4 mapped into IPv6 is IPv4. */
export const callerKey = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : Math.max(0, 8 - groups.length - rest.length);
  const zeros = Array.from({ length: missing }, () => '0');
  return [...groups, ...zeros, ...rest].slice(0, 4).join(':');
};

/** Whose password is tried: the account that the name found, or the name where it found none. */
export type Target =
  | { readonly kind: 'account'; readonly id: string }
  | { readonly kind: 'unknown'; readonly name: string };

export interface LoginGate {
  /** Counts an attempt before its password is checked. Returns 0 to go on, else the ms to wait. */
  readonly enter: (target: Target, address: string) => Promise<number>;
  /** The password was right: the attempt was not a guess and counts for nothing. */
  readonly succeeded: (userId: string, address: string) => Promise<void>;
}

const keysOf = (target: Target, address: string) => {
  const caller = callerKey(address);
  const account =
    target.kind === 'account'
      ? `user ${target.id}`
      : `name ${createHash('sha256').update(target.name).digest('base64url')}`;
  return { caller, account, address: `from ${caller}`, pair: `${account} ${caller}` };
};

/**
 * Limits login attempts by address, by account and by both [SA-09]. Guessing cannot lock an owner out: whatever was
 * guessed elsewhere, an address that is new to the account has at least one attempt, and one that signed in before
 * has five. An account is one account however its name is spelled, because the limit counts the account that was found.
 */
export const createLoginGate = (database: Database, time: TimeSource): LoginGate => {
  const limit = createRateLimit(database, time);

  const isKnown = async (target: Target, caller: string): Promise<boolean> =>
    target.kind === 'account' &&
    (
      await database.query('select 1 from known_addresses where user_id = $1 and address = $2', [
        target.id,
        caller,
      ])
    ).length > 0;

  return {
    enter: async (target, from) => {
      const { caller, account, address, pair } = keysOf(target, from);
      const waitAddress = await limit.take(address, addressPolicy);
      if (waitAddress > 0) return waitAddress;
      const isRoomy = (await limit.take(account, accountPolicy)) === 0;
      const policy = isRoomy || (await isKnown(target, caller)) ? pairPolicy : narrowPolicy;
      const waitPair = await limit.take(pair, policy);
      if (waitPair > 0) {
        await limit.giveBack(address, addressPolicy);
        if (isRoomy) await limit.giveBack(account, accountPolicy);
      }
      return waitPair;
    },
    succeeded: async (userId, from) => {
      const { caller, account, address, pair } = keysOf({ kind: 'account', id: userId }, from);
      await Promise.all([
        limit.giveBack(address, addressPolicy),
        limit.giveBack(account, accountPolicy),
        limit.giveBack(pair, pairPolicy),
      ]);
      await database.query(
        `insert into known_addresses (user_id, address, at) values ($1, $2, ${timeSql(3)})
         on conflict (user_id, address) do update set at = excluded.at`,
        [userId, caller, time()],
      );
      await database.query(
        `delete from known_addresses where user_id = $1 and address not in
           (select address from known_addresses where user_id = $1 order by at desc limit $2::int)`,
        [userId, KNOWN_ADDRESSES],
      );
    },
  };
};
