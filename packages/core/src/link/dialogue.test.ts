import { describe, expect, test } from 'vitest';
import { command, connected, settled } from './link-rig.fixture.ts';
import type { Command } from './traffic.ts';

/** Sets up a device that has answered the verbose command and otherwise sends only what the test sends. */
const setUp = async (verbose = '\r\nOK\r\n') => {
  const rig = await connected({ 'AT+VB=0': verbose });
  await rig.clock.advance(5_000);
  const send = rig.fake.device.send;
  /** Sends a command of the user and the answer; returns the outcome after `ms`. */
  const ask = async (text: string, answer: string, ms = 0, more: Partial<Command> = {}) => {
    const outcome = rig.link.execute({ ...command(text), ...more });
    await rig.clock.settle();
    if (answer !== '') send(answer);
    return { outcome, first: await settled(rig, outcome, ms) };
  };
  const next = async (outcome: Promise<unknown>, answer: string, ms = 0) => {
    send(answer);
    return settled(rig, outcome, ms);
  };
  return { ...rig, send, ask, next };
};

/** Sets up a device that sends no result codes and prompts with `>`. */
const prompting = async () => {
  const rig = await setUp('?\r\r>');
  await rig.ask('ATRV', 'ATRV\r12.6V\r\r>');
  await rig.ask('ATRV', 'ATRV\r12.6V\r\r>');
  return rig;
};

describe('result codes', () => {
  test('[OBD-230] a line between echo and OK that is not the result of the command is not part of its reply', async () => {
    const rig = await setUp();
    const { first } = await rig.ask('AT+CMGD=1', 'AT+CMGD=1\r\r\n+CMTI: "SM",3\r\n\r\nOK\r\n');
    expect(first).toMatchObject({ kind: 'ok', code: 'OK', lines: [] });
    const own = await rig.ask('AT+CSQ', '+CREG: 1\r\n+CSQ: 20,0\r\nOK\r\n');
    expect(own.first).toMatchObject({ kind: 'ok', lines: ['+CSQ: 20,0'] });
  });

  test.each([
    ['error', '+CMS ERROR: 500'],
    ['error', '+CME ERROR: 10'],
    ['error', 'NO CARRIER'],
    ['error', 'BUSY'],
    ['error', 'NO ANSWER'],
    ['error', 'NO DIALTONE'],
    ['error', 'SEND FAIL'],
    ['error', 'FAIL'],
    ['error', 'CLOSED'],
    ['error', 'NO DATA'],
    ['error', 'CAN ERROR'],
    ['error', 'UNABLE TO CONNECT'],
    ['error', 'BUFFER FULL'],
    ['error', 'STOPPED'],
    ['ok', 'CONNECT'],
    ['ok', 'CONNECT 9600'],
    ['ok', 'SEND OK'],
    ['ok', 'SHUT OK'],
    ['ok', 'OK.'],
  ] as const)('[OBD-231] the outcome is %s if %s ends the reply', async (kind, code) => {
    const rig = await setUp();
    const { first } = await rig.ask('ATX', `\r\n${code}\r\n`);
    expect(first).toMatchObject({ kind, code, lines: [], endedBy: 'final' });
  });

  test('[OBD-231] a reply that ends because the command closes a connection is not an error', async () => {
    const rig = await setUp();
    const { first } = await rig.ask('AT+CIPCLOSE', 'CLOSED\r\nOK\r\n');
    expect(first).toMatchObject({ kind: 'ok', code: 'CLOSED' });
  });

  test('[OBD-232] after ATV0 result codes are numbers, until ATV1', async () => {
    const rig = await setUp();
    expect((await rig.ask('ATV0', '0\r')).first).toMatchObject({ kind: 'ok', code: 'OK' });
    expect((await rig.ask('AT+NO', '4\r')).first).toMatchObject({ kind: 'error', code: 'ERROR' });
    expect((await rig.ask('ATD1', '3\r')).first).toMatchObject({ code: 'NO CARRIER' });
    expect((await rig.ask('ATV1', '\r\nOK\r\n')).first).toMatchObject({ kind: 'ok', lines: [] });
    expect((await rig.ask('AT+N', '4\r\nOK\r\n')).first).toMatchObject({ lines: ['4'] });
  });

  test('[OBD-233] the text OK inside a stored message does not end its reply', async () => {
    const rig = await setUp();
    const { outcome, first } = await rig.ask('AT+CMGR=1', '+CMGR: "REC READ"\r\nOK\r\n');
    expect(first).toBe('pending');
    expect(await rig.next(outcome, 'see you\r\n\r\nOK\r\n', 50)).toMatchObject({
      kind: 'ok',
      lines: ['+CMGR: "REC READ"', 'OK', 'see you'],
    });
  });

  test('[OBD-233] a line that began before the write is not part of a reply', async () => {
    const rig = await setUp();
    await rig.ask('AT+A', '\r\nOK\r\nsee y');
    const { first } = await rig.ask('ATI', 'ou\r\nACME\r\nOK\r\n');
    expect(first).toMatchObject({ kind: 'ok', lines: ['ACME'] });
  });

  test('[OBD-234] READY answers a command that is not an AT command; after an AT command it is a restart', async () => {
    const rig = await setUp();
    const words = await rig.ask('status', 'READY\r\nOK\r\n');
    expect(words.first).toMatchObject({ kind: 'ok', lines: ['READY'] });
    expect((await rig.ask('AT+X', 'READY\r\n')).first).toEqual({ kind: 'lost' });
  });

  test('[OBD-235] XON and XOFF are removed from the reply', async () => {
    const rig = await setUp();
    const { first } = await rig.ask('AT+CBC', '\u0011+CBC: 0,85\r\n\u0013\r\nOK\r\n');
    expect(first).toMatchObject({ kind: 'ok', lines: ['+CBC: 0,85'] });
  });
});

