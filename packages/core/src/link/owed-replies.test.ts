import { describe, expect, test } from 'vitest';
import { command, connected, settled } from './link-rig.fixture.ts';

/**
 * Sets up a link after a command `ATI` that was not answered in time. The device answers when the test calls
 * `answered`.
 */
const afterTimeout = async (text = 'ATI') => {
  const rig = await connected();
  await rig.clock.settle();
  expect(await settled(rig, rig.link.execute(command(text)), 1_500)).toEqual({ kind: 'timeout' });
  const ask = async (next: string, origin?: 'background') => {
    const outcome = rig.link.execute(command(next, origin));
    await rig.clock.settle();
    return { outcome, answered: (answer: string, ms = 0) => said(outcome, answer, ms) };
  };
  const said = async (outcome: Promise<unknown>, answer: string, ms = 0) => {
    rig.fake.device.send(answer);
    return settled(rig, outcome, ms);
  };
  return { ...rig, ask };
};

describe('the reply after a timeout', () => {
  test('[TERM-186] the next reply is shown as unproven, because it may be the late one', async () => {
    const { ask } = await afterTimeout();
    const { answered } = await ask('AT+VB?');
    expect(await answered('\r\nACME\r\nSN:A1\r\n\r\nOK\r\n')).toMatchObject({
      kind: 'unproven',
      lines: ['ACME', 'SN:A1'],
      code: 'OK',
      mayAnswer: 'ATI',
    });
  });

  test('[TERM-186] the reply after an unproven one is the late reply to the second command, and no further reply is owed', async () => {
    const { ask, clock, fake, link } = await afterTimeout();
    const late: string[] = [];
    link.late$.subscribe(({ of }) => late.push(of.text));
    await (await ask('AT+VB?')).answered('ACME\r\nOK\r\n');
    fake.device.send('\r\n1\r\n\r\nOK\r\n');
    await clock.advance(200);
    expect(late).toEqual(['AT+VB?']);
    expect(await (await ask('ATX')).answered('X\r\nOK\r\n')).toMatchObject({ kind: 'ok' });
  });

  test('[TERM-186] a reply that names its command answers it, and no earlier reply is awaited', async () => {
    const { ask } = await afterTimeout();
    const named = await ask('AT+VB?');
    expect(await named.answered('+VB: 1\r\nOK\r\n')).toMatchObject({ kind: 'ok' });
    expect(await (await ask('ATX')).answered('X\r\nOK\r\n')).toMatchObject({ kind: 'ok' });
  });

  test('[TERM-186] a reply is unproven if its name is also that of another form of the command', async () => {
    const { ask } = await afterTimeout('AT+LIM?');
    const { answered } = await ask('AT+LIM=5');
    expect(await answered('+LIM: 3\r\nOK\r\n')).toMatchObject({ kind: 'unproven' });
  });

  test('[TERM-186] a result code alone is unproven, and an error is not taken as an error of the command', async () => {
    const { ask } = await afterTimeout();
    expect(await (await ask('AT+X=1')).answered('ERROR\r\n')).toMatchObject({ kind: 'unproven' });
  });

  test('[TERM-186] if the same command is sent again, either reply answers it', async () => {
    const { ask } = await afterTimeout();
    expect(await (await ask('ATI')).answered('ACME\r\nOK\r\n')).toMatchObject({ kind: 'ok' });
    expect(await (await ask('ATX')).answered('X\r\nOK\r\n')).toMatchObject({ kind: 'unproven' });
  });

  /** Sends the command again 3 s after an uncertain reply to it, and returns how to go on. */
  const sentAgain = async () => {
    const rig = await afterTimeout('ATX');
    const again = async () => (await rig.ask('ATI')).answered('SN:A1\r\nOK\r\n');
    expect(await again()).toMatchObject({ kind: 'unproven', mayAnswer: 'ATX' });
    await rig.clock.advance(3_000);
    expect(await again()).toMatchObject({ kind: 'ok' });
    return { ...rig, again };
  };

  test('[TERM-186] if the same command is sent again, its second reply may come 5 s after the first one', async () => {
    const slow = await sentAgain();
    await slow.clock.advance(4_900);
    expect(await (await slow.ask('ATY')).answered('SN:A1\r\nOK\r\n')).toMatchObject({
      kind: 'unproven',
      mayAnswer: 'ATI',
    });
    const other = await sentAgain();
    await other.clock.advance(5_001);
    expect(await (await other.ask('ATY')).answered('Y\r\nOK\r\n')).toMatchObject({ kind: 'ok' });
  });

  test('[TERM-186] a command that is sent again and again makes replies uncertain for half a minute at most', async () => {
    const { ask, again, clock } = await sentAgain();
    for (let seconds = 7; seconds < 30; seconds += 4) {
      await clock.advance(4_000);
      expect(await again()).toMatchObject({ kind: 'ok' });
    }
    await clock.advance(3_001);
    expect(await (await ask('ATY')).answered('Y\r\nOK\r\n')).toMatchObject({ kind: 'ok' });
  });

  test('[TERM-186] after a late reply while no command is pending, no further reply is owed', async () => {
    const { ask, fake, clock } = await afterTimeout();
    fake.device.send('ACME\r\nOK\r\n');
    await clock.advance(200);
    expect(await (await ask('ATX')).answered('X\r\nOK\r\n')).toMatchObject({ kind: 'ok' });
  });

  test('[TERM-186] no late reply is expected 30 s after a timeout or 5 s after an unproven reply', async () => {
    const first = await afterTimeout();
    await first.clock.advance(30_000);
    expect(await (await first.ask('ATX')).answered('X\r\nOK\r\n')).toMatchObject({ kind: 'ok' });
    const second = await afterTimeout();
    await (await second.ask('ATX')).answered('X\r\nOK\r\n');
    await second.clock.advance(5_001);
    expect(await (await second.ask('ATY')).answered('Y\r\nOK\r\n')).toMatchObject({ kind: 'ok' });
  });

  test('[TERM-186] after a restart no late reply is expected', async () => {
    const { ask, fake, clock } = await afterTimeout();
    fake.device.send('\r\nREADY\r\n');
    await clock.settle();
    fake.device.send('\r\nOK\r\n');
    await clock.advance(200);
    expect(await (await ask('ATX')).answered('X\r\nOK\r\n')).toMatchObject({ kind: 'ok' });
  });

  test('[TERM-186] a command that was ignored three times over 10 s makes no reply unproven', async () => {
    const { ask, clock } = await afterTimeout('x');
    for (let times = 1; times < 3; times += 1) {
      await ask('x');
      await clock.advance(5_000);
    }
    expect(await (await ask('ATX')).answered('X\r\nOK\r\n')).toMatchObject({ kind: 'ok' });
  });

  test('[TERM-186] a reply that ends by silence is unproven, too', async () => {
    const { ask } = await afterTimeout('pwr');
    const { answered } = await ask('bat');
    expect(await answered('3.31 V\r\n', 1_000)).toMatchObject({
      kind: 'unproven',
      mayAnswer: 'pwr',
      endedBy: 'silence',
    });
  });

  test('[TERM-186] [LINK-100] the next user does not see the command of the previous user', async () => {
    const { ask, link } = await afterTimeout();
    link.endUser();
    const { answered } = await ask('ATX');
    expect(await answered('ACME\r\nOK\r\n')).toMatchObject({ kind: 'unproven', mayAnswer: '' });
  });
});
