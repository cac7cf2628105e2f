import { describe, expect, test } from 'vitest';
import { createDeviceCore } from '../device-core.ts';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { createFakeSerialLink } from '../fakes/fake-serial-link.ts';
import { packBytes, unpackBytes } from './packed-bytes.ts';
import type { TransactionRow } from './transaction-row.ts';
import { QUIET_PERIOD_MS } from '../protocol/timing.ts';

const ADATA =
  '\r\n+ADATA: 1,17,86405,4,2,13211,-1240,785,990,10000,7772,123,3,0000,0000,3302,3304,3303,3302,25,26,2\r\n\r\nOK\r\n';

const setUp = async (section: 'terminal' | 'home' = 'terminal') => {
  const clock = createFakeClock();
  const fake = createFakeSerialLink();
  const core = createDeviceCore({ ...createFakePorts(), clock, links: [fake.link] });
  core.showPath(`/mainpage/${section}`);
  void core.link.connect('fake');
  await clock.advance(QUIET_PERIOD_MS);
  fake.device.send('\r\nOK\r\n');
  await clock.advance(50);
  const view = () => core.transactions.view$.value;
  const rows = (): readonly TransactionRow[] => view().rows.slice(0, view().length);
  const last = (): TransactionRow | undefined => rows().at(-1);
  const ask = async (text: string): Promise<void> => {
    core.terminal.send(text);
    await clock.settle();
  };
  return { clock, fake, core, view, rows, last, ask };
};

const text = (bytes: Parameters<typeof unpackBytes>[0] | undefined): string =>
  bytes === undefined ? '' : new TextDecoder().decode(unpackBytes(bytes));

