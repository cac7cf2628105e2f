import { describe, expect, test } from 'vitest';
import { command, connected, settled } from './link-rig.fixture.ts';
import type { Command, Transaction } from './traffic.ts';

const ADATA = '+ADATA: 1,17,86405,1,1,3302,-1240,785,990,10000,7772,123,3,0000,0000,3302,25,0';

/** Sets up a device that answers no command by itself, and lists what the link reports. */
const setUp = async () => {
  const rig = await connected();
  await rig.clock.advance(5_000);
  const transactions: Transaction[] = [];
  rig.link.transactions$.subscribe((each) => transactions.push(each));
  rig.fake.device.forgetWritten();
  const ask = async (text: string, more: Partial<Command> = {}) => {
    const outcome = rig.link.execute({ ...command(text), ...more });
    await rig.clock.settle();
    return outcome;
  };
  const answered = async (text: string, answer: string, more: Partial<Command> = {}) => {
    const outcome = rig.link.execute({ ...command(text), ...more });
    await rig.clock.settle();
    rig.fake.device.send(answer);
    return settled(rig, outcome, 0);
  };
  /** Sends a chunk and returns its lines: text, origin, and whether they are unsolicited. */
  const lines = async (chunk: string) => {
    rig.traffic.splice(0);
    rig.fake.device.send(chunk);
    await rig.clock.settle();
    return rig.traffic.flatMap((event) =>
      event.kind === 'received'
        ? event.lines.map(({ line, origin, isUnsolicited }) =>
            [line.text, origin, ...(isUnsolicited === true ? ['unsolicited'] : [])].join(' '),
          )
        : [],
    );
  };
  return { ...rig, transactions, ask, answered, lines };
};

describe('what belongs to a command', () => {
  test('[OBD-1] only a good reply to the live data command, in upper or lower case, has decoded values', async () => {
    const { answered, transactions } = await setUp();
    for (const text of ['AT+ADATA', ' at+adata ']) {
      expect(await answered(text, `${ADATA}\r\nOK\r\n`)).toMatchObject({
        kind: 'ok',
        reading: { ok: true, value: { sample: { socPercent: 78.5 } } },
      });
    }
    expect(transactions.at(-1)?.outcome).toHaveProperty('reading');
    expect(await answered('AT+BDATA', `+BDATA: 1\r\nOK\r\n`)).not.toHaveProperty('reading');
    expect(await answered('AT+ADATA', 'ERROR\r\n')).not.toHaveProperty('reading');
    const begin = () => () => 'complete' as const;
    const bytes = await answered('AT+ADATA', 'x', { replyEnd: { begin } });
    expect(bytes).not.toHaveProperty('reading');
    expect(bytes).toMatchObject({ reply: new TextEncoder().encode('x') });
  });

  test('[OBD-244] a reply of bytes is returned also if it is refused, but not after a timeout', async () => {
    const { answered, transactions, clock, ask } = await setUp();
    const begin = () => () => 'refused' as const;
    expect(await answered('x', 'no', { replyEnd: { begin } })).toMatchObject({
      kind: 'error',
      reply: new TextEncoder().encode('no'),
    });
    expect(await answered('AT', 'OK\r\n')).not.toHaveProperty('reply');
    void ask('x', { replyEnd: { begin: () => () => 'more' } });
    await clock.advance(6_000);
    expect(transactions.at(-1)).toMatchObject({ text: 'x', wasSent: true });
    expect(transactions.at(-1)?.outcome).toEqual({ kind: 'timeout' });
  });

  test('[OBD-244] in a reply of bytes no line has a meaning', async () => {
    const { ask, lines, kinds, clock } = await setUp();
    const outcome = ask('x', { origin: 'background', replyEnd: { begin: () => () => 'more' } });
    expect(await lines('READY\r\n+OTHER: 1\r\nOK\r\n')).toEqual([
      'READY background',
      '+OTHER: 1 background',
      'OK background',
    ]);
    expect(kinds()).not.toContain('restarted');
    expect(await settled({ clock }, outcome, 0)).toBe('pending');
  });

  test('[OBD-242] each line has the origin of its command, and lines of no command are unsolicited', async () => {
    const { ask, lines } = await setUp();
    expect(await lines('log 1\r\nOK\r\n')).toEqual(['log 1 user unsolicited', 'OK user']);
    void ask('AT+P', { origin: 'background' });
    expect(await lines('+P: 1\r\n+OTHER: 2\r\nOK\r\n+P: 3\r\n')).toEqual([
      '+P: 1 background',
      '+OTHER: 2 user unsolicited',
      'OK background',
      '+P: 3 user unsolicited',
    ]);
    void ask('AT+B=1', { isBare: true });
    expect(await lines('AT+B=1\r\nsome text\r\nOK\r\n')).toEqual([
      'AT+B=1 user',
      'some text user unsolicited',
      'OK user',
    ]);
    void ask('AT+C=1');
    expect(await lines('some text\r\nOK\r\n')).toEqual(['some text user', 'OK user']);
  });

  test('[TERM-137] after a timeout, the lines that name the command and the result code are its late reply', async () => {
    const { ask, lines, clock } = await setUp();
    void ask('AT+SLOW', { origin: 'background' });
    await clock.advance(8_000);
    expect(await lines('log 1\r\n+SLOW: 1\r\n+FAST: 1\r\nOK\r\nlog 2\r\n+SLOW: 2\r\n')).toEqual([
      'log 1 user unsolicited',
      '+SLOW: 1 user',
      '+FAST: 1 user unsolicited',
      'OK user',
      'log 2 user unsolicited',
      '+SLOW: 2 user unsolicited',
    ]);
  });

  test('[TERM-137] lines that arrive right after a timeout have the origin of the command', async () => {
    const { ask, lines, clock } = await setUp();
    void ask('AT+SLOW', { origin: 'background' });
    await clock.advance(1_050); // in the quiet period
    expect(await lines('+SLOW: 1\r\n')).toEqual(['+SLOW: 1 background']);
  });
});

