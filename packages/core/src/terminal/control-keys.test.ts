import { createFakePorts } from '../fakes/fake-ports.ts';
import { describe, expect, test } from 'vitest';
import { createFakeStorage } from '../fakes/fake-key-value-store.ts';
import { connected } from '../link/link-rig.fixture.ts';
import { toHexText } from '../protocol/hex.ts';
import { createTerminal } from './terminal.ts';

const setUp = async () => {
  const rig = await connected({ 'AT+VB=0': '\r\nOK\r\n' });
  const { link, clock, fake } = rig;
  const terminal = createTerminal({
    ...createFakePorts(),
    link,
    clock,
    store: createFakeStorage().openTab(),
  });
  await clock.advance(50);
  fake.device.forgetWritten();
  return { ...rig, terminal };
};

describe('control characters', () => {
  test('[TERM-117] Ctrl+C is sent without a line ending while a command is pending, and does not end that command', async () => {
    const { terminal, fake, clock, link } = await setUp();
    const slow = terminal.send('AT+SLOW');
    terminal.send('ATI');
    await clock.settle();
    expect(await terminal.sendControl('interrupt')).toEqual({ ok: true, value: undefined });
    expect(toHexText(fake.device.written())).toBe('41 54 2B 53 4C 4F 57 0D 0A 03');
    expect(link.waiting$.value).toBe(1);
    fake.device.send('\r\nstopped\r\n\r\nOK\r\n');
    await clock.advance(50);
    expect(await (slow.ok ? slow.value : undefined)).toMatchObject({
      kind: 'ok',
      lines: ['stopped'],
    });
  });

  test.each([
    ['interrupt', 0x03, '^C'],
    ['endOfTransmission', 0x04, '^D'],
    ['substitute', 0x1a, '^Z'],
    ['escape', 0x1b, 'ESC'],
  ] as const)(
    '[TERM-117] %s sends the byte %i, which the log shows as sent',
    async (key, byte, text) => {
      const { terminal, fake, clock } = await setUp();
      await terminal.sendControl(key);
      await clock.advance(50);
      expect([...fake.device.written()]).toEqual([byte]);
      const last = terminal.log$.value.entries().at(-1);
      expect(last).toMatchObject({ direction: 'sent', text, origin: 'user' });
      expect(terminal.history.commands$.value).toEqual([]);
    },
  );

  test('[TERM-117] sendControl returns an error without a connection, or when the write fails', async () => {
    const { terminal, fake, link } = await setUp();
    fake.device.failNextWrite({ kind: 'failed', message: 'no room' });
    expect(await terminal.sendControl('escape')).toEqual({
      ok: false,
      error: { kind: 'writeFailed', message: 'no room' },
    });
    await link.disconnect();
    expect(await terminal.sendControl('escape')).toEqual({
      ok: false,
      error: { kind: 'notConnected' },
    });
  });
});
