import { describe, expect, test } from 'vitest';
import { command, connected, settled, setUp } from './link-rig.fixture.ts';

describe('errors and losses', () => {
  test('[SR-07] a parity error is counted and reported, and reading continues', async () => {
    const rig = await connected();
    rig.fake.device.send('before');
    rig.fake.glitch('ParityError', 'parity');
    rig.fake.device.send('after\r\n');
    await rig.clock.settle();
    expect(rig.link.connection$.value.kind).toBe('connected');
    const lines = rig.traffic.flatMap((event) => (event.kind === 'received' ? event.lines : []));
    expect(lines.map(({ line }) => line.text)).toContain('after');
    expect(rig.kinds()).toContain('glitch');
  });

  test('[SR-11] a line that delivers only errors ends the connection instead of a busy loop', async () => {
    const rig = await connected();
    for (let each = 0; each < 10; each += 1) rig.fake.glitch('UnknownError', 'noise');
    await rig.clock.advance(5_000);
    expect(rig.link.connection$.value).toEqual({
      kind: 'disconnected',
      cause: { kind: 'readError' },
    });
  });

  test.each(['streamFirst', 'eventFirst', 'streamOnly'] as const)(
    '[SR-18] an unplug reported %s causes one teardown and one notice',
    async (report) => {
      const rig = await connected();
      await rig.clock.settle();
      rig.fake.unplug(report);
      await rig.clock.settle();
      expect(rig.kinds().filter((kind) => kind === 'closed')).toEqual(['closed']);
      expect(rig.notices).toEqual([{ kind: 'deviceUnplugged' }]);
      expect(rig.link.connection$.value).toMatchObject({
        kind: 'disconnected',
        cause: { kind: 'unplugged' },
      });
    },
  );

  test('[LINK-14] unreadable bytes are diagnosed within a second, and the same device opens at another rate', async () => {
    const rig = await connected();
    rig.fake.device.send(new Uint8Array(100).fill(0xf8));
    await rig.clock.advance(1_000);
    expect(rig.link.diagnosis$.value).toMatchObject({ kind: 'wrongBaudRate', tryBaudRate: 57_600 });
    const reopened = rig.link.reopenAt(57_600);
    await rig.clock.settle();
    expect((await reopened).ok).toBe(true);
    expect(rig.fake.chooses()).toBe(1);
    expect(rig.link.connection$.value).toMatchObject({ kind: 'connected', baudRate: 57_600 });
    expect(rig.link.diagnosis$.value).toEqual({ kind: 'well' });
  });

  test('[LINK-5] an unplug is not announced if its notification is switched off', async () => {
    const rig = await connected();
    rig.link.changeSettings({ notifyOnUnplug: false });
    rig.fake.unplug();
    await rig.clock.settle();
    expect(rig.notices).toEqual([]);
  });

  test('[SR-20] the unplug of another device has no effect', async () => {
    const rig = setUp();
    const other = rig.fake.addDevice();
    void rig.link.connect('fake');
    await rig.clock.settle();
    other.unplug();
    await rig.clock.settle();
    expect(rig.link.connection$.value.kind).toBe('connected');
  });

  test('[SR-05] disconnecting twice causes one teardown, and the device opens again', async () => {
    const rig = await connected();
    await Promise.all([rig.link.disconnect(), rig.link.disconnect()]);
    await rig.link.disconnect();
    expect(rig.kinds().filter((kind) => kind === 'closed')).toEqual(['closed']);
    void rig.link.connect('fake');
    await rig.clock.settle();
    expect(rig.link.connection$.value.kind).toBe('connected');
    expect(rig.fake.opens()).toBe(2);
  });

  test('[SR-30] a write that the device does not accept fails after 5 s, and the next command is sent', async () => {
    const rig = await connected();
    const letGo = rig.fake.hold('write');
    const stuck = rig.link.execute(command('AT+X'));
    expect(await settled(rig, stuck, 4_999)).toBe('pending');
    expect(await settled(rig, stuck, 1)).toMatchObject({
      kind: 'writeFailed',
      message: 'The device did not accept the bytes in time.',
    });
    letGo();
    void rig.link.execute(command('ATI'));
    await rig.clock.settle();
    expect(rig.fake.device.writtenText()).toMatch(/ATI\r\n$/);
  });

  test('[SR-04] a close that never answers ends after 3 s and is reported', async () => {
    const rig = await connected();
    rig.fake.hold('close');
    void rig.link.disconnect();
    await rig.clock.advance(6_000);
    expect(rig.link.connection$.value.kind).toBe('disconnected');
    expect(rig.kinds()).toContain('closeFailed');
  });

  test('[LR-06] a thousand connects and disconnects leave no timer', async () => {
    const rig = setUp();
    for (let cycle = 0; cycle < 1_000; cycle += 1) {
      void rig.link.connect('fake');
      await rig.clock.settle();
      await rig.link.disconnect();
    }
    await rig.clock.advance(20_000);
    expect(rig.clock.pendingTimers()).toBe(0);
    expect(rig.fake.opens()).toBe(1_000);
  });
});
