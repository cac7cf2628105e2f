import { createHash } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { type TimeSource, timeSql } from '../database/database-time.ts';
import { createRateLimit, type RatePolicy } from './rate-limit.ts';

/** Limit of the guesses at one account from one address: five at once, then one every half minute. */
export const pairPolicy: RatePolicy = { burst: 5, refillMs: 30_000 };
/**
 * Limit of the guesses at one account from all addresses together. Above it, a new address has one guess instead of
 * five.
 */
export const accountPolicy: RatePolicy = { burst: 50, refillMs: 30_000 };
/**
 * Limit of the guesses from one address at all accounts together. Several people can share one address, for example in
 * an office.
 */
export const addressPolicy: RatePolicy = { burst: 20, refillMs: 3_000 };

const narrowPolicy: RatePolicy = { ...pairPolicy, burst: 1 };
const KNOWN_ADDRESSES = 20;

/**
 * Returns the key under which a caller is counted. A household usually has an IPv6 /64, so all its addresses count as
 * one caller. IPv4 mapped into IPv6 counts as IPv4.
 */
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

/** The login that an attempt is for: the account with the entered name, or the name if no account has it. */
export type Target =
  | { readonly kind: 'account'; readonly id: string }
  | { readonly kind: 'unknown'; readonly name: string };

const keysOf = (target: Target, address: string) => {
  const caller = callerKey(address);
  const account =
    target.kind === 'account'
      ? `user ${target.id}`
      : `name ${createHash('sha256').update(target.name).digest('base64url')}`;
  return { caller, account, address: `from ${caller}`, pair: `${account} ${caller}` };
};

/**
 * Limits login attempts by address, by account and by both [SA-09]. Guessing cannot lock an owner out: after any number
 * of guesses from other addresses, an address that is new to the account has one attempt, and an address with an
 * earlier login has five. The limit counts the account that was found, so different spellings of its name count
 * together.
 */
export const createLoginGate = (database: Database, time: TimeSource) => {
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
    /** Counts an attempt before its password is checked. Returns 0 if it is admitted, else the time to wait in ms. */
    enter: async (target: Target, from: string): Promise<number> => {
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
    /** Removes an attempt from the counts because its password was right, and stores the address as known. */
    succeeded: async (userId: string, from: string): Promise<void> => {
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
