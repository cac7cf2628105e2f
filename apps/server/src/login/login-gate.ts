import { createRateLimit, type RatePolicy } from './rate-limit.ts';

/** Guesses at one account: five at once, then one every half minute (some 2,900 a day). */
export const accountPolicy: RatePolicy = { burst: 5, refillMs: 30_000 };
/** Guesses from one address, over all accounts; roomier, as offices share one address. */
export const addressPolicy: RatePolicy = { burst: 20, refillMs: 3_000 };

const MAX_KNOWN = 10_000;
const MAX_NAME = 256;

/** IPv6 hands every household a /64: its 2^64 addresses are one caller. IPv4 in IPv6 clothes is IPv4. */
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

export interface LoginGate {
  /** Counts an attempt before its password is looked at: 0 to go on, else the ms to wait. */
  readonly enter: (user: string, address: string) => number;
  /** The password was right: the attempt was no guess and counts for nothing. */
  readonly succeeded: (user: string, address: string) => void;
}

/**
 * Login attempts per account and per address [SA-09]. An address that got in before has a bucket of its own for that
 * account: strangers who use up the account's bucket do not lock its owner out.
 */
export const createLoginGate = (now: () => number): LoginGate => {
  const perAccount = createRateLimit(accountPolicy, now);
  const perAddress = createRateLimit(addressPolicy, now);
  const known = new Set<string>(); // in order of last success

  const keys = (user: string, address: string) => {
    const account = user.toLowerCase().slice(0, MAX_NAME); // invented names of 100 kB must not fill the memory
    const caller = callerKey(address);
    const pair = JSON.stringify([account, caller]);
    return { caller, pair, account: known.has(pair) ? pair : JSON.stringify([account]) };
  };

  return {
    enter: (user, address) => {
      const { account, caller } = keys(user, address);
      const waitAddress = perAddress.take(caller);
      if (waitAddress > 0) return waitAddress;
      const waitAccount = perAccount.take(account);
      if (waitAccount > 0) perAddress.giveBack(caller);
      return waitAccount;
    },
    succeeded: (user, address) => {
      const { account, caller, pair } = keys(user, address);
      perAccount.giveBack(account);
      perAddress.giveBack(caller);
      known.delete(pair);
      known.add(pair);
      if (known.size <= MAX_KNOWN) return;
      for (const oldest of known) {
        known.delete(oldest);
        break;
      }
    },
  };
};
