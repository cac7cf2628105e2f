import { describe, expect, test } from 'vitest';
import { createFakeStorage } from '../fakes/fake-key-value-store.ts';
import { connected } from '../link/link-rig.fixture.ts';
import { createTerminal } from './terminal.ts';

const setUp = async () => {
  const rig = await connected({ 'AT+VB=0': '\r\nOK\r\n' });
  const { link, clock, fake } = rig;
  const terminal = createTerminal({ link, clock, store: createFakeStorage().openTab() });
  await clock.advance(50);
  fake.device.forgetWritten();
  const answer = async (): Promise<void> => {
    fake.device.send('\r\nOK\r\n');
    await clock.advance(50);
  };
  return { ...rig, terminal, answer, state: () => terminal.lines.state$.value };
};

describe('[DP-14] several lines', () => {
  test('[TERM-118] go out one by one, each when the one before is answered, and the progress is told', async () => {
    const { terminal, clock, fake, answer, state } = await setUp();
    expect(state()).toEqual({ kind: 'idle' });
    expect(terminal.lines.start(['AT', 'ATI', 'ATE0'])).toBe(true);
    await clock.advance(50);
    expect(fake.device.writtenText()).toBe('AT\r\n');
    expect(state()).toEqual({ kind: 'running', sent: 1, total: 3 });
    await answer();
    expect(fake.device.writtenText()).toBe('AT\r\nATI\r\n');
    expect(terminal.lines.start(['other'])).toBe(false);
    await answer();
    await answer();
    expect(state()).toEqual({ kind: 'ended', sent: 3, total: 3 });
    terminal.lines.dismiss();
    expect(state()).toEqual({ kind: 'idle' });
  });

  test('[TERM-118] cancelled, no further line goes out, and a new run may begin', async () => {
    const { terminal, clock, fake, answer, state } = await setUp();
    terminal.lines.start(['AT', 'ATI', 'ATE0']);
    await clock.advance(50);
    terminal.lines.cancel();
    expect(state()).toEqual({ kind: 'ended', sent: 1, total: 3, stop: { kind: 'cancelled' } });
    await answer();
    expect(fake.device.writtenText()).toBe('AT\r\n');
    expect(terminal.lines.start(['ATI'])).toBe(true);
    await clock.advance(50);
    expect(fake.device.writtenText()).toBe('AT\r\nATI\r\n');
  });

  test('[TERM-118] cancelled, a line that waits for its turn is not sent either', async () => {
    const { terminal, clock, fake, answer } = await setUp();
    terminal.send('AT+SLOW');
    terminal.lines.start(['AT', 'ATI']);
    await clock.advance(50);
    terminal.lines.cancel();
    await answer();
    await clock.advance(50);
    expect(fake.device.writtenText()).toBe('AT+SLOW\r\n');
  });

  test('[TERM-118] a line without an answer is waited for until its time is out', async () => {
    const { terminal, clock, fake, state } = await setUp();
    terminal.lines.start(['AT', 'ATI']);
    await clock.advance(7_000);
    expect(fake.device.writtenText()).toBe('AT\r\nATI\r\n');
    await clock.advance(7_000);
    expect(state()).toEqual({ kind: 'ended', sent: 2, total: 2 });
  });

  test('[TERM-118] a lost connection and a line that cannot be sent stop the run', async () => {
    const { terminal, clock, fake, state } = await setUp();
    terminal.lines.start(['AT', 'ATI']);
    await clock.advance(50);
    fake.unplug('eventFirst');
    await clock.advance(50);
    expect(state()).toEqual({ kind: 'ended', sent: 1, total: 2, stop: { kind: 'lost' } });
    terminal.lines.start(['AT', 'ATI']);
    await clock.settle();
    expect(state()).toEqual({ kind: 'ended', sent: 0, total: 2, stop: { kind: 'notConnected' } });
  });

  test('[SA-04] another user sends none of the lines of the one before', async () => {
    const { terminal, clock, fake, answer, state } = await setUp();
    terminal.lines.start(['AT', 'ATI']);
    await clock.advance(50);
    terminal.forgetUser();
    await answer();
    expect(state()).toEqual({ kind: 'idle' });
    expect(fake.device.writtenText()).toBe('AT\r\n');
  });
});
