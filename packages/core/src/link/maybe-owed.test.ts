import { describe, expect, test } from 'vitest';
import { INITIAL_COMMAND_STATE } from './command-state.ts';
import { command, connected, settled } from './link-rig.fixture.ts';
import { withOwed } from './owed-replies.ts';

/** Sets up a link whose first command was answered by a line that the device sent by itself. */
const afterOtherLine = async (text = 'ATI', other = 'BATTERY LOW\r\n') => {
  const rig = await connected();
  await rig.clock.settle();
  const ask = async (next: string, answer: string, ms = 0) => {
    const outcome = rig.link.execute(command(next));
    await rig.clock.settle();
    rig.fake.device.send(answer);
    return settled(rig, outcome, ms);
  };
  expect(await ask(text, other, 200)).toMatchObject({ kind: 'ok', endedBy: 'silence' });
  return { ...rig, ask };
};

describe('the first result code after a reply that silence has ended', () => {
  test.each(['ACME\r\nOK\r\n', 'OK\r\n', 'ERROR\r\n', '+OTHER: 1\r\nOK\r\n'])(
    '[OBD-350] the reply %j to the next command is unproven, and its own reply is awaited',
    async (reply) => {
      const { ask, clock, fake, link } = await afterOtherLine();
      expect(await ask('AT+VB?', reply)).toMatchObject({ kind: 'unproven', mayAnswer: 'ATI' });
      const late: string[] = [];
      link.late$.subscribe(({ of }) => late.push(of.text));
      fake.device.send('1\r\nOK\r\n');
      await clock.advance(200);
      expect(late).toEqual(['AT+VB?']);
      expect(await ask('ATX', 'X\r\nOK\r\n')).toMatchObject({ kind: 'ok', lines: ['X'] });
    },
  );

  test('[OBD-350] after several replies that silence has ended, the next ones are unproven until all true replies have arrived', async () => {
    const { ask } = await afterOtherLine();
    expect(await ask('ATJ', 'BATTERY LOW\r\n', 200)).toMatchObject({ kind: 'ok' });
    expect(await ask('ATK', 'I\r\nOK\r\n', 1_000)).toMatchObject({ mayAnswer: 'ATI' });
    expect(await ask('ATL', 'J\r\nOK\r\n', 1_000)).toMatchObject({ mayAnswer: 'ATJ' });
  });

  test('[OBD-350] a command that timed out later is awaited after it', async () => {
    const { ask } = await afterOtherLine();
    expect(await ask('ATJ', '', 1_200)).toEqual({ kind: 'timeout' });
    expect(await ask('ATK', 'I\r\nOK\r\n', 1_000)).toMatchObject({ mayAnswer: 'ATI' });
    expect(await ask('ATL', 'J\r\nOK\r\n', 1_000)).toMatchObject({ mayAnswer: 'ATJ' });
  });

  test('[OBD-350] a reply that silence ended after a timeout is unproven, and its command is awaited once', async () => {
    const { ask, clock, fake } = await afterOtherLine();
    await clock.advance(5_000);
    expect(await ask('ATJ', '', 1_200)).toEqual({ kind: 'timeout' });
    expect(await ask('ATK', 'J\r\n', 1_200)).toMatchObject({ mayAnswer: 'ATJ' });
    expect(await ask('ATL', 'K\r\nOK\r\n')).toMatchObject({ mayAnswer: 'ATK' });
    fake.device.send('L\r\nOK\r\n');
    await clock.advance(200);
    expect(await ask('ATM', 'M\r\nOK\r\n')).toMatchObject({ kind: 'ok' });
  });

  test.each(['{"v":13.2}', '12.6V\r\n\r\n>'])(
    '[OBD-350] %j is the whole reply, so no other one is awaited',
    async (reply) => {
      const rig = await connected();
      await rig.clock.settle();
      const outcome = rig.link.execute(command('dump'));
      await rig.clock.settle();
      rig.fake.device.send(reply);
      expect(await settled(rig, outcome, 45)).toMatchObject({ kind: 'ok' });
      const next = rig.link.execute(command('AT+X=1'));
      await rig.clock.settle();
      rig.fake.device.send('OK\r\n>');
      expect(await settled(rig, next, 45)).toMatchObject({ kind: 'ok' });
    },
  );

  test('[OBD-350] no other reply is awaited after one of bytes that are not text', async () => {
    const rig = await connected();
    await rig.clock.settle();
    const bytes = Uint8Array.of(1, 3, 0xff, 0xfe);
    const outcome = rig.link.execute({ ...command('01 03 FF FE'), bytes });
    await rig.clock.settle();
    rig.fake.device.send(bytes);
    expect(await settled(rig, outcome, 200)).toMatchObject({ endedBy: 'silence', lines: [] });
    const next = rig.link.execute(command('AT+X=1'));
    await rig.clock.settle();
    rig.fake.device.send('OK\r\n');
    expect(await settled(rig, next, 45)).toMatchObject({ kind: 'ok' });
  });

  test('[OBD-350] bytes that are not text do not answer an earlier text command', async () => {
    const rig = await connected();
    await rig.clock.settle();
    expect(await settled(rig, rig.link.execute(command('ATI')), 1_200)).toEqual({
      kind: 'timeout',
    });
    const bytes = Uint8Array.of(1, 3, 0xff, 0xfe);
    const outcome = rig.link.execute({ ...command('01 03 FF FE'), bytes });
    await rig.clock.settle();
    rig.fake.device.send(bytes);
    expect(await settled(rig, outcome, 200)).toMatchObject({ kind: 'ok', lines: [] });
  });

  test('[OBD-350] a reply that names its command answers it', async () => {
    const { ask } = await afterOtherLine();
    expect(await ask('AT+VB?', '+VB: 1\r\nOK\r\n')).toMatchObject({ kind: 'ok' });
  });

  test('[OBD-350] no reply is awaited of a command that was named in its reply, nor of those before it', async () => {
    const { ask } = await afterOtherLine();
    expect(await ask('AT+VB?', '+VB: 1\r\n', 200)).toMatchObject({ endedBy: 'silence' });
    expect(await ask('AT+X=1', 'OK\r\n')).toMatchObject({ kind: 'ok' });
  });

  test('[OBD-350] the true reply may arrive while no command is pending', async () => {
    const { ask, clock, fake } = await afterOtherLine();
    fake.device.send('ACME\r\nOK\r\n');
    await clock.advance(200);
    expect(await ask('AT+X=1', 'OK\r\n')).toMatchObject({ kind: 'ok' });
  });

  test('[OBD-350] the true reply is awaited for 5 s, and not after a restart of the device', async () => {
    const early = await afterOtherLine();
    await early.clock.advance(4_900);
    expect(await early.ask('ATX', 'OK\r\n')).toMatchObject({ kind: 'unproven' });
    const later = await afterOtherLine();
    await later.clock.advance(5_000);
    expect(await later.ask('ATX', 'OK\r\n')).toMatchObject({ kind: 'ok' });
    const again = await later.ask('ATJ', 'BATTERY LOW\r\n', 200);
    expect(again).toMatchObject({ endedBy: 'silence' });
    expect(await later.ask('ATX', 'OK\r\n')).toMatchObject({ kind: 'unproven' });
    const times = { startedAt: 0, until: 5_000, latest: 5_000 };
    const reply = { text: 'ATI', name: undefined, isBare: false, isIgnored: false, ...times };
    const state = { ...INITIAL_COMMAND_STATE, maybeOwed: [reply] };
    expect(withOwed(state, { kind: 'interrupted' })).toEqual(INITIAL_COMMAND_STATE);
  });

  test('[OBD-350] [OBD-7] of a device that ends only some replies by a result code, one reply is unproven', async () => {
    const { ask, clock } = await afterOtherLine('status', 'soc 77\r\n');
    expect(await ask('set x 1', 'OK\r\n')).toMatchObject({ kind: 'unproven' });
    await clock.advance(1_000);
    expect(await ask('status', 'soc 77\r\n', 1_000)).toMatchObject({ kind: 'unproven' });
    await clock.advance(6_000);
    expect(await ask('status', 'soc 77\r\n', 200)).toMatchObject({ kind: 'ok' });
    expect(await ask('set x 2', 'OK\r\n')).toMatchObject({ kind: 'ok' });
  });

  test('[OBD-350] [SESSION-17] the next user does not see which command of the last user it may answer', async () => {
    const { ask, link } = await afterOtherLine();
    link.endUser();
    expect(await ask('ATX', 'OK\r\n')).toMatchObject({ kind: 'unproven', mayAnswer: '' });
  });
});