describe('prompts', () => {
  test('[OBD-236] a prompt that was seen twice ends every reply, and silence no longer does', async () => {
    const rig = await setUp('x\r\npylon>');
    await rig.ask('pwr', 'pwr\r\n1 52.1\r\npylon>', 200);
    await rig.ask('pwr', 'pwr\r\n1 52.1\r\npylon>', 200);
    const { outcome, first } = await rig.ask('pwr', 'pwr\r\n1 52.1\r\n', 400);
    expect(first).toBe('pending');
    expect(await rig.next(outcome, '2 52.2\r\npylon>')).toMatchObject({
      lines: ['1 52.1', '2 52.2'],
      endedBy: 'prompt',
    });
  });

  test('[OBD-236] a reply with pauses between its frames continues until the prompt', async () => {
    const rig = await prompting();
    const { outcome, first } = await rig.ask('2101', '7BB 10 10\r', 300);
    expect(first).toBe('pending');
    expect(await rig.next(outcome, '7BB 21 01\r\r>')).toMatchObject({
      lines: ['7BB 10 10', '7BB 21 01'],
      endedBy: 'prompt',
    });
  });

  test('[OBD-236] an error before the prompt is an error, also on one line with the prompt', async () => {
    const rig = await prompting();
    expect((await rig.ask('010C', 'NO DATA\r\r>')).first).toMatchObject({
      kind: 'error',
      code: 'NO DATA',
      endedBy: 'prompt',
    });
    expect((await rig.ask('ATE0', 'OK>')).first).toMatchObject({ kind: 'ok', code: 'OK' });
    expect((await rig.ask('ATRV', '12.5V\r\r>')).first).toMatchObject({ lines: ['12.5V'] });
  });

  test('[OBD-236] if a device stops prompting, silence ends its replies again', async () => {
    const rig = await prompting();
    expect((await rig.ask('x', 'soc 77\r\n', 2_500)).first).toEqual({ kind: 'timeout' });
    await rig.clock.advance(2_000);
    expect((await rig.ask('x', 'soc 77\r\n', 200)).first).toMatchObject({ endedBy: 'silence' });
  });

  test('[OBD-237] without echo the prompt for a message ends the reply', async () => {
    const rig = await setUp();
    const { first } = await rig.ask('AT+CMGS="+4912"', '\r\n> ');
    expect(first).toMatchObject({ kind: 'ok', lines: [], endedBy: 'prompt' });
    const sent = await rig.ask('hello\u001a', '', 6_000, { patienceMs: 30_000 });
    expect(sent.first).toBe('pending');
    expect(await rig.next(sent.outcome, '+CMGS: 5\r\n\r\nOK\r\n', 50)).toMatchObject({
      kind: 'ok',
      lines: ['+CMGS: 5'],
    });
  });

  test('[OBD-238] [DP-18] a pause inside a reply extends the silence that ends the next replies', async () => {
    const rig = await setUp('x\r\n');
    const cut = await rig.ask('bat', '1 3.31\r\n', 300);
    expect(cut.first).toMatchObject({ lines: ['1 3.31'], endedBy: 'silence' });
    rig.send('2 3.32\r\n');
    await rig.clock.advance(1_000);
    const { outcome } = await rig.ask('bat', '1 3.31\r\n', 300);
    expect(await rig.next(outcome, '2 3.32\r\n', 500)).toMatchObject({
      lines: ['1 3.31', '2 3.32'],
      endedBy: 'silence',
    });
  });
});

