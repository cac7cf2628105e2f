import { expect, test } from 'vitest';
import { connected, command, settled, setUp } from './link-rig.fixture.ts';

const OPEN = { 'AT+VB=0': '\r\nOK\r\n', 'AT+FWUP': '\r\nOK\r\n' };

const opened = async () => {
  const rig = await connected(OPEN);
  await rig.clock.advance(7);
  const opening = rig.link.openRaw(command('AT+FWUP'));
  await rig.clock.settle();
  const result = await opening;
  if (!result.ok) throw new Error(result.error.kind);
  const received: string[] = [];
  let isComplete = false;
  result.value.received$.subscribe({
    next: (bytes) => received.push(new TextDecoder().decode(bytes)),
    complete: () => {
      isComplete = true;
    },
  });
  return { ...rig, channel: result.value, received, isComplete: () => isComplete };
};

test('[LINK-120] the command is sent first, and after its reply all bytes go to the channel', async () => {
  const { fake, clock, channel, received, traffic } = await opened();
  const before = traffic.length;
  fake.device.send('C');
  fake.device.send('AT\r\nOK\r\n');
  await clock.settle();
  await channel.write(Uint8Array.of(1, 0xfe));
  expect(received).toEqual(['C', 'AT\r\nOK\r\n']);
  expect(fake.device.writtenText()).toContain('AT+FWUP\r\n');
  expect([...fake.device.written().slice(-2)]).toEqual([1, 0xfe]);
  expect(traffic.slice(before)).toEqual([]);
});

test('[LINK-120] commands wait and polls are skipped until the channel is closed', async () => {
  const rig = await opened();
  const { link, fake, channel } = rig;
  const poll = link.poll(command('AT+ADATA', 'background'));
  expect(await settled(rig, poll, 0)).toEqual({ kind: 'skipped' });
  const user = link.execute(command('AT+FWUP'));
  expect(await link.writeRaw('x', Uint8Array.of(3))).toMatchObject({
    ok: false,
    error: { kind: 'writeFailed' },
  });
  const before = fake.device.written().length;
  expect(await settled(rig, user, 60_000)).toBe('pending');
  expect(fake.device.written().length).toBe(before);
  channel.close();
  expect(await settled(rig, user, 1_000)).toMatchObject({ kind: 'ok' });
});

test('[LINK-120] the log gets one line with the number of bytes', async () => {
  const { fake, clock, channel, traffic } = await opened();
  await channel.write(new Uint8Array(1_029));
  fake.device.send('C');
  await clock.advance(2_000);
  channel.close();
  channel.close();
  expect(traffic.filter(({ kind }) => kind === 'transfer')).toEqual([
    { kind: 'transfer', at: clock.wallNow(), sentBytes: 1_029, receivedBytes: 1, ms: 2_000 },
  ]);
});

test('[LINK-121] after the owner has closed the channel, nothing is written, although the device is connected', async () => {
  const { fake, channel } = await opened();
  channel.close();
  const before = fake.device.written().length;
  expect(await channel.write(Uint8Array.of(1))).toEqual({
    ok: false,
    error: { kind: 'notConnected' },
  });
  expect(fake.device.written()).toHaveLength(before);
});

test('[LINK-121] an unplug ends the channel, and nothing is written afterwards', async () => {
  const { fake, clock, channel, isComplete, kinds } = await opened();
  fake.unplug();
  await clock.advance(1_000);
  expect(isComplete()).toBe(true);
  expect(await channel.write(Uint8Array.of(1))).toEqual({
    ok: false,
    error: { kind: 'notConnected' },
  });
  expect(kinds().slice(-3)).toContain('transfer');
});

test('[LINK-121] the channel is not opened if the command fails, and later commands are still sent', async () => {
  const rig = await connected({ ...OPEN, 'AT+FWUP': '\r\nERROR\r\n' });
  const opening = rig.link.openRaw(command('AT+FWUP'));
  const result = await settled(rig, opening, 1_000);
  expect(result).toMatchObject({
    ok: false,
    error: { kind: 'refused', outcome: { kind: 'error' } },
  });
  expect(await settled(rig, rig.link.execute(command('AT+VB=0')), 1_000)).toMatchObject({
    kind: 'ok',
  });
});

test('[LINK-121] the channel waits for the pending command; a second one is refused', async () => {
  const rig = await connected(OPEN);
  const pending = rig.link.execute(command('AT+SLOW'));
  const opening = rig.link.openRaw();
  expect(await rig.link.openRaw()).toMatchObject({ ok: false, error: { kind: 'alreadyOpen' } });
  expect(await rig.link.writeRaw('x', Uint8Array.of(3))).toMatchObject({
    error: { kind: 'writeFailed' },
  });
  expect(await settled(rig, opening, 100)).toBe('pending');
  rig.fake.device.send('\r\nOK\r\n');
  expect(await settled(rig, opening, 100)).toMatchObject({ ok: true });
  expect(await pending).toMatchObject({ kind: 'ok' });
});

test('[LINK-121] opening a channel fails with “not connected” after an unplug and without a connection', async () => {
  const rig = await connected(OPEN);
  void rig.link.execute(command('AT+SLOW'));
  const opening = rig.link.openRaw();
  rig.fake.unplug();
  expect(await settled(rig, opening, 100)).toEqual({ ok: false, error: { kind: 'notConnected' } });
  expect(await setUp().link.openRaw()).toEqual({ ok: false, error: { kind: 'notConnected' } });
});

test.each([
  ['before its command is sent', command('AT+FWUP')],
  ['without a command', undefined],
])(
  '[LINK-121] [LINK-100] a channel that waits %s is not opened for a user who signs out',
  async (_, enter) => {
    const rig = await connected(OPEN);
    void rig.link.execute(command('AT+SLOW'));
    const opening = rig.link.openRaw(enter);
    await rig.clock.settle();
    rig.link.endUser();
    expect(await settled(rig, opening, 10_000)).toMatchObject({ ok: false });
    expect(rig.fake.device.writtenText()).not.toContain('AT+FWUP');
    const next = rig.link.execute(command('AT+VB=0'));
    expect(await settled(rig, next, 1_000)).toMatchObject({ code: 'OK' });
  },
);

test('[LINK-120] [LINK-100] a command that waits for an open channel is not sent when its user signs out', async () => {
  const rig = await connected(OPEN);
  expect(await settled(rig, rig.link.openRaw(), 1_000)).toMatchObject({ ok: true });
  const waiting = rig.link.execute(command('AT+MINE'));
  rig.link.endUser();
  expect(await settled(rig, waiting, 1_000)).toEqual({ kind: 'lost', isUnsent: true });
  expect(rig.fake.device.writtenText()).not.toContain('AT+MINE');
});
