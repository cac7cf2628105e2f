import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDeviceCore } from '../device-core.ts';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { createFakeSerialLink } from '../fakes/fake-serial-link.ts';
import { command, connected, settled } from './link-rig.fixture.ts';
import type { Transaction } from './traffic.ts';

/** The link after a command `ATI` that was not answered in time; the device answers when the test says so. */
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
  test('[TERM-186] it is shown, but may be the late one', async () => {
    const { ask } = await afterTimeout();
    const { answered } = await ask('AT+VB?');
    expect(await answered('\r\nACME\r\nSN:A1\r\n\r\nOK\r\n')).toMatchObject({
      kind: 'unproven',
      lines: ['ACME', 'SN:A1'],
      code: 'OK',
      mayAnswer: 'ATI',
    });
  });

  test('[TERM-186] the reply that follows is the late one of the second command, and settles it', async () => {
    const { ask, clock, fake, link } = await afterTimeout();
    const late: string[] = [];
    link.late$.subscribe(({ of }) => late.push(of.text));
    await (await ask('AT+VB?')).answered('ACME\r\nOK\r\n');
    fake.device.send('\r\n1\r\n\r\nOK\r\n');
    await clock.advance(200);
    expect(late).toEqual(['AT+VB?']);
    expect(await (await ask('ATX')).answered('X\r\nOK\r\n')).toMatchObject({ kind: 'ok' });
  });

  test('[TERM-186] a reply that names its command is its own, and nothing before it is awaited', async () => {
    const { ask } = await afterTimeout();
    const named = await ask('AT+VB?');
    expect(await named.answered('+VB: 1\r\nOK\r\n')).toMatchObject({ kind: 'ok' });
    expect(await (await ask('ATX')).answered('X\r\nOK\r\n')).toMatchObject({ kind: 'ok' });
  });

  test('[TERM-186] the name of another form of the same command proves nothing', async () => {
    const { ask } = await afterTimeout('AT+LIM?');
    const { answered } = await ask('AT+LIM=5');
    expect(await answered('+LIM: 3\r\nOK\r\n')).toMatchObject({ kind: 'unproven' });
  });

  test('[TERM-186] a result code alone proves nothing either, and an error is no error of the command', async () => {
    const { ask } = await afterTimeout();
    expect(await (await ask('AT+X=1')).answered('ERROR\r\n')).toMatchObject({ kind: 'unproven' });
  });

  test('[TERM-186] the same command again is answered by either reply', async () => {
    const { ask } = await afterTimeout();
    expect(await (await ask('ATI')).answered('ACME\r\nOK\r\n')).toMatchObject({ kind: 'ok' });
    expect(await (await ask('ATX')).answered('X\r\nOK\r\n')).toMatchObject({ kind: 'unproven' });
  });

  test('[TERM-186] a late reply while nothing is pending settles it', async () => {
    const { ask, fake, clock } = await afterTimeout();
    fake.device.send('ACME\r\nOK\r\n');
    await clock.advance(200);
    expect(await (await ask('ATX')).answered('X\r\nOK\r\n')).toMatchObject({ kind: 'ok' });
  });

  test('[TERM-186] nothing is expected half a minute after the timeout, or 5 s after an uncertain reply', async () => {
    const first = await afterTimeout();
    await first.clock.advance(30_000);
    expect(await (await first.ask('ATX')).answered('X\r\nOK\r\n')).toMatchObject({ kind: 'ok' });
    const second = await afterTimeout();
    await (await second.ask('ATX')).answered('X\r\nOK\r\n');
    await second.clock.advance(5_001);
    expect(await (await second.ask('ATY')).answered('Y\r\nOK\r\n')).toMatchObject({ kind: 'ok' });
  });

  test('[TERM-186] after a restart nothing of before is expected', async () => {
    const { ask, fake, clock } = await afterTimeout();
    fake.device.send('\r\nREADY\r\n');
    await clock.settle();
    fake.device.send('\r\nOK\r\n');
    await clock.advance(200);
    expect(await (await ask('ATX')).answered('X\r\nOK\r\n')).toMatchObject({ kind: 'ok' });
  });

  test('[TERM-186] what the device ignored three times, for 10 s, makes no reply uncertain', async () => {
    const { ask, clock } = await afterTimeout('x');
    for (let times = 1; times < 3; times += 1) {
      await ask('x');
      await clock.advance(5_000);
    }
    expect(await (await ask('ATX')).answered('X\r\nOK\r\n')).toMatchObject({ kind: 'ok' });
  });

  test('[TERM-186] a reply that silence ends may be the late one, too', async () => {
    const { ask } = await afterTimeout('pwr');
    const { answered } = await ask('bat');
    expect(await answered('3.31 V\r\n', 1_000)).toMatchObject({
      kind: 'unproven',
      mayAnswer: 'pwr',
      endedBy: 'silence',
    });
  });

  test('[TERM-186] [LINK-100] the next user does not read the command of the one before', async () => {
    const { ask, link } = await afterTimeout();
    link.endUser();
    const { answered } = await ask('ATX');
    expect(await answered('ACME\r\nOK\r\n')).toMatchObject({ kind: 'unproven', mayAnswer: '' });
  });
});

