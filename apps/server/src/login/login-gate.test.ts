import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { openMemoryDatabase } from '../testing/memory-database.ts';
import {
  accountPolicy,
  addressPolicy,
  callerKey,
  createLoginGate,
  pairPolicy,
  type Target,
} from './login-gate.ts';
import { createRateLimit } from './rate-limit.ts';

const NOON = Date.UTC(2030, 0, 1, 12);

let database: Database;
beforeAll(async () => {
  database = await openMemoryDatabase();
  await database.script(
    `insert into users values ('u1', 'owner', 'owner@x.example', '', true, '', '', '[]', '', null, null, null, '', '', '{}')`,
  );
});
afterAll(() => database?.close());
beforeEach(() => database.script('delete from login_limits; delete from known_addresses'));

const inTurn = async <T>(calls: readonly (() => Promise<T>)[]): Promise<readonly T[]> => {
  const results: T[] = [];
  for (const call of calls) results.push(await call());
  return results;
};

describe('createRateLimit', () => {
  const policy = { burst: 2, refillMs: 60_000 };
  const setUp = () => {
    const clock = { time: 0 };
    const limit = createRateLimit(database, () => new Date(NOON + clock.time));
    const take = (key: string) => () => limit.take(key, policy);
    return { clock, limit, take };
  };

  it('[SA-09] admits its burst, then one attempt per refill time', async () => {
    const { clock, take } = setUp();
    expect(await inTurn([take('a'), take('a'), take('a')])).toEqual([0, 0, 60_000]);
    clock.time = 30_000;
    expect(await take('a')()).toEqual(30_000);
    clock.time = 60_000;
    expect(await inTurn([take('a'), take('a')])).toEqual([0, 60_000]);
  });

  it('[SA-09] refused attempts do not lengthen the wait', async () => {
    const { clock, take } = setUp();
    await inTurn(Array.from({ length: 50 }, () => take('a')));
    clock.time = 60_000;
    expect(await take('a')()).toBe(0);
  });

  it('refills completely after a pause, but not beyond its burst', async () => {
    const { clock, take } = setUp();
    await take('a')();
    clock.time = 1_000_000_000;
    expect(await inTurn([take('a'), take('a'), take('a')])).toEqual([0, 0, 60_000]);
  });

  it('counts each key separately, and an attempt that is given back does not count', async () => {
    const { limit, take } = setUp();
    await inTurn([take('a'), take('a')]);
    expect(await take('b')()).toBe(0);
    await limit.giveBack('a', policy);
    expect(await inTurn([take('a'), take('a')])).toEqual([0, 60_000]);
  });

  it('[SE-19] the wait is at most one refill time after the clock was set back', async () => {
    const { clock, take } = setUp();
    await inTurn([take('a'), take('a')]);
    clock.time = -3_600_000;
    expect(await take('a')()).toBeLessThanOrEqual(60_000);
    clock.time += 60_000;
    expect(await take('a')()).toBe(0);
  });

  it('[SE-22] two servers on one database share the count', async () => {
    const [one, other] = [setUp(), setUp()];
    expect(await inTurn([one.take('a'), other.take('a'), one.take('a')])).toEqual([0, 0, 60_000]);
  });

  it('if many attempts arrive at the same time, exactly the burst is admitted', async () => {
    const { take } = setUp();
    const waits = await Promise.all(Array.from({ length: 10 }, take('a')));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(2);
  });
});

describe('createLoginGate', () => {
  const owner: Target = { kind: 'account', id: 'u1' };
  const unknown = (name: string): Target => ({ kind: 'unknown', name });

  it("[SA-09] an attempt that the account's limit refuses does not count for the address", async () => {
    const gate = createLoginGate(database, () => new Date(NOON));
    await inTurn(Array.from({ length: 30 }, () => () => gate.enter(owner, '192.0.2.1')));
    const others = await inTurn(
      Array.from(
        { length: addressPolicy.burst - pairPolicy.burst },
        (_, index) => () => gate.enter(unknown(`other-${index}`), '192.0.2.1'),
      ),
    );
    expect(others.every((wait) => wait === 0)).toBe(true);
    expect(await gate.enter(unknown('one-more'), '192.0.2.1')).toBeGreaterThan(0);
  });

  it('[SE-13] an owner on a new address has one attempt after any number of guesses from other addresses', async () => {
    const gate = createLoginGate(database, () => new Date(NOON));
    const guesses = Array.from(
      { length: accountPolicy.burst * 2 },
      (_, index) => () => gate.enter(owner, `198.51.100.${index}`),
    );
    await inTurn(guesses);
    expect(await gate.enter(owner, '203.0.113.9')).toBe(0);
    expect(await gate.enter(owner, '203.0.113.9')).toBeGreaterThan(0); // a new address has one attempt instead of five
  });

  it('[SE-13] an owner on a known address has all attempts after guesses from other addresses, also after a restart of the server', async () => {
    await createLoginGate(database, () => new Date(NOON)).succeeded('u1', '203.0.113.9');
    const gate = createLoginGate(database, () => new Date(NOON));
    await inTurn(
      Array.from(
        { length: accountPolicy.burst * 2 },
        (_, index) => () => gate.enter(owner, `198.51.100.${index}`),
      ),
    );
    const waits = await inTurn(
      Array.from({ length: pairPolicy.burst }, () => () => gate.enter(owner, '203.0.113.9')),
    );
    expect(waits).toEqual([0, 0, 0, 0, 0]);
  });

  it('stores the latest 20 addresses of an account', async () => {
    let time = 0;
    const gate = createLoginGate(database, () => new Date(NOON + time));
    for (let index = 0; index < 25; index += 1) {
      time += 1_000;
      await gate.succeeded('u1', `198.51.100.${index}`);
    }
    const rows = await database.query('select 1 from known_addresses');
    expect(rows).toHaveLength(20);
  });
});

describe('callerKey', () => {
  it('addresses of one IPv6 /64 count as one caller, and IPv4-mapped IPv6 counts as IPv4', () => {
    expect(callerKey('2001:db8:1:2:aaaa::1')).toBe(callerKey('2001:db8:1:2:bbbb:1:2:3'));
    expect(callerKey('2001:db8:1:2::1')).not.toBe(callerKey('2001:db8:1:3::1'));
    expect(callerKey('2001:db8::1')).toBe('2001:db8:0:0');
    expect(callerKey('::ffff:192.0.2.1')).toBe(callerKey('192.0.2.1'));
    expect(callerKey('::1')).toBe('0:0:0:0');
    expect(callerKey('fe80::1%eth0')).toBe('fe80:0:0:0');
  });
});