describe('replies of other kinds of devices', () => {
  test.each([
    [
      'ESP-AT busy',
      'AT+CWLAP',
      'busy p...\r\n+CWLAP:(3,"A")\r\n\r\nOK\r\n',
      ['+CWLAP:(3,"A")'],
      'final',
    ],
    ['ELM327 ATI', 'ATI', 'ATI\rELM327 v1.5\r\r>', ['ELM327 v1.5'], 'prompt'],
    ['Zephyr shell', 'version', 'version\r\nZephyr 3.6\r\nuart:~$ ', ['Zephyr 3.6'], 'silence'],
    ['Voltronic, CR only', 'QPI', '(PI30\x9a\r', ['(PI30\x9a'], 'silence'],
    ['SCPI', '*IDN?', 'ACME,PSU,0,1.0\n', ['ACME,PSU,0,1.0'], 'silence'],
  ] as const)(
    '[OBD-243] %s: the reply is complete and its end is recognized',
    async (_, text, answer, lines, endedBy) => {
      const rig = await setUp('x\r\n');
      const { first } = await rig.ask(text, answer, 300);
      expect(first).toMatchObject({ kind: 'ok', lines, endedBy });
    },
  );

  test('[OBD-240] a reply that takes 2.5 s is awaited', async () => {
    const rig = await setUp('x\r\n');
    const { outcome, first } = await rig.ask('MEAS:VOLT?', '', 2_500, { patienceMs: 30_000 });
    expect(first).toBe('pending');
    expect(await rig.next(outcome, '12.61\n', 200)).toMatchObject({ lines: ['12.61'] });
  });
});

describe('commands with long replies', () => {
  test('[OBD-239] nothing is sent while a device searches, and the word that reports the search is not part of the reply', async () => {
    const rig = await setUp();
    const { outcome, first } = await rig.ask('0100', 'SEARCHING...', 4_000);
    expect(first).toBe('pending');
    rig.fake.device.forgetWritten();
    const other = rig.link.execute(command('ATRV'));
    await rig.clock.advance(4_000);
    expect(rig.fake.device.writtenText()).toBe('');
    expect(await rig.next(outcome, 'UNABLE TO CONNECT\r\r>')).toMatchObject({
      kind: 'error',
      code: 'UNABLE TO CONNECT',
      lines: [],
    });
    expect(rig.fake.device.writtenText()).toBe('ATRV\r\n');
    expect(await rig.next(other, '12.6V\r\r>')).toMatchObject({ lines: ['12.6V'] });
  });

  test('[OBD-240] a command with `patienceMs` is awaited longer while no other command is queued', async () => {
    const rig = await setUp();
    const scan = await rig.ask('AT+COPS=?', '', 25_000, { patienceMs: 30_000 });
    expect(scan.first).toBe('pending');
    expect(await rig.next(scan.outcome, '+COPS: (2,"A")\r\n\r\nOK\r\n')).toMatchObject({
      kind: 'ok',
    });
    const never = await rig.ask('AT+COPS=?', '', 29_000, { patienceMs: 30_000 });
    expect(never.first).toBe('pending');
    expect(await settled(rig, never.outcome, 2_000)).toEqual({ kind: 'timeout' });
  });

  test.each(['user', 'background'] as const)(
    '[OBD-240] a queued command of origin %s ends the longer wait',
    async (origin) => {
      const rig = await setUp();
      const { outcome } = await rig.ask('AT+SLOW', '', 3_000, { patienceMs: 30_000 });
      if (origin === 'user') void rig.link.execute(command('AT+B'));
      else expect(await rig.link.poll(command('AT+B', origin))).toEqual({ kind: 'skipped' });
      expect(await settled(rig, outcome, 2_000)).toEqual({ kind: 'timeout' });
    },
  );

  test('[OBD-241] [DP-17] output that does not end is a stream, and its lines answer no later command', async () => {
    const rig = await setUp();
    const { outcome } = await rig.ask('ATMA', '');
    let ended: unknown;
    void outcome.then((given) => (ended = given));
    for (let at = 0; at < 70; at += 1) {
      rig.send('7E8 03 41 0C 1A\r\n');
      await rig.clock.advance(100);
    }
    expect(ended).toMatchObject({ kind: 'streaming' });
    const other = await rig.ask('ATI', '7E8 03 41 0C 1B\r\nELM327\r\nOK\r\n');
    expect(other.first).toMatchObject({ kind: 'ok', lines: ['ELM327'] });
  });
});

