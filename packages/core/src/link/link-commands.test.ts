import { describe, expect, test } from 'vitest';
import { command, connected, settled, setUp } from './link-rig.fixture.ts';
import type { ReceivedLine } from './traffic.ts';

describe('commands', () => {
  test('[OBD-6] a reply ends at its final result code, with latency and information lines', async () => {
    const rig = await connected({ 'AT+VB=0': 'OK\r\n', ATI: '\r\nACME\r\nHW:2.1\r\n\r\nOK\r\n' });
    await rig.clock.settle();
    const outcome = await settled(rig, rig.link.execute(command('ATI')), 0);
    expect(outcome).toMatchObject({ kind: 'ok', code: 'OK', lines: ['ACME', 'HW:2.1'] });
  });

  test('[DP-01] a missing reply is a timeout, and the next command is sent', async () => {
    const rig = await connected();
    await rig.clock.settle();
    expect(await settled(rig, rig.link.execute(command('AT+X')), 2_500)).toEqual({
      kind: 'timeout',
    });
    rig.fake.device.forgetWritten();
    void rig.link.execute(command('AT+Y'));
    await rig.clock.advance(1_100);
    expect(rig.fake.device.writtenText()).toBe('AT+Y\r\n');
  });

  test('[DP-02] a late reply is never read as the reply to the next command', async () => {
    const rig = await connected();
    await rig.clock.settle();
    const slow = rig.link.execute(command('AT+SLOW'));
    expect(await settled(rig, slow, 3_500)).toEqual({ kind: 'timeout' });
    const next = rig.link.execute(command('ATI'));
    await rig.clock.settle();
    rig.fake.device.send('\r\n+SLOW: 1\r\n\r\nOK\r\n');
    expect(await settled(rig, next, 0)).toBe('pending');
    rig.fake.device.send('\r\nACME\r\n\r\nOK\r\n');
    expect(await settled(rig, next, 0)).toMatchObject({ kind: 'ok', lines: ['ACME'] });
  });

  test('[DP-02] after a poll timed out, the verbose command synchronizes commands and replies', async () => {
    const rig = await connected({ 'AT+VB=0': '\r\nOK\r\n' });
    await rig.clock.settle();
    const poll = command('AT+ADATA', 'background');
    expect(await settled(rig, rig.link.poll(poll), 3_500)).toEqual({ kind: 'timeout' });
    rig.fake.device.forgetWritten();
    void rig.link.poll(poll);
    await rig.clock.settle();
    expect(rig.fake.device.writtenText()).toBe('AT+VB=0\r\nAT+ADATA\r\n');
  });

  test('[DP-06] an unsolicited line inside a reply does not belong to it', async () => {
    const rig = await connected();
    await rig.clock.settle();
    const outcome = rig.link.execute(command('AT+T?'));
    await rig.clock.settle();
    rig.fake.device.send(
      '\r\n+T: 1\r\n\r\n+ALARM: PRT=0001,CELL=12,VAL=3712,LIM=3650\r\n\r\nOK\r\n',
    );
    expect(await settled(rig, outcome, 0)).toMatchObject({ kind: 'ok', lines: ['+T: 1'] });
    expect(rig.traffic).toContainEqual(
      expect.objectContaining({
        kind: 'urc',
        urc: { kind: 'alarm', payload: 'PRT=0001,CELL=12,VAL=3712,LIM=3650' },
      }),
    );
  });

  test('[DP-07] user commands are sent before app traffic, one at a time', async () => {
    const rig = await connected({});
    const order = ['AT+B', 'AT+A1', 'AT+A2'];
    void rig.link.execute(command('AT+B', 'background'));
    void rig.link.execute(command('AT+A1'));
    void rig.link.execute(command('AT+A2'));
    expect(rig.link.waiting$.value).toBe(2);
    expect(await settled(rig, rig.link.poll(command('AT+P', 'background')), 0)).toEqual({
      kind: 'skipped',
    });
    rig.fake.device.onWrite(() => rig.fake.device.send('\r\nOK\r\n'));
    rig.fake.device.send('\r\nOK\r\n');
    await rig.clock.settle();
    expect(rig.fake.device.writtenText()).toBe(
      ['AT+VB=0', order[1], order[2], order[0], ''].join('\r\n'),
    );
  });

  test('[DP-08] [TERM-239] a loss settles all commands as lost, a queued one as not sent', async () => {
    const rig = await connected();
    await rig.clock.settle();
    const outcomes = [rig.link.execute(command('AT+1')), rig.link.execute(command('AT+2'))];
    rig.fake.unplug();
    await rig.clock.settle();
    expect(await Promise.all(outcomes)).toEqual([
      { kind: 'lost' },
      { kind: 'lost', isUnsent: true },
    ]);
  });

  test('[DP-13] two equal app commands are sent once', async () => {
    const rig = await connected();
    await rig.clock.settle();
    rig.fake.device.forgetWritten();
    const both = [1, 2].map(() => rig.link.execute(command('AT+Q', 'background')));
    await rig.clock.settle();
    rig.fake.device.send('\r\nOK\r\n');
    await rig.clock.settle();
    expect((await Promise.all(both)).map((outcome) => outcome.kind)).toEqual(['ok', 'ok']);
    expect(rig.fake.device.writtenText()).toBe('AT+Q\r\n');
  });

  test('[SR-12] a failed write is reported and never repeated', async () => {
    const rig = await connected();
    await rig.clock.settle();
    rig.fake.device.forgetWritten();
    rig.fake.device.failNextWrite({ kind: 'failed', message: 'no' });
    expect(await settled(rig, rig.link.execute(command('AT+W')), 10_000)).toEqual({
      kind: 'writeFailed',
      message: 'no',
    });
    expect(rig.fake.device.writtenText()).not.toContain('AT+W\r\nAT+W');
  });

  test('[OBD-7] silence ends the replies of a device without final codes, but no reply after the first final code', async () => {
    const rig = await connected({});
    await rig.clock.advance(5_000);
    const first = rig.link.execute(command('status'));
    await rig.clock.settle();
    rig.fake.device.send('soc 77\r\nv 13');
    expect(await settled(rig, first, 149)).toBe('pending');
    expect(await settled(rig, first, 2)).toMatchObject({ kind: 'ok', lines: ['soc 77'] });
    await rig.clock.advance(5_000);
    const second = rig.link.execute(command('ATI'));
    await rig.clock.settle();
    rig.fake.device.send('ACME\r\nOK\r\n');
    expect((await second).kind).toBe('ok');
    const third = rig.link.execute(command('ATI'));
    await rig.clock.settle();
    rig.fake.device.send('AC\r\n');
    expect(await settled(rig, third, 400)).toBe('pending');
  });

  test('[OBD-8] a prompt and balanced JSON end a reply without a line break', async () => {
    const rig = await connected({});
    await rig.clock.advance(5_000);
    const prompted = rig.link.execute(command('ATRV'));
    await rig.clock.settle();
    rig.fake.device.send('ATRV\r12.6V\r\r>');
    expect(await settled(rig, prompted, 0)).toMatchObject({ kind: 'ok', lines: ['12.6V'] });
    const json = rig.link.execute(command('dump'));
    await rig.clock.settle();
    rig.fake.device.send('{"v":13.2,"cells":[3.3]}');
    expect(await settled(rig, json, 45)).toMatchObject({ kind: 'ok' });
  });
});

