import { describe, expect, test } from 'vitest';
import { command, connected, settled } from './link-rig.fixture.ts';
import type { LateReply, Transaction } from './traffic.ts';

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const rigged = async (answers?: Readonly<Record<string, string>>) => {
  const rig = await connected(answers);
  await rig.clock.settle();
  const transactions: Transaction[] = [];
  const late: LateReply[] = [];
  rig.link.transactions$.subscribe((each) => transactions.push(each));
  rig.link.late$.subscribe((each) => late.push(each));
  const ask = async (what: string): Promise<void> => {
    void rig.link.execute(command(what));
    await rig.clock.settle();
  };
  const lateText = (): string => late.map(({ bytes }) => text(bytes)).join('');
  return { ...rig, transactions, late, ask, lateText };
};

describe('the bytes of a command and its reply', () => {
  test('[TERM-136] a transaction holds the sent bytes and the bytes of the reply, including line breaks', async () => {
    const { ask, fake, clock, transactions } = await rigged();
    await ask('ATI');
    for (const part of ['\r\nAC', 'ME\r\n\r\nO', 'K', '\r\n']) fake.device.send(part);
    await clock.settle();
    expect(transactions.map(({ bytes, reply }) => [text(bytes), text(reply)])).toEqual([
      ['ATI\r\n', '\r\nACME\r\n\r\nOK\r\n'],
    ]);
  });

  test('[TERM-136] one chunk is split into a reply, an alarm inside the reply, and bytes that belong to no command', async () => {
    const { ask, fake, clock, transactions } = await rigged();
    await ask('ATI');
    await ask('AT');
    fake.device.send('ACME\r\n+ALARM: PRT=0001\r\nOK\r\nOK\r\n');
    await clock.settle();
    expect(transactions.map(({ reply }) => text(reply))).toEqual(['ACME\r\nOK\r\n']);
    fake.device.send('\r\nOK\r\n');
    await clock.settle();
    expect(transactions.map(({ reply }) => text(reply))).toEqual(['ACME\r\nOK\r\n', '\r\nOK\r\n']);
  });

  test('[TERM-136] replies that end by silence or by a prompt have their bytes, too', async () => {
    const { ask, fake, clock, transactions } = await rigged({});
    await clock.advance(5_000);
    await ask('ATRV');
    fake.device.send('ATRV\r12.6V\r\r>');
    await clock.settle();
    expect(text(transactions.at(-1)?.reply ?? new Uint8Array(0))).toBe('ATRV\r12.6V\r\r>');
    await ask('status');
    fake.device.send('soc 77\r\n');
    await clock.advance(200);
    expect(text(transactions.at(-1)?.reply ?? new Uint8Array(0))).toBe('soc 77\r\n');
  });

  test('[TERM-136] only a limited part of an endless reply is stored', async () => {
    const { ask, fake, clock, transactions } = await rigged();
    await ask('AT+DUMP');
    for (let chunk = 0; chunk < 5; chunk += 1) fake.device.send(`${'x'.repeat(10_000)}\r\n`);
    fake.device.send('OK\r\n');
    await clock.settle();
    expect(transactions.at(-1)?.reply.length).toBe(32_768);
  });

  test('[TERM-137] half a reply stays with the command that timed out, and the rest is reported as late', async () => {
    const { ask, fake, clock, transactions, late, lateText } = await rigged();
    await ask('AT+SLOW');
    fake.device.send('\r\n+SLOW: 1,');
    await clock.advance(1_600);
    const [timedOut] = transactions;
    expect(timedOut?.outcome).toEqual({ kind: 'timeout' });
    expect(text(timedOut?.reply ?? new Uint8Array(0))).toBe('\r\n+SLOW: 1,');
    fake.device.send('2\r\n\r\nOK\r\n');
    await clock.settle();
    expect(lateText()).toBe('2\r\n\r\nOK\r\n');
    expect(late[0]).toMatchObject({ of: timedOut, afterMs: 1_600 });
    expect(late[0]?.of).toBe(timedOut);
  });

  test('[TERM-137] after the late final result code nothing more counts as late', async () => {
    const { ask, fake, clock, lateText } = await rigged();
    await ask('AT+SLOW');
    await clock.advance(4_000);
    fake.device.send('\r\n+SLOW: 1\r\n\r\nOK\r\nlog line\r\n');
    fake.device.send('another\r\n');
    await clock.settle();
    expect(lateText()).toBe('\r\n+SLOW: 1\r\n\r\nOK\r\n');
  });

  test('[TERM-137] a late reply that arrives during the next command is reported as late, not as that command’s reply', async () => {
    const { ask, fake, clock, transactions, late, lateText } = await rigged();
    await ask('AT+SLOW');
    await clock.advance(3_500);
    await ask('ATI');
    fake.device.send('\r\n+SLOW: 1\r\n\r\nOK\r\n');
    fake.device.send('\r\nACME\r\n\r\nOK\r\n');
    await clock.settle();
    expect(lateText()).toBe('\r\n+SLOW: 1\r\n\r\nOK\r\n');
    expect(late[0]?.of).toBe(transactions[0]);
    expect(text(transactions[1]?.reply ?? new Uint8Array(0))).toBe('\r\nACME\r\n\r\nOK\r\n');
  });

  test('[TERM-137] bytes that arrive half a minute later are not a late reply', async () => {
    const { ask, fake, clock, late } = await rigged();
    await ask('AT+SLOW');
    await clock.advance(31_000);
    fake.device.send('boot noise\r\n');
    await clock.settle();
    expect(late).toEqual([]);
  });

  test('[TERM-137] a stream after a timeout counts as late only up to the size of a reply', async () => {
    const { ask, fake, clock, late } = await rigged();
    await ask('AT+SLOW');
    await clock.advance(6_000);
    for (let chunk = 0; chunk < 5; chunk += 1) {
      fake.device.send('x'.repeat(10_000));
      await clock.settle();
    }
    expect(late.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBe(32_768);
  });

  test('[TERM-138] a command that is still queued when the connection ends is reported as not sent', async () => {
    const { ask, fake, clock, transactions } = await rigged();
    await ask('AT+1');
    await ask('AT+2');
    fake.unplug();
    await clock.settle();
    expect(transactions.map(({ text: what, wasSent }) => [what, wasSent])).toEqual([
      ['AT+1', true],
      ['AT+2', false],
    ]);
  });

  test('[TERM-139] a queued command that is cancelled is never sent', async () => {
    const { link, ask, fake, clock, transactions } = await rigged();
    await ask('AT+1');
    const taken = link.execute({ ...command('AT+2'), isWanted: () => false });
    fake.device.forgetWritten();
    fake.device.send('OK\r\n');
    await clock.settle();
    expect(await taken).toEqual({ kind: 'lost', isUnsent: true });
    expect(fake.device.writtenText()).toBe('');
    expect(transactions).toHaveLength(1);
  });

  test('[TERM-140] a given timeout applies, longer or shorter than the link’s own', async () => {
    const rig = await rigged();
    const short = rig.link.execute({ ...command('AT+1'), timeoutMs: 200 });
    await rig.clock.settle();
    expect(await settled(rig, short, 199)).toBe('pending');
    expect(await settled(rig, short, 1)).toEqual({ kind: 'timeout' });
    await rig.clock.advance(200);
    const long = rig.link.execute({ ...command('AT+2'), timeoutMs: 60_000 });
    expect(await settled(rig, long, 59_999)).toBe('pending');
    rig.fake.device.send('OK\r\n');
    expect(await settled(rig, long, 0)).toMatchObject({ kind: 'ok' });
  });

  test('[TERM-154] a pending command that becomes unwanted is awaited like any other', async () => {
    const rig = await rigged();
    let isWanted = true;
    const long = rig.link.execute({
      ...command('AT+1'),
      timeoutMs: 600_000,
      isWanted: () => isWanted,
    });
    expect(await settled(rig, long, 60_000)).toBe('pending');
    isWanted = false;
    expect(await settled(rig, long, 5_000)).toEqual({ kind: 'timeout' });
  });
});