describe('lines of a form that the device sends by itself', () => {
  test('[OBD-242] a line that names the pending command belongs to it, and another line does not', async () => {
    const { ask, lines } = await setUp();
    for (let time = 0; time < 3; time += 1) await lines('V\t13200\r\n+P: 0\r\n');
    const outcome = ask('AT+P');
    await lines('V\t13201\r\n+P: 1\r\nOK\r\n');
    expect(await outcome).toMatchObject({ kind: 'ok', lines: ['+P: 1'] });
  });

  test('[OBD-242] such a line does not delay the end of a reply, whether it is complete or not, also in the chunk of the reply', async () => {
    for (const [chunk, later] of [
      ['SOC=5\r\nV=2\r\n', ''],
      ['SOC=5\r\n', 'V=2\r\n'],
      ['SOC=5\r\n', 'V=2'],
    ] as const) {
      const rig = await setUp();
      for (let time = 0; time < 3; time += 1) await rig.lines('V=1\r\n');
      const outcome = rig.ask('READ?');
      await rig.lines(chunk);
      await rig.clock.advance(100);
      await rig.lines(later);
      expect(await settled(rig, outcome, 60)).toMatchObject({ kind: 'ok', lines: ['SOC=5'] });
    }
  });

  test('[OBD-242] lines that may be a late reply do not show what a device sends by itself', async () => {
    const { ask, lines, clock } = await setUp();
    await lines('V=1\r\n');
    void ask('READ?');
    await clock.advance(7_000);
    for (let time = 0; time < 3; time += 1) await lines('V=1\r\n');
    await clock.advance(30_000);
    const outcome = ask('READ?');
    await lines('V=2\r\n');
    expect(await settled({ clock }, outcome, 1_000)).toMatchObject({ lines: ['V=2'] });
  });
});

describe('lines of a new form after a timeout', () => {
  test('[OBD-306] all lines of the late reply may be late, also if they are alike, after each timeout', async () => {
    const { ask, lines, traffic, clock } = await setUp();
    await lines('V=1\r\n');
    for (let time = 0; time < 2; time += 1) {
      void ask('READ?');
      await clock.advance(7_000);
      expect(await lines('V=1\r\nT=1\r\nT=2\r\n')).toEqual([
        'V=1 user unsolicited',
        'T=1 user',
        'T=2 user',
      ]);
      const received = traffic.flatMap((each) => (each.kind === 'received' ? each.lines : []));
      expect(received.map(({ mayBeLate }) => mayBeLate)).toEqual([undefined, true, true]);
      await clock.advance(31_000);
    }
  });

  test('[OBD-312] a line may be as old as the first poll that is not answered, also after a command of the user', async () => {
    const { ask, lines, traffic, clock } = await setUp();
    await lines('V=1\r\n');
    for (const origin of ['user', 'background', 'background'] as const) {
      void ask(origin === 'user' ? 'STATUS?' : 'READ?', { origin });
      await clock.advance(4_000);
    }
    await lines('V=2\r\n');
    expect(traffic).toMatchObject([
      { kind: 'received', lines: [{ isUnsolicited: true, mayBeOlderMs: 8_000 }] },
    ]);
  });

  test('[TERM-137] after a result code of the next command, nothing is a late reply', async () => {
    const { ask, answered, lines, link, clock } = await setUp();
    const late: unknown[] = [];
    link.late$.subscribe((each) => late.push(each));
    void ask('AT+SLOW');
    await clock.advance(7_000);
    expect(await answered('AT+P', '+P: 1\r\nOK\r\n')).toMatchObject({ kind: 'ok' });
    await lines('log 1\r\n');
    expect(late).toEqual([]);
  });
});

