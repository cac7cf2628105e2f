import { expect, test } from 'vitest';
import type { Outcome } from './traffic.ts';
import { createVerboseMode } from './verbose-mode.ts';

const ANSWERS = {
  ok: { kind: 'ok', lines: [], latencyMs: 1, endedBy: 'final' },
  error: { kind: 'error', code: 'ERROR', lines: [], latencyMs: 1, endedBy: 'final' },
  timeout: { kind: 'timeout' },
} as const satisfies Record<string, Outcome>;

/** Records what is sent. `answer` is the outcome of every later command; undefined means not connected. */
const setUp = () => {
  const sent: string[] = [];
  let outcome: Outcome | undefined = ANSWERS.ok;
  const verbose = createVerboseMode((command) => {
    if (outcome === undefined) return undefined;
    expect(command).toMatchObject({ origin: 'background', isBare: true });
    expect(new TextDecoder().decode(command.bytes)).toBe(`${command.text}\r\n`);
    sent.push(command.text);
    return Promise.resolve(outcome);
  });
  return {
    verbose,
    sent,
    answer: (next: keyof typeof ANSWERS | undefined) => {
      outcome = next && ANSWERS[next];
    },
  };
};

const settle = () => Promise.resolve().then(() => undefined);

test('[LINK-4] before the first connection, a change of the section sends nothing', async () => {
  const { verbose, sent, answer } = setUp();
  verbose.setSection('terminal');
  expect(sent).toEqual([]);
  verbose.sendAgain();
  expect(sent).toEqual(['AT+VB=1']);
  verbose.setSection('home');
  verbose.setSection('settings');
  expect(sent).toEqual(['AT+VB=1', 'AT+VB=0']);

  answer(undefined);
  verbose.sendAgain();
  await settle();
  answer('ok');
  verbose.setSection('terminal');
  expect(sent).toHaveLength(2);
});

test('[LINK-2] before a section is set, verbose mode is switched off', () => {
  const { verbose, sent } = setUp();
  expect(verbose.section()).toBe('');
  verbose.sendAgain();
  expect(sent).toEqual(['AT+VB=0']);
});

test('[LINK-4] after a connection has ended, a change of the section sends nothing', () => {
  const { verbose, sent } = setUp();
  verbose.sendAgain();
  verbose.forget();
  verbose.setSection('terminal');
  expect(sent).toEqual(['AT+VB=0']);
});

test.each(['ok', 'error'] as const)(
  '[DP-02] after a missing reply, a device that answered with %s is synchronized once',
  async (kind) => {
    const { verbose, sent, answer } = setUp();
    answer(kind);
    expect(await verbose.resync()).toBeUndefined();
    verbose.sendAgain();
    await settle();
    expect(await verbose.resync()).toBeUndefined();
    verbose.doubt();
    expect(await verbose.resync()).toEqual(ANSWERS[kind]);
    expect(await verbose.resync()).toBeUndefined();
    expect(sent).toEqual(['AT+VB=0', 'AT+VB=0']);
  },
);

test('[DP-02] if the synchronization gets no reply, the next one is tried again', async () => {
  const { verbose, sent, answer } = setUp();
  verbose.sendAgain();
  await settle();
  verbose.doubt();
  answer('timeout');
  expect(await verbose.resync()).toEqual(ANSWERS.timeout);
  expect(await verbose.resync()).toEqual(ANSWERS.timeout);
  expect(sent).toHaveLength(3);
});

test('[DP-02] a device that never answered the verbose command is not synchronized', async () => {
  const { verbose, sent, answer } = setUp();
  answer('timeout');
  verbose.sendAgain();
  await settle();
  verbose.doubt();
  expect(await verbose.resync()).toBeUndefined();
  expect(sent).toHaveLength(1);
});

test('[DP-02] a new connection does not use the state of the previous device', async () => {
  const { verbose, answer } = setUp();
  verbose.sendAgain();
  await settle();
  verbose.doubt();
  verbose.forget();
  expect(await verbose.resync()).toBeUndefined();

  answer('ok');
  verbose.sendAgain();
  await settle();
  expect(await verbose.resync()).toBeUndefined(); // the missing reply was that of the other device
  verbose.forget();
  verbose.doubt();
  expect(await verbose.resync()).toBeUndefined(); // this device has not answered yet
});

test('[OBD-210] while a device is identified no verbose command is sent; afterwards one is', () => {
  const { verbose, sent } = setUp();
  verbose.setQuiet(false);
  expect(sent).toEqual([]);
  verbose.setQuiet(true);
  verbose.sendAgain();
  verbose.setSection('terminal');
  verbose.setQuiet(true);
  expect(sent).toEqual([]);
  verbose.setQuiet(false);
  verbose.setQuiet(false);
  expect(sent).toEqual(['AT+VB=1']);
});