describe('streams', () => {
  test('[OBD-242] [DP-16] lines of a stream are not part of a reply and do not delay its end', async () => {
    const rig = await setUp('x\r\n');
    const beat = async (times: number): Promise<void> => {
      for (let at = 0; at < times; at += 1) {
        rig.send('V=13.21 I=0.50\r\n');
        await rig.clock.advance(100);
      }
    };
    await beat(5);
    const outcome = rig.link.execute(command('FW?'));
    await rig.clock.settle();
    let answer: unknown;
    void outcome.then((given) => (answer = given));
    await beat(1);
    rig.send('FW=1.2\r\n');
    await beat(4);
    expect(answer).toMatchObject({ kind: 'ok', lines: ['FW=1.2'] });
  });
});

describe('the end of a reply', () => {
  test('[OBD-243] a reply states how it ended', async () => {
    const rig = await setUp('x\r\n');
    expect((await rig.ask('dump', '{"v":1}', 50)).first).toMatchObject({ endedBy: 'content' });
    expect((await rig.ask('s', 'soc 77\r\n', 200)).first).toMatchObject({ endedBy: 'silence' });
    expect((await rig.ask('r', 'r\r\n12\r\n>')).first).toMatchObject({ endedBy: 'prompt' });
    expect((await rig.ask('AT', 'OK\r\n')).first).toMatchObject({ endedBy: 'final' });
  });

  test('[OBD-244] the end of a reply of bytes is determined by its bytes', async () => {
    const rig = await setUp();
    const replyEnd = {
      begin: () => {
        let length = 0;
        return (bytes: Uint8Array) => {
          length += bytes.length;
          return bytes.includes(0x15) ? 'refused' : length < 4 ? 'more' : 'complete';
        };
      },
    } as const;
    const { outcome, first } = await rig.ask('x', '\r\n', 100, { replyEnd });
    expect(first).toBe('pending');
    expect(await rig.next(outcome, 'OK\n')).toMatchObject({
      kind: 'ok',
      lines: [],
      endedBy: 'content',
      reply: new TextEncoder().encode('\r\nOK\n'),
    });
    expect((await rig.ask('x', '\u0015', 0, { replyEnd })).first).toMatchObject({
      kind: 'error',
      code: 'refused',
    });
  });
});

describe('commands that are not text', () => {
  const bytes = Uint8Array.of(0xdd, 0xa5, 0x03, 0x00, 0xff, 0xfd, 0x77);
  const reply = Uint8Array.of(0xdd, 0x03, 0x00, 0x02, 0x17, 0x6a, 0xff, 0x7a, 0x77);
  const received = ({ traffic }: Awaited<ReturnType<typeof setUp>>) =>
    traffic
      .flatMap((event) => (event.kind === 'received' ? event.lines : []))
      .flatMap(({ line, origin }) => (origin === 'user' ? [line.bytes] : []));

  test('[LINK-123] silence ends a reply without line breaks, which becomes a line of its own', async () => {
    const rig = await setUp('');
    for (const times of [1, 2]) {
      const { outcome, first } = await rig.ask('DD A5', '', 5, { bytes });
      expect(first).toBe('pending');
      rig.send(reply.subarray(0, 4));
      expect(await settled(rig, outcome, 5)).toBe('pending');
      rig.send(reply.subarray(4));
      expect(await settled(rig, outcome, 200)).toMatchObject({ kind: 'ok', endedBy: 'silence' });
      expect(received(rig)).toEqual(Array.from({ length: times }, () => reply));
    }
  });

  test('[LINK-123] a text command still awaits the line break', async () => {
    const rig = await setUp();
    const { outcome } = await rig.ask('FW?', 'FW=1.', 300);
    expect(await rig.next(outcome, '2\r\n', 300)).toMatchObject({ kind: 'ok', lines: ['FW=1.2'] });
  });

  test('[LINK-123] a device that ends its replies with result codes is awaited', async () => {
    const rig = await setUp();
    await rig.ask('ATI', 'ACME\r\nOK\r\n');
    const { outcome } = await rig.ask('DD A5', '\u0001\u0002', 300, { bytes });
    expect(await rig.next(outcome, '\r\nOK\r\n')).toMatchObject({ kind: 'ok', code: 'OK' });
  });
});
