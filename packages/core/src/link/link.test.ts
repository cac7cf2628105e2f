import { describe, expect, test } from 'vitest';
import { connected, setUp } from './link-rig.fixture.ts';

describe('connecting', () => {
  test('[LINK-1] a connection passes through choosing and opening, and opens at the chosen baud rate', async () => {
    const rig = setUp();
    rig.link.changeSettings({ baudRate: 9_600 });
    const seen: string[] = [];
    rig.link.connection$.subscribe((state) =>
      seen.push(state.kind === 'connecting' ? state.stage : state.kind),
    );
    const result = rig.link.connect('fake');
    await rig.clock.advance(100);
    expect((await result).ok).toBe(true);
    expect(seen).toEqual(['disconnected', 'choosing', 'opening', 'connected']);
    expect(rig.fake.device.openedWith()).toMatchObject([{ baudRate: 9_600 }]);
    expect(rig.kinds().slice(0, 2)).toEqual(['opened', 'sent']);
  });

  test('[LINK-117] a granted device is opened without a chooser', async () => {
    const rig = setUp();
    const [granted] = await rig.link.granted('fake');
    expect(granted).toMatchObject({ linkId: 'fake' });
    const result = rig.link.connect(
      'fake',
      granted === undefined ? {} : { device: granted.device },
    );
    await rig.clock.settle();
    expect((await result).ok).toBe(true);
    expect(rig.fake.chooses()).toBe(0);
    expect(await rig.link.granted('no such way')).toEqual([]);
  });

  test('[SR-01] two simultaneous connects open the port once', async () => {
    const rig = setUp();
    const first = rig.link.connect('fake');
    expect(rig.link.connect('fake')).toBe(first);
    await rig.clock.settle();
    expect(rig.fake.opens()).toBe(1);
    expect(await rig.link.connect('fake')).toEqual({
      ok: false,
      error: { kind: 'alreadyConnected' },
    });
  });

  test('[ERR-11] a busy port is reported as busy, and the state is disconnected again', async () => {
    const rig = setUp();
    rig.fake.failNextOpen({ kind: 'busy', message: 'Failed to open serial port.' });
    const result = rig.link.connect('fake');
    await rig.clock.settle();
    expect((await result).ok).toBe(false);
    expect(rig.notices).toEqual([{ kind: 'portBusy' }]);
    expect(rig.link.connection$.value).toMatchObject({
      kind: 'disconnected',
      cause: { kind: 'openFailed', busy: true },
    });
    const again = rig.link.connect('fake');
    await rig.clock.settle();
    expect((await again).ok).toBe(true);
  });

  test('[SR-22] closing the chooser is not an error', async () => {
    const rig = setUp();
    rig.fake.answerNextChoose({ kind: 'cancelled' });
    const result = rig.link.connect('fake');
    await rig.clock.settle();
    expect(await result).toEqual({ ok: false, error: { kind: 'cancelled' } });
    expect(rig.notices).toEqual([]);
    expect(rig.link.connection$.value).toEqual({
      kind: 'disconnected',
      cause: { kind: 'notChosen' },
    });
  });

  test.each(['choose', 'open'] as const)(
    '[ERR-11] if the platform cannot %s, its message is shown, and the port does not count as busy',
    async (step) => {
      const rig = setUp();
      const failure = { kind: 'failed', message: 'No access.' } as const;
      if (step === 'choose') rig.fake.answerNextChoose(failure);
      else rig.fake.failNextOpen(failure);
      const result = rig.link.connect('fake');
      await rig.clock.settle();
      expect(await result).toEqual({ ok: false, error: failure });
      expect(rig.notices).toEqual([{ kind: 'openFailed', message: 'No access.' }]);
      const cause = { kind: 'openFailed', busy: false };
      expect(rig.link.connection$.value).toEqual({ kind: 'disconnected', cause });
    },
  );

  test('[SR-23] an attempt with an unanswered chooser can be cancelled', async () => {
    const rig = setUp();
    const release = rig.fake.hold('choose');
    void rig.link.connect('fake');
    await rig.clock.advance(60_000);
    expect(rig.link.connection$.value).toMatchObject({ kind: 'connecting', stage: 'choosing' });
    await rig.link.disconnect();
    expect(rig.link.connection$.value.kind).toBe('disconnected');
    release();
    await rig.clock.settle();
    expect(rig.fake.opens()).toBe(0);
  });

  test('[SR-23] the answer of a cancelled chooser does not end the next connection', async () => {
    const rig = setUp();
    const release = rig.fake.hold('choose');
    const first = rig.link.connect('fake');
    await rig.clock.settle();
    await rig.link.disconnect();
    rig.fake.answerNextChoose({ kind: 'cancelled' });
    const second = rig.link.connect('fake', { device: rig.fake.device.handle() });
    await rig.clock.settle();
    release();
    await rig.clock.settle();
    expect(await first).toEqual({ ok: false, error: { kind: 'cancelled' } });
    expect((await second).ok).toBe(true);
    expect(rig.link.connection$.value.kind).toBe('connected');
  });

  test('[SR-03] an open that never answers fails after 10 s, and the port is closed if it opens later', async () => {
    const rig = setUp();
    const release = rig.fake.hold('open');
    void rig.link.connect('fake');
    await rig.clock.advance(10_000);
    expect(rig.link.connection$.value.kind).toBe('disconnected');
    expect(rig.notices).toEqual([
      { kind: 'openFailed', message: 'The device did not answer in time.' },
    ]);
    release();
    await rig.clock.settle();
    expect(rig.fake.device.isOpen()).toBe(false);
  });
});