type Rig = Awaited<ReturnType<typeof setUp>>;

describe('the queue', () => {
  test('[DP-07] a poll is skipped while a command of the user or an equal one is pending or queued', async () => {
    const { link, ask, clock, fake, answered } = await setUp();
    const poll = command('AT+P', 'background');
    const first = link.poll(poll);
    await clock.settle();
    expect(await link.poll(poll)).toEqual({ kind: 'skipped' });
    void link.execute(command('AT+Q', 'background'));
    expect(await link.poll(command('AT+Q', 'background'))).toEqual({ kind: 'skipped' });
    fake.device.send('OK\r\n');
    expect(await first).toMatchObject({ kind: 'ok' });
    await clock.settle();
    fake.device.send('OK\r\n');
    await clock.settle();
    void ask('AT+A');
    expect(await link.poll(poll)).toEqual({ kind: 'skipped' });
    fake.device.send('OK\r\n');
    await clock.settle();
    const next = link.poll(poll);
    await clock.settle();
    fake.device.send('OK\r\n');
    expect(await next).toMatchObject({ kind: 'ok' });
    expect(await answered('AT', 'OK\r\n')).toMatchObject({ kind: 'ok' });
  });

  test('[DP-02] right after a timeout a poll is skipped', async () => {
    const { link, ask, clock } = await setUp();
    void ask('AT+SLOW');
    await clock.advance(1_050); // in the quiet period
    expect(await link.poll(command('AT+P', 'background'))).toEqual({ kind: 'skipped' });
  });

  test('[DP-13] two equal commands of the user are sent twice', async () => {
    const { link, clock, fake } = await setUp();
    fake.device.onWrite(() => fake.device.send('OK\r\n'));
    const both = [1, 2].map(() => link.execute(command('AT+A')));
    await clock.settle();
    expect((await Promise.all(both)).map(({ kind }) => kind)).toEqual(['ok', 'ok']);
    expect(fake.device.writtenText()).toBe('AT+A\r\nAT+A\r\n');
  });

  test('[DP-13] a command of the user that equals a pending one of the app is sent, too', async () => {
    const { link, clock, fake, transactions } = await setUp();
    fake.device.onWrite(() => fake.device.send('OK\r\n'));
    void link.execute(command('AT+A', 'background'));
    void link.execute(command('AT+A'));
    await clock.settle();
    expect(fake.device.writtenText()).toBe('AT+A\r\nAT+A\r\n');
    expect(transactions.map(({ origin }) => origin)).toEqual(['background', 'user']);
  });

  test('[DP-02] what follows a reply in the same chunk does not answer the next command', async () => {
    const { link, clock, fake } = await setUp();
    const outcomes = ['AT+A', 'AT+B'].map((text) => link.execute(command(text)));
    await clock.settle();
    fake.device.send('+A: 1\r\nOK\r\n+B: 0\r\nOK\r\n');
    expect(await outcomes[0]).toMatchObject({ kind: 'ok', lines: ['+A: 1'] });
    await clock.settle();
    fake.device.send('+B: 1\r\nOK\r\n');
    expect(await outcomes[1]).toMatchObject({ kind: 'ok', lines: ['+B: 1'] });
  });

  test('[DP-02] what follows a boot banner in the same chunk does not answer the next command', async () => {
    const rig = await setUp();
    const outcomes = ['AT+A', 'AT+B'].map((text) => rig.link.execute(command(text)));
    await rig.clock.settle();
    rig.fake.device.send('READY\r\nOK\r\n');
    expect(await outcomes[0]).toEqual({ kind: 'lost' });
    const second = outcomes[1] ?? Promise.resolve();
    expect(await settled(rig, second, 0)).toBe('pending');
    rig.fake.device.send('+B: 1\r\nOK\r\n');
    expect(await second).toMatchObject({ kind: 'ok', lines: ['+B: 1'] });
  });

  test('[OBD-233] the beginning of a line before the write is found anywhere in the received bytes', async () => {
    const { ask, lines } = await setUp();
    await lines(`${'x'.repeat(99)}\r\nbegin`);
    const outcome = ask('AT+P');
    await lines('ning\r\n+P: 1\r\nOK\r\n');
    expect(await outcome).toMatchObject({ lines: ['+P: 1'] });
  });

  test('[OBD-240] a device that has sent nothing is not awaited longer', async () => {
    const rig = await connected({});
    await rig.clock.advance(5_000);
    const outcome = rig.link.execute({ ...command('AT'), patienceMs: 30_000 });
    expect(await settled(rig, outcome, 1_000)).toEqual({ kind: 'timeout' });
  });

  test('[LINK-100] at a logout, queued commands of the user are lost, and those of the app are sent after the pending reply', async () => {
    const { link, clock, fake, transactions, lines } = await setUp();
    const mine = ['AT+A', 'AT+B'].map((text) => link.execute(command(text)));
    const ofApp = link.execute(command('AT+P', 'background'));
    await clock.settle();
    fake.device.send('+A: be');
    link.endUser();
    await clock.settle();
    expect(await Promise.all(mine)).toEqual([{ kind: 'lost' }, { kind: 'lost', isUnsent: true }]);
    expect(link.waiting$.value).toBe(0);
    expect(transactions).toMatchObject([
      { text: 'AT+A', wasSent: true, outcome: { kind: 'lost' } },
    ]);
    expect(fake.device.writtenText()).toBe('AT+A\r\n');
    // The rest of the reply is not shown; then the next command is sent.
    expect(await lines('gun\r\nOK\r\n')).toEqual([]);
    expect(fake.device.writtenText()).toBe('AT+A\r\nAT+P\r\n');
    fake.device.send('+P: 1\r\nOK\r\n');
    expect(await ofApp).toMatchObject({ kind: 'ok', lines: ['+P: 1'] });
    expect(transactions).toHaveLength(2);
  });

  test('[LINK-100] what arrives after the timeout of a signed-out user is not shown either', async () => {
    const { link, ask, clock, lines } = await setUp();
    void ask('AT+A');
    link.endUser();
    await clock.advance(1_050); // in the quiet period
    expect(await lines('+A: 1\r\n')).toEqual([]);
    await clock.advance(5_000);
    expect(await lines('log 1\r\n')).toEqual(['log 1 user']); // shown, but it may be the late reply [OBD-306]
    await clock.advance(30_000);
    expect(await lines('log 1\r\n')).toEqual(['log 1 user unsolicited']);
  });

  test.each([
    ['the connection ends', async ({ link }: Rig) => link.disconnect()],
    [
      'its line ends after the quiet period',
      async ({ clock, fake }: Rig) => {
        await clock.advance(7_000);
        for (const chunk of ['7', '7\r\n']) {
          fake.device.send(chunk);
          await clock.settle();
        }
      },
    ],
    [
      'the next user signs out',
      async ({ clock, link }: Rig) => {
        await clock.advance(7_000);
        link.endUser();
      },
    ],
  ] as const)(
    '[LINK-100] the beginning of a line for a signed-out user is not shown when %s',
    async (_, then) => {
      for (const [before, after] of [
        ['SECRET', ''],
        ['', 'SECRET'],
      ] as const) {
        const rig = await setUp();
        void rig.ask('AT+A');
        rig.fake.device.send(before);
        await rig.clock.settle();
        rig.link.endUser();
        rig.traffic.splice(0);
        rig.fake.device.send(after);
        await rig.clock.settle();
        await then(rig);
        const shown = rig.traffic.flatMap((each) =>
          each.kind === 'received'
            ? [...each.lines.map(({ line }) => line.text), each.pending.text]
            : [],
        );
        expect(shown.join()).not.toContain('SECRET');
        const isOpen = rig.link.connection$.value.kind === 'connected';
        expect(await rig.lines('next\r\n')).toEqual(isOpen ? ['next user'] : []);
      }
    },
  );

  test('[DP-08] after the end of the connection nothing is sent', async () => {
    const { link, clock, fake, transactions } = await setUp();
    const outcomes = ['AT+A', 'AT+B'].map((text) => link.execute(command(text)));
    await clock.settle();
    await link.disconnect();
    expect((await Promise.all(outcomes)).map(({ kind }) => kind)).toEqual(['lost', 'lost']);
    expect(transactions.map(({ text, wasSent }) => [text, wasSent])).toEqual([
      ['AT+A', true],
      ['AT+B', false],
    ]);
    expect(await link.execute(command('AT+C'))).toEqual({ kind: 'notConnected' });
    expect(await link.poll(command('AT+P', 'background'))).toEqual({ kind: 'skipped' });
    expect(fake.device.writtenText()).toBe('AT+A\r\n');
  });

  test('[DP-08] while the port closes, nothing is sent either', async () => {
    const { link, fake, clock } = await setUp();
    const closing = link.disconnect();
    expect(link.connection$.value.kind).toBe('disconnecting');
    const results = [
      link.execute(command('AT+C')),
      link.poll(command('AT+P', 'background')),
      link.openRaw(command('AT+F')),
    ];
    await closing;
    expect(await settled({ clock }, Promise.all(results), 0)).toMatchObject([
      { kind: 'lost' },
      { kind: 'skipped' },
      { ok: false },
    ]);
    expect(fake.device.writtenText()).toBe('');
  });
});
