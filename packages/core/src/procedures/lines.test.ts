import { createFakePorts } from '../fakes/fake-ports.ts';
import { describe, expect, test } from 'vitest';
import { createFakeStorage } from '../fakes/fake-key-value-store.ts';
import { connected } from '../link/link-rig.fixture.ts';
import { createTerminal } from '../terminal/terminal.ts';
import { createLines } from './lines.ts';

const setUp = async () => {
  const rig = await connected({ 'AT+VB=0': '\r\nOK\r\n' });
  const { link, clock, fake } = rig;
  const terminal = createTerminal({
    ...createFakePorts(),
    link,
    clock,
    store: createFakeStorage().openTab(),
  });
  const lines = createLines(clock, terminal.send);
  await clock.advance(50);
  fake.device.forgetWritten();
  const answer = async (): Promise<void> => {
    fake.device.send('\r\nOK\r\n');
    await clock.advance(50);
  };
  return { ...rig, terminal, lines, answer, state: () => lines.state$.value };
};

describe('[DP-14] sending several pasted lines', () => {
  test('[TERM-118] each line is sent when the previous one is answered, and the progress is published', async () => {
    const { lines, clock, fake, answer, state } = await setUp();
    expect(state()).toEqual({ kind: 'idle' });
    expect(lines.start(['AT', 'ATI', 'ATE0'])).toBe(true);
    await clock.advance(50);
    expect(fake.device.writtenText()).toBe('AT\r\n');
    expect(state()).toEqual({ kind: 'running', sent: 1, total: 3 });
    await answer();
    expect(fake.device.writtenText()).toBe('AT\r\nATI\r\n');
    expect(lines.start(['other'])).toBe(false);
    await answer();
    await answer();
    expect(state()).toEqual({ kind: 'ended', sent: 3, total: 3 });
    lines.dismiss();
    expect(state()).toEqual({ kind: 'idle' });
  });

  test('[TERM-118] after a stop no further line is sent, and a new run can begin', async () => {
    const { lines, clock, fake, answer, state } = await setUp();
    lines.start(['AT', 'ATI', 'ATE0']);
    await clock.advance(50);
    lines.stop();
    expect(state()).toEqual({ kind: 'ended', sent: 1, total: 3, stop: { kind: 'stopped' } });
    await answer();
    expect(fake.device.writtenText()).toBe('AT\r\n');
    expect(lines.start(['ATI'])).toBe(true);
    await clock.advance(50);
    expect(fake.device.writtenText()).toBe('AT\r\nATI\r\n');
  });

  test('[TERM-118] [TERM-239] after a stop a queued line is not sent either, and does not count as sent', async () => {
    const { terminal, lines, clock, fake, answer, state } = await setUp();
    terminal.send('AT+SLOW');
    lines.start(['AT', 'ATI']);
    await clock.advance(50);
    expect(state()).toEqual({ kind: 'running', sent: 0, total: 2 });
    lines.stop();
    const ended = { kind: 'ended', sent: 0, total: 2, stop: { kind: 'stopped' } };
    expect(state()).toEqual(ended);
    await answer();
    await clock.advance(50);
    expect(fake.device.writtenText()).toBe('AT+SLOW\r\n');
    expect(state()).toEqual(ended);
  });

  test('[TERM-239] a line that is queued when the connection ends does not count as sent', async () => {
    const { terminal, lines, clock, fake, state } = await setUp();
    terminal.send('AT+SLOW');
    lines.start(['AT', 'ATI']);
    await clock.advance(50);
    fake.unplug('eventFirst');
    await clock.advance(50);
    const stop = { kind: 'lost', isUnsent: true };
    expect(state()).toEqual({ kind: 'ended', sent: 0, total: 2, stop });
  });

  test('[TERM-118] a line without a reply delays the next one until it times out', async () => {
    const { lines, clock, fake, state } = await setUp();
    lines.start(['AT', 'ATI']);
    await clock.advance(7_000);
    expect(fake.device.writtenText()).toBe('AT\r\nATI\r\n');
    await clock.advance(7_000);
    expect(state()).toEqual({ kind: 'ended', sent: 2, total: 2 });
  });

  test('[TERM-118] a lost connection or a line that cannot be sent stops the run', async () => {
    const { lines, clock, fake, state } = await setUp();
    lines.start(['AT', 'ATI']);
    await clock.advance(50);
    fake.unplug('eventFirst');
    await clock.advance(50);
    expect(state()).toEqual({ kind: 'ended', sent: 1, total: 2, stop: { kind: 'lost' } });
    lines.start(['AT', 'ATI']);
    await clock.settle();
    expect(state()).toEqual({ kind: 'ended', sent: 0, total: 2, stop: { kind: 'notConnected' } });
  });

  test('[TERM-240] a line that could not be written does not count as sent', async () => {
    const { lines, clock, fake, state } = await setUp();
    fake.device.failNextWrite({ kind: 'failed', message: 'broken pipe' });
    lines.start(['AT', 'ATI']);
    await clock.advance(50);
    const stop = { kind: 'writeFailed', message: 'broken pipe' };
    expect(state()).toEqual({ kind: 'ended', sent: 0, total: 2, stop });
  });

  test('[SA-04] after a stop at sign-out no line of the previous user is sent', async () => {
    const { lines, clock, fake, answer } = await setUp();
    lines.start(['AT', 'ATI']);
    await clock.advance(50);
    lines.stop();
    lines.dismiss();
    await answer();
    expect(fake.device.writtenText()).toBe('AT\r\n');
  });
});