describe('the transactions', () => {
  test('[TERM-141] each command is a row with time, latency, result code, decoded values and bytes', async () => {
    const { ask, clock, fake, last, core } = await setUp();
    const at = clock.wallNow();
    await ask('at+adata');
    await clock.advance(12);
    fake.device.send(ADATA);
    await clock.advance(40);
    expect(last()).toMatchObject({
      at,
      text: 'at+adata',
      origin: 'user',
      outcome: 'ok',
      code: 'OK',
      latencyMs: 12,
      content: {
        kind: 'values',
        values: {
          packVoltageV: 13.211,
          currentA: -12.4,
          socPercent: 78.5,
          cells: 4,
          lowestV: 3.302,
          highestV: 3.304,
          faults: 0,
        },
      },
    });
    expect([text(last()?.sent), text(last()?.reply)]).toEqual(['at+adata\r\n', ADATA]);
    await core.dispose();
    expect(clock.pendingTimers()).toBe(0);
  });

  test('[TERM-141] other replies show their lines, and a rejected reply shows the reason', async () => {
    const { ask, clock, fake, last } = await setUp();
    await ask('ATI');
    fake.device.send('\r\nACME\r\nHW:2.1\r\n\r\nOK\r\n');
    await clock.advance(40);
    expect(last()?.content).toEqual({ kind: 'lines', lines: ['ACME', 'HW:2.1'] });
    await ask('AT+FOO');
    fake.device.send('\r\n+CME ERROR: 4\r\n');
    await clock.advance(40);
    expect(last()).toMatchObject({ outcome: 'error', code: '+CME ERROR: 4' });
    await ask('AT+ADATA');
    fake.device.send('\r\n+ADATA: 1,2,3\r\n\r\nOK\r\n');
    await clock.advance(40);
    expect(last()?.content).toMatchObject({ kind: 'rejected' });
  });

  test('[TERM-142] the pending command is shown with its elapsed time, then becomes a row', async () => {
    const { ask, clock, fake, view, rows } = await setUp();
    const before = rows().length;
    await ask('ATI');
    await clock.advance(33);
    expect(view().running).toMatchObject({ text: 'ATI', origin: 'user', elapsedMs: 33 });
    await clock.advance(500);
    expect(view().running?.elapsedMs).toBe(500);
    fake.device.send('OK\r\n');
    await clock.advance(33);
    expect(view().running).toBeUndefined();
    expect(rows()).toHaveLength(before + 1);
  });

  test('[TERM-142] after two commands answered within a millisecond, no command is pending', async () => {
    const { ask, clock, fake, view, rows } = await setUp();
    await ask('AT');
    await ask('ATI');
    fake.device.send('OK\r\n');
    await clock.settle();
    fake.device.send('ACME\r\nOK\r\n');
    await clock.advance(40);
    expect(view().running).toBeUndefined();
    expect(
      rows()
        .slice(-2)
        .map(({ text: what, outcome }) => [what, outcome]),
    ).toEqual([
      ['AT', 'ok'],
      ['ATI', 'ok'],
    ]);
  });

  test('[TERM-142] a control character that bypasses the queue is not shown as a pending command', async () => {
    const { ask, clock, fake, core, view, last } = await setUp();
    await ask('ATI');
    await core.terminal.sendControl('interrupt');
    await clock.advance(40);
    expect(view().running?.text).toBe('ATI');
    fake.device.send('OK\r\n');
    await clock.advance(40);
    expect(view().running).toBeUndefined();
    expect(last()?.text).toBe('ATI');
  });

  test('[OBD-240] a typed command without an answer is shown as still waiting', async () => {
    const { ask, clock, fake, view, last } = await setUp();
    await ask('AT+SLOW');
    await clock.advance(40);
    expect(view().running).toMatchObject({ isStillWaiting: false });
    await clock.advance(8_000);
    expect(view().running).toMatchObject({ text: 'AT+SLOW', isStillWaiting: true });
    fake.device.send('+SLOW: 1\r\nOK\r\n');
    await clock.advance(40);
    expect(last()).toMatchObject({ outcome: 'ok', endedBy: 'final' });
  });

  test('[TERM-143] a timeout is a row, and late bytes are added to that row', async () => {
    const { ask, clock, core, fake, last } = await setUp();
    core.terminal.settings.change({ waitS: 0 });
    await ask('AT+SLOW');
    await clock.advance(2_000);
    expect(last()).toMatchObject({ outcome: 'timeout' });
    expect(last()?.late).toBeUndefined();
    for (const part of ['+SLOW: 1\r\n', 'OK\r\n']) fake.device.send(part);
    await clock.advance(40);
    expect(last()?.late?.afterMs).toBe(2_000);
    expect(text(last()?.late?.bytes)).toBe('+SLOW: 1\r\nOK\r\n');
  });

  test('[TERM-143] lost, unsent and unwritten commands are distinguished', async () => {
    const { ask, clock, fake, rows } = await setUp();
    fake.device.failNextWrite({ kind: 'failed', message: 'broken pipe' });
    for (const each of ['AT+1', 'AT+2', 'AT+3']) await ask(each);
    fake.unplug();
    await clock.advance(40);
    expect(
      rows()
        .slice(-3)
        .map(({ outcome, wasSent, message }) => [outcome, wasSent, message]),
    ).toEqual([
      ['writeFailed', true, 'broken pipe'],
      ['lost', true, undefined],
      ['lost', false, undefined],
    ]);
  });

  test('[TERM-144] polls are rows of app traffic, published at most every 33 ms', async () => {
    const { clock, fake, core, rows } = await setUp('home');
    let published = 0;
    core.transactions.view$.subscribe(() => (published += 1));
    let sequence = 17;
    fake.device.onWrite(() => fake.device.send(ADATA.replace(',17,', `,${(sequence += 1)},`)));
    const before = rows().length;
    const from = published;
    await clock.advance(20_000);
    expect(rows().length - before).toBeGreaterThanOrEqual(9);
    expect(
      rows()
        .slice(before)
        .every(({ origin }) => origin === 'background'),
    ).toBe(true);
    expect(published - from).toBeLessThanOrEqual(20_000 / 33);
  });

  test('[TERM-145] [SA-04] after clearing for another user, no row is left', async () => {
    const { ask, clock, fake, view, core } = await setUp();
    await ask('AT+SECRET');
    fake.device.send('OK\r\n');
    await clock.advance(40);
    core.transactions.clear();
    expect(view()).toMatchObject({ rows: [], length: 0, dropped: 0 });
  });

  test('[TERM-146] packing and unpacking does not change bytes', () => {
    const all = Uint8Array.from({ length: 20_000 }, (_, index) => index % 256);
    expect(unpackBytes(packBytes(all))).toEqual(all);
    expect(packBytes(all)).toHaveLength(20_000);
  });
});
