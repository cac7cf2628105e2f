import { describe, expect, it } from 'vitest';
import { accountPolicy, addressPolicy, callerKey, createLoginGate } from './login-gate.ts';
import { createRateLimit } from './rate-limit.ts';

describe('createRateLimit', () => {
  const setUp = (maxKeys?: number) => {
    const clock = { time: 0 };
    return {
      clock,
      limit: createRateLimit({ burst: 2, refillMs: 100 }, () => clock.time, maxKeys),
    };
  };

  it('[SA-09] gives its burst, then one each refill time', () => {
    const { clock, limit } = setUp();
    expect([limit.take('a'), limit.take('a'), limit.take('a')]).toEqual([0, 0, 100]);
    clock.time = 60;
    expect(limit.take('a')).toBe(40);
    clock.time = 100;
    expect([limit.take('a'), limit.take('a')]).toEqual([0, 100]);
  });

  it('[SA-09] never locks for good: refused attempts do not lengthen the wait', () => {
    const { clock, limit } = setUp();
    for (let attempt = 0; attempt < 1_000; attempt += 1) limit.take('a');
    clock.time = 100;
    expect(limit.take('a')).toBe(0);
  });

  it('is full again after a pause, not fuller', () => {
    const { clock, limit } = setUp();
    limit.take('a');
    clock.time = 1_000_000;
    expect([limit.take('a'), limit.take('a'), limit.take('a')]).toEqual([0, 0, 100]);
  });

  it('keeps keys apart', () => {
    const { limit } = setUp();
    limit.take('a');
    limit.take('a');
    expect([limit.take('a'), limit.take('b')]).toEqual([100, 0]);
  });

  it('forgets the key idle for longest when invented keys fill it', () => {
    const { limit } = setUp(3);
    for (const key of ['a', 'a', 'b', 'b', 'a']) limit.take(key); // the refused one is no use of 'a'
    for (const key of ['c', 'd']) limit.take(key);
    expect([limit.take('b'), limit.take('a')]).toEqual([100, 0]);
  });
});

describe('createLoginGate', () => {
  it('[SA-09] takes nothing from the address for what the account refuses', () => {
    const gate = createLoginGate(() => 0);
    for (let attempt = 0; attempt < 100; attempt += 1) gate.enter('victim', '192.0.2.1');
    const others = Array.from({ length: addressPolicy.burst - accountPolicy.burst }, (_, index) =>
      gate.enter(`other-${index}`, '192.0.2.1'),
    );
    expect(others.every((wait) => wait === 0)).toBe(true);
    expect(gate.enter('one-more', '192.0.2.1')).toBe(addressPolicy.refillMs);
  });

  it('[SA-09] sees one account in every case of its name', () => {
    const gate = createLoginGate(() => 0);
    const names = ['User', 'USER', 'user', 'uSER', 'usEr', 'useR'];
    const waits = names.map((name, index) => gate.enter(name, `192.0.2.${index}`));
    expect(waits).toEqual([0, 0, 0, 0, 0, accountPolicy.refillMs]);
  });
});

describe('callerKey', () => {
  it('takes an IPv6 household for one caller, IPv4 in IPv6 for IPv4', () => {
    expect(callerKey('2001:db8:1:2:aaaa::1')).toBe(callerKey('2001:db8:1:2:bbbb:1:2:3'));
    expect(callerKey('2001:db8:1:2::1')).not.toBe(callerKey('2001:db8:1:3::1'));
    expect(callerKey('2001:db8::1')).toBe('2001:db8:0:0');
    expect(callerKey('::ffff:192.0.2.1')).toBe(callerKey('192.0.2.1'));
    expect(callerKey('::1')).toBe('0:0:0:0');
    expect(callerKey('fe80::1%eth0')).toBe('fe80:0:0:0');
  });
});