describe('verbose mode', () => {
  test('[LINK-137] after an open that was too late, the next Connect waits until its port is closed', async () => {
    const rig = setUp();
    const release = rig.fake.hold('open');
    void rig.link.connect('fake');
    await rig.clock.advance(11_000);
    const connecting = rig.link.connect('fake');
    await rig.clock.advance(1_000);
    release();
    await rig.clock.settle();
    expect((await connecting).ok).toBe(true);
    expect(rig.link.connection$.value.kind).toBe('connected');
    expect(rig.notices).toHaveLength(1);
  });

  test('[LINK-137] an open that never ends delays the next Connect by at most 10 s', async () => {
    const rig = setUp();
    rig.fake.hold('open');
    void rig.link.connect('fake');
    await rig.clock.advance(11_000);
    const connecting = rig.link.connect('fake');
    await rig.clock.advance(10_000);
    expect(await connecting).toMatchObject({ error: { kind: 'busy' } });
  });

  test('[LINK-2] verbose mode is switched off at connection in every section except the terminal', async () => {
    const rig = await connected();
    await rig.clock.settle();
    expect(rig.fake.device.writtenText()).toBe('AT+VB=0\r\n');
  });

  test('[LINK-3] verbose mode is switched on at connection in the terminal', async () => {
    const rig = setUp();
    rig.link.setSection('terminal');
    void rig.link.connect('fake');
    await rig.clock.advance(100);
    expect(rig.fake.device.writtenText()).toBe('AT+VB=1\r\n');
  });

  test('[LINK-4] verbose mode follows the section while connected', async () => {
    const rig = await connected({ 'AT+VB=0': '\r\nOK\r\n', 'AT+VB=1': '\r\nOK\r\n' });
    rig.link.setSection('terminal');
    await rig.clock.settle();
    rig.link.setSection('users');
    await rig.clock.settle();
    rig.link.setSection('home');
    await rig.clock.settle();
    expect(rig.fake.device.writtenText()).toBe('AT+VB=0\r\nAT+VB=1\r\nAT+VB=0\r\n');
  });

  test('[DP-10] after a boot banner the verbose command is sent again and the restart is reported', async () => {
    const rig = await connected();
    await rig.clock.settle();
    rig.fake.device.forgetWritten();
    rig.fake.device.send('\r\nREADY\r\n');
    await rig.clock.settle();
    expect(rig.kinds()).toContain('restarted');
    expect(rig.fake.device.writtenText()).toBe('AT+VB=0\r\n');
  });
});
