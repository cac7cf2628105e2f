import { describe, expect, test } from 'vitest';
import { classifyLine, commandName } from '../protocol/reply-lines.ts';
import { INITIAL_COMMAND_STATE, MAX_REPLY_LINES, pendingCommand } from './command-state.ts';
import { command, connected, settled } from './link-rig.fixture.ts';
import {
  earlierPoll,
  isLateReply,
  isOwed,
  mayAnswer,
  owedAfterLate,
  owedAfterReply,
  owedAfterTimeout,
  withOwed,
  type OwedReply,
} from './owed-replies.ts';
import type { Command } from './traffic.ts';

/**
 * Sets up a link after a command `ATI` that was not answered in time. The device answers when the test calls
 * `answered`.
 */
const afterTimeout = async (text = 'ATI') => {
  const rig = await connected();
  await rig.clock.settle();
  expect(await settled(rig, rig.link.execute(command(text)), 1_500)).toEqual({ kind: 'timeout' });
  const ask = async (next: string, origin?: Command['origin']) => {
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

  test.each([
    ['ATX', 'user'],
    ['AT+ADATA', 'background'],
  ] as const)(
    '[TERM-186] [DP-02] after an unproven reply to %s nothing is sent for the usual time of a reply',
    async (text, origin) => {
      const { ask, clock, fake } = await afterTimeout();
      const { answered } = await ask(text, origin);
      expect(await answered('ACME\r\nOK\r\n')).toMatchObject({ kind: 'unproven' });
      fake.device.forgetWritten();
      const next = await ask('ATY');
      await clock.advance(999);
      expect(fake.device.writtenText()).toBe('');
      await clock.advance(1);
      expect(fake.device.writtenText()).toBe('ATY\r\n');
      const late = await next.answered('X\r\nOK\r\n'); // the missing reply may come even later
      expect(late).toMatchObject({ kind: 'unproven', mayAnswer: text });
    },
  );

  test('[TERM-186] [DP-02] the next command is sent 100 ms after the end of the missing reply; other bytes of that reply do not shorten the wait', async () => {
    const { ask, clock, fake } = await afterTimeout();
    await (await ask('ATX')).answered('ACME\r\nOK\r\n');
    fake.device.forgetWritten();
    const next = await ask('ATY');
    await clock.advance(300);
    fake.device.send('X\r\n');
    await clock.advance(300);
    expect(fake.device.writtenText()).toBe('');
    fake.device.send('OK\r\n');
    await clock.advance(100);
    expect(fake.device.writtenText()).toBe('ATY\r\n');
    expect(await next.answered('Y\r\nOK\r\n')).toMatchObject({ kind: 'ok', lines: ['Y'] });
  });

  test('[TERM-186] [DP-02] the missing reply may end in the same chunk', async () => {
    const { ask, clock, fake } = await afterTimeout();
    await (await ask('ATX')).answered('ACME\r\nOK\r\nX\r\nOK\r\n');
    fake.device.forgetWritten();
    await ask('ATY');
    await clock.advance(100);
    expect(fake.device.writtenText()).toBe('ATY\r\n');
  });

  test('[OBD-306] a late reply is not unsolicited, also after the timeout of another command, for 30 s', async () => {
    const { clock, fake, link, traffic } = await afterTimeout('AT+ADATA');
    const isUnsolicited = async (): Promise<boolean> => {
      fake.device.send('+ADATA: 1\r\n');
      await clock.settle();
      const [line] = traffic
        .flatMap((each) => (each.kind === 'received' ? each.lines : []))
        .slice(-1);
      return line?.isUnsolicited === true;
    };
    const other = link.execute(command('ATI'));
    expect(await settled({ clock }, other, 1_500)).toMatchObject({ kind: 'timeout' });
    expect(await isUnsolicited()).toBe(false);
    await clock.advance(27_000);
    expect(await isUnsolicited()).toBe(false);
    await clock.advance(3_000);
    expect(await isUnsolicited()).toBe(true);
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

  test('[TERM-186] [LINK-100] the next user does not see a command that was pending when the previous user signed out', async () => {
    const { ask, link, clock } = await afterTimeout();
    await clock.advance(30_000);
    await ask('ATY');
    link.endUser();
    await clock.advance(1_500);
    const { answered } = await ask('ATX');
    expect(await answered('ACME\r\nOK\r\n')).toMatchObject({ kind: 'unproven', mayAnswer: '' });
  });
});

/** A command that timed out at the time 0. */
const owed = (text: string, change: Partial<OwedReply> = {}): OwedReply => ({
  text,
  name: commandName(text),
  isBare: false,
  startedAt: 0,
  until: 30_000,
  latest: 30_000,
  isIgnored: true,
  ...change,
});
const bare = { isBare: true } as const;
const pending = (text: string, lines: readonly string[] = [], change: Partial<Command> = {}) => ({
  ...pendingCommand({ ...command(text), ...change }, 0, ''),
  lines,
});
const ofBytes: Partial<Command> = { replyEnd: { begin: () => () => 'more' } };
const texts = (replies: readonly OwedReply[]): readonly string[] => replies.map(({ text }) => text);

describe('the earlier command that a reply may answer', () => {
  const ati = owed('ATI');
  test.each([
    ['another command is overdue', [ati], pending('ATX', ['a']), 'ATI'],
    ['nothing is overdue', [], pending('ATX', ['a']), undefined],
    ['the same command is overdue', [ati], pending('ATI', ['a']), undefined],
    ['the pending command expects bytes', [ati], pending('ATX', [], ofBytes), undefined],
    ['the pending command expects only a result code', [ati], pending('ATX', [], bare), undefined],
    ['the lines name the pending command', [ati], pending('AT+CSQ', ['+CSQ: 1']), undefined],
    ['the lines name the overdue command', [ati], pending('AT+CSQ', ['+COPS: 1']), 'ATI'],
    ['neither command has a name', [ati], pending('ATX', ['+CSQ: 1', 'a']), 'ATI'],
    ['another form of the command is overdue', [ati, owed('AT+CSQ?')], pending('AT+CSQ', ['+CSQ: 1']), 'ATI'],
    ['an overdue command expects only a result code', [owed('ATZ', bare)], pending('ATX', ['a']), undefined],
    ['both replies are only a result code', [owed('ATZ', bare)], pending('ATX'), 'ATZ'],
  ] as const)('[TERM-186] %s', (_, replies, asked, text) => {
    expect(mayAnswer(replies, asked, 100)?.text).toBe(text);
  }); // oxfmt-ignore

  test('[TERM-186] a reply is expected until its time is over', () => {
    const replies = [owed('ATI', { until: 100 })];
    expect(mayAnswer(replies, pending('ATX'), 99)?.text).toBe('ATI');
    expect(mayAnswer(replies, pending('ATX'), 100)).toBe(undefined);
    const form = [owed('ATI'), owed('AT+CSQ?', { until: 100 })];
    expect(mayAnswer(form, pending('AT+CSQ', ['+CSQ: 1']), 100)).toBe(undefined);
  });

  test('[TERM-186] a command that was ignored three times over 10 s is not expected to be answered', () => {
    const ignored = [500, 4_000, 8_000].map((startedAt) => owed('ATI', { startedAt }));
    const found = (replies: readonly OwedReply[], at: number) =>
      mayAnswer(replies, pending('ATX'), at)?.text;
    expect(found(ignored, 10_499)).toBe('ATI');
    expect(found(ignored, 10_500)).toBe(undefined);
    expect(found(ignored.slice(1), 20_000)).toBe('ATI');
    expect(found([...ignored.slice(1), owed('ATI', { isIgnored: false })], 20_000)).toBe('ATI');
    expect(found([owed('ATQ'), ...ignored.slice(1)], 20_000)).toBe('ATQ');
  });
});

describe('the earlier poll that a reply may answer', () => {
  const poll = { origin: 'background' } as const;
  const overdue = [owed('ATQ'), owed('AT+ADATA', { startedAt: 10 }), owed('AT+ADATA')];
  test.each([
    ['the first equal poll that is overdue', pending('AT+ADATA', [], poll), 10],
    ['no other command', pending('AT+VB', [], poll), undefined],
    ['nothing for a command of the user', pending('AT+ADATA'), undefined],
    ['nothing for a poll that expects only a result code', pending('AT+ADATA', [], { ...poll, ...bare }), undefined],
    ['nothing for a poll that expects bytes', pending('AT+ADATA', [], { ...poll, ...ofBytes }), undefined],
  ] as const)('[OBD-312] %s', (_, asked, startedAt) => {
    expect(earlierPoll(overdue, asked, 100)?.startedAt).toBe(startedAt);
    expect(earlierPoll(overdue, asked, 30_000)).toBeUndefined();
  }); // oxfmt-ignore
});

test('[OBD-312] a reply to a poll that was sent again says how much older it may be', async () => {
  const { ask } = await afterTimeout();
  const first = await ask('AT+ADATA', 'background');
  expect(await first.answered('', 5_000)).toEqual({ kind: 'timeout' });
  const second = await ask('AT+ADATA', 'background');
  expect(await second.answered('V=13.2\r\nOK\r\n', 1_000)).toMatchObject({
    lines: ['V=13.2'],
    mayBeOlderMs: 5_000,
  });
});

describe('the replies that are owed', () => {
  test('[TERM-186] a command that timed out may be answered for 30 s; a command of bytes never is', () => {
    expect(owedAfterTimeout([], pending('AT+CSQ'), 2_000)).toEqual([
      owed('AT+CSQ', { until: 32_000, latest: 32_000 }),
    ]);
    expect(owedAfterTimeout([owed('ATI')], pending('ATX', [], ofBytes), 1)).toEqual([owed('ATI')]);
  });

  test('[TERM-186] the last 16 commands are remembered', () => {
    const replies = Array.from({ length: 16 }, (_, index) => owed(`AT${index}`));
    const names = texts(owedAfterTimeout(replies, pending('ATX'), 1));
    expect(names).toEqual([...texts(replies).slice(1), 'ATX']);
  });

  test.each([
    ['lines take the place of the first reply with lines', ['ATZ', 'ATI', 'ATQ'], pending('ATX', ['a']), ['ATQ', 'ATX']],
    ['a result code takes the place of the first reply', ['ATI', 'ATZ'], pending('ATX'), ['ATZ', 'ATX']],
    ['a reply to a bare command takes the place of a bare one', ['ATI', 'ATZ', 'ATQ'], pending('ATX', [], bare), ['ATQ', 'ATX']],
    ['lines are no reply to a bare command', ['ATZ'], pending('ATX', ['a']), []],
    ['a reply with its name ends the waiting', ['ATI'], pending('AT+CSQ', ['+CSQ: 1']), []],
    ['a reply of bytes changes nothing', ['ATI'], pending('ATX', [], ofBytes), ['ATI']],
    ['a reply to an equal command leaves one of them', ['ATQ', 'AT+CSQ', 'ATI'], pending('AT+CSQ', ['+CSQ: 1']), ['ATI', 'AT+CSQ']],
  ] as const)('[TERM-186] after a reply, %s', (_, before, asked, after) => {
    const replies = before.map((text) => owed(text, text === 'ATZ' ? bare : {}));
    expect(texts(owedAfterReply(replies, asked, 100))).toEqual(after);
  }); // oxfmt-ignore

  test('[TERM-186] an unproven reply is awaited 5 s, after all that are owed before it, and 30 s at most', () => {
    const after = (replies: readonly OwedReply[]) =>
      owedAfterReply(replies, pending('ATX', ['a']), 1_000).map(({ text, until, isIgnored }) => [
        text,
        until,
        isIgnored,
      ]);
    expect(after([owed('ATI')])).toEqual([['ATX', 6_000, false]]);
    expect(after([owed('ATI'), owed('ATQ', { until: 2_000 })])).toEqual([
      ['ATQ', 6_000, false],
      ['ATX', 11_000, false],
    ]);
    expect(after([owed('ATI'), owed('ATQ')])).toEqual([
      ['ATQ', 30_000, false],
      ['ATX', 31_000, false],
    ]);
  });

  test('[TERM-186] a second reply to an equal command is awaited 5 s, not beyond the time of the first', () => {
    const second = (until: number, latest: number, at: number) =>
      owedAfterReply([owed('ATI', { until, latest })], pending('ATI', ['a']), at);
    expect(second(9_000, 30_000, 8_000)).toEqual([
      owed('ATI', { until: 13_000, latest: 30_000, isIgnored: false }),
    ]);
    expect(second(29_000, 30_000, 28_000)).toEqual([
      owed('ATI', { until: 30_000, latest: 30_000, isIgnored: false }),
    ]);
  });

  test('[TERM-186] a command that is never answered still counts as ignored after other replies', () => {
    const never = [0, 4_000, 8_000].map((startedAt) => owed('ATI', { startedAt }));
    const after = owedAfterReply([...never, owed('ATQ')], pending('ATX', ['a']), 12_000);
    expect(texts(after)).toEqual(['ATI', 'ATI', 'ATI', 'ATX']);
    expect(after.slice(0, 3).every(({ isIgnored }) => isIgnored)).toBe(true);
    expect(texts(owedAfterReply(never, pending('ATI', ['a']), 12_000))).toEqual([]);
  });

  test.each([
    ['the named command and those before it', ['ATI', 'AT+CSQ', 'ATQ'], ['x', '+CSQ: 1'], ['ATQ']],
    ['the named command, if it is the first', ['AT+CSQ', 'ATI', 'ATQ'], ['+CSQ: 1'], ['ATI', 'ATQ']],
    ['the first command with lines', ['ATZ', 'ATI', 'ATQ'], ['a'], ['ATQ']],
    ['the first command, if there are no lines', ['ATI', 'ATQ'], [], ['ATQ']],
    ['the first command, if there are no lines and it expects none', ['ATZ', 'ATQ'], [], ['ATQ']],
  ] as const)('[TERM-186] a late reply answers %s', (_, before, lines, after) => {
    const replies = before.map((text) => owed(text, text === 'ATZ' ? bare : {}));
    expect(texts(owedAfterLate(replies, lines, 100))).toEqual(after);
  }); // oxfmt-ignore

  test('[TERM-186] a late reply that names the first command ends only the waiting for that one', () => {
    const replies = [owed('AT+CSQ', bare), owed('ATI'), owed('ATQ')];
    expect(texts(owedAfterLate(replies, ['+CSQ: 1'], 100))).toEqual(['ATI', 'ATQ']);
  });

  test('[TERM-186] a late reply extends the time limits of the following replies, except those that have passed', () => {
    const replies = [owed('ATI'), owed('ATQ', { until: 200 }), owed('ATX', { until: 100 })];
    expect(
      owedAfterLate(replies, ['a'], 100).map(({ until, isIgnored }) => [until, isIgnored]),
    ).toEqual([
      [5_100, false],
      [100, false],
    ]);
  });

  test.each([
    ['names an overdue command', [owed('AT+COPS')], pending('AT+CSQ', ['+COPS: 1']), true],
    ['names the pending command, too', [owed('AT+COPS')], pending('AT+CSQ', ['+COPS: 1', '+CSQ: 1']), false],
    ['names no overdue command', [owed('AT+COPS')], pending('AT+CSQ', ['+CREG: 1']), false],
    ['has no name', [owed('ATI')], pending('AT+CSQ', ['a']), false],
    ['has lines, while only a result code is expected', [owed('ATI')], pending('AT+VB=0', ['a'], bare), true],
    ['has lines, while only result codes are overdue', [owed('ATZ', bare)], pending('AT+VB=0', ['a'], bare), false],
    ['has no lines', [owed('ATI')], pending('AT+VB=0', [], bare), false],
  ] as const)('[TERM-186] whether a reply is certainly late if it %s', (_, replies, asked, isLate) => {
    expect(isLateReply(replies, asked)).toBe(isLate);
  }); // oxfmt-ignore

  test('[TERM-186] a name is owed if one of the overdue commands has it', () => {
    expect(isOwed([owed('ATI'), owed('AT+CSQ')], 'CSQ')).toBe(true);
    expect(isOwed([owed('ATI'), owed('AT+CSQ')], 'COPS')).toBe(false);
  });
});

describe('lines while no command is pending', () => {
  const idle = (...replies: readonly OwedReply[]) => ({ ...INITIAL_COMMAND_STATE, owed: replies });
  const line = (text: string) => ({ kind: 'line', line: classifyLine(text), at: 100 }) as const;
  const afterLines = (state: ReturnType<typeof idle>, ...lines: readonly string[]) =>
    lines.reduce<Parameters<typeof withOwed>[0]>((each, text) => withOwed(each, line(text)), state);

  test.each(['OK', 'OK.', 'ok', 'ERROR', '?', '+CMS ERROR: 500', '+CME ERROR: 10'])(
    '[TERM-186] %s ends a late reply',
    (code) => {
      expect(texts(afterLines(idle(owed('ATI'), owed('ATQ')), 'ACME', code).owed)).toEqual(['ATQ']);
    },
  );

  test.each(['NO CARRIER', 'CONNECT 9600', 'READY', 'NOT OK', 'OK then', 'BUSY'])(
    '[TERM-186] %s ends no late reply, because a modem sends it by itself',
    (text) => {
      const state = afterLines(idle(owed('ATI'), owed('ATQ')), text);
      expect(texts(state.owed)).toEqual(['ATI', 'ATQ']);
      if (classifyLine(text).role.kind === 'final') expect(state.lateLines).toBeUndefined();
    },
  );

  test('[TERM-186] the first line and the lines with a name show which command a late reply answers', () => {
    const state = afterLines(idle(owed('ATI'), owed('AT+CSQ')), 'a', 'b', '+CSQ: 1', 'c', '+X: 1');
    expect(state.lateLines).toEqual(['a', '+CSQ: 1', '+X: 1']);
    const ended = afterLines({ ...idle(), ...state }, 'OK');
    const learned = { ...INITIAL_COMMAND_STATE.learned, neededMs: 150 };
    expect(ended).toEqual({ ...INITIAL_COMMAND_STATE, learned });
  });

  test('[OBD-315] a late reply raises the timeout: by its result code, or by its first line if the device has none', () => {
    const two = idle(owed('ATI'), owed('AT+CSQ', { startedAt: 60 }));
    const needed = (state: ReturnType<typeof idle>, ...lines: readonly string[]) =>
      afterLines(state, ...lines).learned.neededMs;
    expect(needed(two, 'a')).toBe(150);
    expect(needed(two, '+CSQ: 1')).toBe(60);
    expect(needed(two, 'OK')).toBe(150);
    const coded = { ...two, learned: { ...two.learned, endsWithFinal: true } };
    expect(needed(coded, '+CSQ: 1')).toBe(undefined);
    expect(needed(coded, '+CSQ: 1', 'OK')).toBe(60);
    expect(needed(idle(owed('ATZ', bare)), '+LOG: 1')).toBe(undefined);
    expect(needed(two, '+CSQ: 1', '+X: 1')).toBe(60);
  });

  test('[DP-05] the lines of a late reply are limited', () => {
    const lines = Array.from({ length: MAX_REPLY_LINES + 3 }, (_, index) => `+N${index}: 1`);
    expect(afterLines(idle(owed('ATI')), ...lines).lateLines).toHaveLength(MAX_REPLY_LINES);
  });

  test('[TERM-186] a restart ends the waiting, a sign-out hides the commands, and lines do not matter if none is owed', () => {
    const state = idle(owed('ATI'));
    expect(withOwed(state, { kind: 'interrupted' })).toEqual(INITIAL_COMMAND_STATE);
    expect(withOwed(state, { kind: 'userSignedOut' }).owed).toEqual([
      owed('ATI', { isHidden: true }),
    ]);
    expect(withOwed(idle(), line('a'))).toEqual(INITIAL_COMMAND_STATE);
    const silence = { kind: 'silence', at: 1 } as const;
    expect(withOwed(state, silence)).toBe(state);
    const phase = { kind: 'awaiting', pending: pending('ATX') } as const;
    const awaiting = { ...state, phase };
    expect(withOwed(awaiting, line('a'))).toBe(awaiting);
  });
});
