import { expect, test } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import type { OpenPort, ReadOutcome } from '../ports/serial-link.ts';
import { ok } from '../prelude/result.ts';
import { createReplyDecoder } from '../protocol/reply-decoder.ts';
import { QUIET_PERIOD_MS } from '../protocol/timing.ts';
import { command } from './link-rig.fixture.ts';
import { createPortSession, type ReadEnd } from './port-session.ts';
import type { Traffic } from './traffic.ts';

/** Sets up a session whose port delivers what the test gives, and records what the session does. */
const setUp = ({ accepts = true }: { readonly accepts?: boolean } = {}) => {
  const clock = createFakeClock();
  const given: ReadOutcome[] = [];
  let wake: ((outcome: ReadOutcome) => void) | undefined;
  const readAt: number[] = [];
  const written: string[] = [];
  let aborts = 0;
  const port: OpenPort = {
    read: () => {
      readAt.push(clock.monotonicNow());
      const next = given.shift();
      if (next !== undefined) return Promise.resolve(next);
      return new Promise((resolve) => {
        wake = resolve;
      });
    },
    write: (bytes) => {
      written.push(new TextDecoder().decode(bytes));
      return accepts ? Promise.resolve(ok(undefined)) : new Promise(() => undefined);
    },
    abort: () => {
      aborts += 1;
    },
    close: () => {
      deliver({ kind: 'closed' });
      return Promise.resolve(ok(undefined));
    },
    setSignals: () => Promise.resolve(ok(undefined)),
    sendBreak: () => Promise.resolve(ok(undefined)),
    readSignals: () => Promise.resolve(ok({ cts: true, dsr: true, dcd: true, ri: false })),
  };
  const deliver = (outcome: ReadOutcome): void => {
    const reader = wake;
    wake = undefined;
    if (reader === undefined) given.push(outcome);
    else reader(outcome);
  };
  const traffic: Traffic[] = [];
  const ends: ReadEnd[] = [];
  const session = createPortSession({
    port,
    clock,
    baudRate: 115_200,
    decode: createReplyDecoder().decode,
    publish: (event) => traffic.push(event),
    onSettled: () => undefined,
    onLate: () => undefined,
    onWaiting: () => undefined,
    onReadEnd: (end) => ends.push(end),
  });
  const send = async (text: string): Promise<void> => {
    deliver({ kind: 'bytes', bytes: new TextEncoder().encode(text) });
    await clock.settle();
  };
  const kinds = (): readonly string[] => traffic.map(({ kind }) => kind);
  const lines = (): readonly (readonly [string, string])[] =>
    traffic.flatMap((event) =>
      event.kind === 'received'
        ? event.lines.map(({ line, origin }) => [line.text, origin] as const)
        : [],
    );
  return {
    clock,
    session,
    deliver,
    send,
    readAt,
    written,
    traffic,
    ends,
    kinds,
    lines,
    aborts: () => aborts,
  };
};

test('[SR-11] errors in a row are read with growing pauses, and the tenth ends the connection', async () => {
  const { clock, deliver, readAt, ends } = setUp();
  for (let each = 1; each <= 10; each += 1) {
    deliver({ kind: 'glitch', name: 'FramingError', message: `error ${String(each)}` });
  }
  await clock.advance(10_000);
  const pauses = readAt.map((at, index) => at - (readAt[index - 1] ?? 0));
  // The first read fails, and so does the one after the first error.
  expect(pauses).toEqual([0, 0, 20, 40, 80, 160, 320, 640, 1_000, 1_000]);
  expect(ends).toEqual([{ kind: 'hopeless', message: 'error 10' }]);
});

test('[SR-07] the first error after received bytes causes no pause', async () => {
  const { clock, deliver, send, readAt, ends } = setUp();
  const fail = async (): Promise<void> => {
    deliver({ kind: 'glitch', name: 'ParityError', message: 'parity' });
    await clock.settle();
  };
  await fail();
  await fail();
  await clock.advance(20);
  await send('x');
  const before = clock.monotonicNow();
  await fail();
  expect(readAt.at(-1)).toBe(before);
  expect(ends).toEqual([]);
});

test('[SR-01] a lost port is reported with the message of the platform', async () => {
  const { clock, deliver, ends } = setUp();
  deliver({ kind: 'lost', message: 'The device has been lost.' });
  await clock.settle();
  expect(ends).toEqual([{ kind: 'lost', message: 'The device has been lost.' }]);
});

test('the end of reading after a close is not reported', async () => {
  const { clock, session, ends } = setUp();
  expect(await session.close()).toBeUndefined();
  await clock.settle();
  expect(ends).toEqual([]);
});