test.each([
  ['before', true],
  ['after', false],
] as const)(
  '[DP-02] lines after a result code in one chunk do not answer the next command, %s the write has settled',
  async (_, isEarly) => {
    const rig = await connected();
    const release = rig.fake.hold('write');
    const first = rig.link.execute(command('AT+A'));
    const second = rig.link.execute(command('AT+B'));
    await rig.clock.settle();
    if (!isEarly) release();
    if (!isEarly) await rig.clock.settle();
    rig.fake.device.send('+A: 1\r\nOK\r\n+B: 8\r\nOK\r\n');
    await rig.clock.settle();
    release();
    expect(await settled(rig, first, 0)).toMatchObject({ kind: 'ok', lines: ['+A: 1'] });
    expect(await settled(rig, second, 0)).toBe('pending');
    rig.fake.device.send('+B: 9\r\nOK\r\n');
    expect(await settled(rig, second, 0)).toMatchObject({ kind: 'ok', lines: ['+B: 9'] });
  },
);

test('[LINK-138] a reply that an earlier connection left unread does not answer the first command of the next one', async () => {
  const rig = setUp({ 'AT+VB=0': '\r\nOK\r\n' });
  void rig.link.connect('fake');
  await rig.clock.settle();
  const outcome = rig.link.execute(command('ATI'));
  for (const part of ['\r\n+ADATA: 3.31,3.3', '0,3.32\r\n', '\r\nOK\r\n']) {
    await rig.clock.advance(90);
    rig.fake.device.send(part);
  }
  await rig.clock.advance(99);
  expect(rig.fake.device.writtenText()).toBe('');
  await rig.clock.advance(1);
  expect(rig.fake.device.writtenText()).toBe('AT+VB=0\r\nATI\r\n');
  rig.fake.device.send('\r\nACME\r\n\r\nOK\r\n');
  expect(await settled(rig, outcome, 0)).toMatchObject({ kind: 'ok', lines: ['ACME'] });
});

test('[LINK-138] the lines of a reply that an earlier connection left unread are not those of a stream', async () => {
  const cells = '1: 3.30\r\n2: 3.31\r\n3: 3.32\r\n';
  const rig = setUp({ 'AT+VB=0': '\r\nOK\r\n', CELLS: `${cells}OK\r\n` });
  const received: ReceivedLine[] = [];
  rig.link.traffic$.subscribe((event) => {
    if (event.kind === 'received') received.push(...event.lines);
  });
  void rig.link.connect('fake');
  await rig.clock.settle();
  rig.fake.device.send(`${cells}OK\r\n`);
  await rig.clock.advance(100);
  expect(received.filter(({ isUnsolicited }) => isUnsolicited)).toEqual([]);
  const outcome = rig.link.execute(command('CELLS', 'background'));
  expect(await settled(rig, outcome, 0)).toMatchObject({ lines: cells.trim().split('\r\n') });
});

test('[LINK-138] the first commands to a device that never stops sending go out a second after the opening', async () => {
  const rig = setUp();
  void rig.link.connect('fake');
  await rig.clock.settle();
  const poll = rig.link.poll(command('AT+ADATA', 'background'));
  for (let sent = 0; sent < 20; sent += 1) {
    expect(rig.fake.device.writtenText()).toBe('');
    rig.fake.device.send('12.6V\r\n');
    await rig.clock.advance(50);
  }
  expect(rig.fake.device.writtenText()).toBe('AT+VB=0\r\nAT+ADATA\r\n');
  expect(await settled(rig, poll, 10_000)).not.toMatchObject({ kind: 'skipped' });
});