/** A device that answers in order; each command names itself in its answer, which the link cannot know. */
const slowDevice = async (delays: readonly (number | undefined)[], section: string) => {
  const clock = createFakeClock();
  const fake = createFakeSerialLink();
  const core = createDeviceCore({ ...createFakePorts(), clock, links: [fake.link] });
  const transactions: Transaction[] = [];
  core.link.transactions$.subscribe((each) => transactions.push(each));
  let freeAt = 0;
  let count = 0;
  fake.device.onWrite((bytes) => {
    const text = new TextDecoder().decode(bytes).trim();
    const delay = text.startsWith('AT+VB=') ? 0 : delays[count++ % delays.length];
    if (delay === undefined) return;
    freeAt = Math.max(freeAt, clock.monotonicNow()) + delay;
    const answer = text === 'AT+ADATA' ? '+ADATA: 1,2' : `SN:${text}`;
    clock.after(freeAt - clock.monotonicNow(), () => {
      fake.device.send(text.startsWith('AT+VB=') ? '\r\nOK\r\n' : `\r\n${answer}\r\n\r\nOK\r\n`);
    });
  });
  core.showPath(`/mainpage/${section}`);
  void core.link.connect('fake');
  await clock.settle();
  return { clock, core, transactions };
};

describe('a device that answers late, or not at all', () => {
  const delaysUpTo = (max: number) =>
    fc.array(
      fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: 0, max }) },
        { weight: 1, arbitrary: fc.constant(undefined) },
      ),
      { minLength: 1, maxLength: 6 },
    );
  const typing = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 9_000 })), {
    minLength: 2,
    maxLength: 8,
  });

  // In the terminal up to 5 s, for which an uncertain reply is awaited; on Home a device that keeps up with the polls.
  test.each([
    ['terminal', 4_800],
    ['home', 1_800],
  ] as const)(
    '[TERM-186] [DP-02] at any delays no command of %s has the answer of another',
    async (section, longestMs) => {
      await fc.assert(
        fc.asyncProperty(delaysUpTo(longestMs), typing, async (slow, typed) => {
          const rig = await slowDevice(slow, section);
          for (const [index, [asksIdentity, pauseMs]] of typed.entries()) {
            // Not three times: what is ignored so often is no longer awaited.
            const isAgain = typed.slice(0, index).filter(([each]) => each).length < 2;
            rig.core.terminal.send(asksIdentity && isAgain ? 'ATI' : `ATX${index}`);
            await rig.clock.advance(pauseMs);
            const known = rig.core.telemetry.identity.identity$.value;
            if (known.kind === 'known') expect(known.identity.serial).toBe('ATI');
          }
          await rig.clock.advance(60_000);
          for (const { text, outcome } of rig.transactions) {
            if (outcome.kind !== 'ok' || outcome.lines.length === 0) continue;
            if (text.startsWith('AT+VB=')) continue; // of its reply no line is taken
            expect(outcome.lines).toEqual([text === 'AT+ADATA' ? '+ADATA: 1,2' : `SN:${text}`]);
          }
          await rig.core.dispose();
        }),
        { numRuns: 20 },
      );
    },
    60_000,
  );
});