test('[SR-30] bytes that the device does not accept are aborted after 5 s', async () => {
  const { clock, session, aborts } = setUp({ accepts: false });
  const writing = session.writeRaw('x', Uint8Array.of(3));
  await clock.advance(4_999);
  expect(aborts()).toBe(0);
  await clock.advance(1);
  expect(await writing).toEqual({
    ok: false,
    error: { kind: 'writeFailed', message: 'The device did not accept the bytes in time.' },
  });
  expect(aborts()).toBe(1);
});

test('a control key is published as sent by the user, without a line ending', async () => {
  const { clock, session, traffic } = setUp();
  const bytes = Uint8Array.of(3);
  expect(await session.writeRaw('^C', bytes)).toEqual({ ok: true, value: undefined });
  const at = clock.wallNow();
  expect(traffic).toEqual([{ kind: 'sent', at, text: '^C', bytes, origin: 'user', isRaw: true }]);
});

test('[LINK-120] during a transfer, a control key is refused with the reason and is not published', async () => {
  const { clock, session, kinds, written } = setUp();
  await clock.advance(QUIET_PERIOD_MS);
  const opening = session.openRaw();
  await clock.settle();
  expect(await opening).toMatchObject({ ok: true });
  expect(await session.writeRaw('^C', Uint8Array.of(3))).toEqual({
    ok: false,
    error: { kind: 'writeFailed', message: 'A transfer is running.' },
  });
  expect([kinds(), written]).toEqual([[], []]);
});

test('while a transfer is being opened, bytes from the device are still lines', async () => {
  const { clock, session, send, lines } = setUp();
  await clock.advance(QUIET_PERIOD_MS);
  void session.execute(command('ATI'));
  void session.openRaw();
  await send('ACME\r\n');
  expect(lines()).toEqual([['ACME', 'user']]);
});

test('a chunk that ends a reply is published before the next command', async () => {
  const { clock, session, send, kinds, traffic } = setUp();
  await clock.advance(QUIET_PERIOD_MS);
  void session.execute(command('ATI'));
  void session.execute(command('AT+X'));
  await send('OK\r\n');
  expect(kinds()).toEqual(['sent', 'received', 'sent']);
  expect(traffic.at(-1)).toMatchObject({ text: 'AT+X' });
  await send('OK\r\n');
  expect(kinds()).toEqual(['sent', 'received', 'sent', 'received']);
});

test('an unsolicited line is published with the chunk, as the user’s, and then as an event', async () => {
  const { clock, session, send, kinds, lines } = setUp();
  await clock.advance(QUIET_PERIOD_MS);
  void session.execute(command('AT+ADATA', 'background'));
  await send('READY\r\n');
  expect(kinds()).toEqual(['sent', 'received', 'urc']);
  expect(lines()).toEqual([['READY', 'user']]);
});

test('READY answers a command that is not an AT command; other unsolicited lines do not', async () => {
  const { clock, session, send, kinds } = setUp();
  await clock.advance(QUIET_PERIOD_MS);
  const outcome = session.execute(command('status'));
  await clock.settle();
  await send('+ALARM: 1,OVP\r\n');
  await send('READY\r\n');
  await send('OK\r\n');
  expect(await outcome).toMatchObject({ kind: 'ok', lines: ['READY'] });
  expect(kinds().filter((kind) => kind === 'urc')).toHaveLength(1);
});

test('a line error without pending text is published alone', async () => {
  const { clock, deliver, kinds } = setUp();
  deliver({ kind: 'glitch', name: 'BreakError', message: 'break' });
  await clock.settle();
  expect(kinds()).toEqual(['glitch']);
});

test('[SESSION-100] text that a signed-out user caused is never published, also without a line ending', async () => {
  const { clock, session, send, deliver, lines } = setUp();
  await clock.advance(QUIET_PERIOD_MS);
  void session.execute(command('ATI'));
  await clock.settle();
  session.endUser();
  await send('secret\r\nsec');
  deliver({ kind: 'glitch', name: 'BreakError', message: 'break' });
  await clock.settle();
  expect(lines()).toEqual([]);
});

test('[SESSION-100] at the sign-out, the begun line of an idle device is ended', async () => {
  const { clock, session, send, lines } = setUp();
  await clock.advance(QUIET_PERIOD_MS);
  await send('begun');
  session.endUser();
  await send(' by another\r\n');
  expect(lines()).toEqual([
    ['begun', 'user'],
    [' by another', 'user'],
  ]);
});
