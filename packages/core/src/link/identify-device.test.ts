import { expect, test } from 'vitest';
import type { IdentifyEnd, Probe } from './identify-device.ts';
import { command, connected, setUp as disconnected } from './link-rig.fixture.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const PLAN = [
  { line: { baud: 19_200 }, sends: [], timeoutMs: 1_500, answer: 'V\t' },
  { line: { baud: 9_600 }, sends: [bytes('jbd?')], timeoutMs: 800, answer: 'jbd!' },
  { line: { baud: 9_600 }, sends: [bytes('reset'), bytes('elm?')], timeoutMs: 800, answer: 'elm!' },
  { line: { baud: 115_200 }, sends: [bytes('pwr\n')], timeoutMs: 800, answer: 'pylon' },
];

type Plan = readonly (Probe & { readonly answer: string })[];

/** Sets up a device that answers these texts and no other text. */
const setUp = async (answers: Readonly<Record<string, string>>, plan: Plan = PLAN) => {
  const rig = await connected();
  rig.fake.device.forgetWritten();
  rig.fake.device.onWrite((written) => {
    const answer = answers[new TextDecoder().decode(written)];
    if (answer !== undefined) rig.fake.device.send(answer);
  });
  const steps: number[] = [];
  let end: IdentifyEnd | undefined;
  const { ended, stop, release } = rig.link.identify({
    plan,
    isAnswer: ({ answer }, received) => new TextDecoder().decode(received).includes(answer),
    onStep: (index) => steps.push(index),
  });
  void ended.then((reached) => {
    end = reached;
  });
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 100) await rig.clock.advance(100);
  };
  return { ...rig, steps, stop, release, pass, end: () => end };
};

const rates = ({ fake }: Awaited<ReturnType<typeof setUp>>): readonly number[] =>
  fake.device.openedWith().map(({ baudRate }) => baudRate);

test('[OBD-265] the probes are sent in order until the first certain answer, and nothing else is sent', async () => {
  const rig = await setUp({ 'jbd?': 'what?', reset: 'ELM', 'elm?': 'elm!' });
  await rig.pass(1_000);
  expect(rig.fake.device.writtenText()).toBe(''); // the first probe only listens
  await rig.pass(3_000);
  expect(rig.end()).toEqual({ kind: 'found', index: 2 });
  expect(rig.steps).toEqual([0, 1, 2]);
  expect(rates(rig)).toEqual([115_200, 19_200, 9_600]);
  await rig.pass(5_000);
  expect(rig.fake.device.writtenText()).toBe('jbd?resetelm?'); // the app sends nothing until the user decides
  rig.release();
  await rig.pass(100);
  expect(rig.fake.device.writtenText()).toMatch(/^jbd\?resetelm\?AT\+VB=/);
});

test('[OBD-265] a device that sends data by itself is identified by listening', async () => {
  const rig = await setUp({});
  await rig.pass(500);
  rig.fake.device.send('V\t13200\r\n');
  await rig.pass(100);
  expect(rig.end()).toEqual({ kind: 'found', index: 0 });
});

test('[OBD-265] if no probe is answered, the port opens as before and polling continues', async () => {
  const rig = await setUp({});
  await rig.pass(8_000);
  expect(rig.end()).toEqual({ kind: 'none' });
  expect(rates(rig).at(-1)).toBe(115_200);
  expect(rig.link.connection$.value).toMatchObject({ kind: 'connected', baudRate: 115_200 });
  expect(rig.fake.device.writtenText()).toMatch(/^jbd\?resetelm\?pwr\nAT\+VB=/);
});

test('[OBD-265] identification ends at once when it is stopped or when the device is unplugged', async () => {
  const stopped = await setUp({});
  await stopped.pass(500);
  stopped.stop();
  await stopped.pass(200);
  expect(stopped.end()).toEqual({ kind: 'stopped' });
  expect(stopped.link.connection$.value).toMatchObject({ kind: 'connected', baudRate: 115_200 });
  const unplugged = await setUp({});
  await unplugged.pass(500);
  unplugged.fake.unplug();
  await unplugged.pass(200);
  expect(unplugged.end()).toEqual({ kind: 'lost' });
});

test('[OBD-265] what the app sends is not an answer', async () => {
  const plan = [{ line: { baud: 115_200 }, sends: [bytes('a?')], timeoutMs: 800, answer: 'a?' }];
  const rig = await setUp({}, plan);
  await rig.pass(2_000);
  expect(rig.end()).toEqual({ kind: 'none' });
});

test('[OBD-265] if it is stopped while a preparing command is answered, the question is not sent', async () => {
  const [, , elm] = PLAN;
  const rig = await setUp({}, elm && [elm]);
  await rig.pass(300);
  rig.stop();
  await rig.pass(200);
  expect(rig.end()).toEqual({ kind: 'stopped' });
  expect(rig.fake.device.writtenText()).toMatch(/^reset(?!elm)/);
});

test.each([
  ['the port does not open at the rate of a probe', 9_600],
  ['a probe cannot be written', 115_200],
])('[OBD-265] if %s, the connection counts as lost', async (_, baud) => {
  for (const sends of [[bytes('a?')], [bytes('reset'), bytes('a?')]]) {
    const rig = await setUp({}, [{ line: { baud }, sends, timeoutMs: 800, answer: 'a!' }]);
    rig.fake.device.failNextOpen({ kind: 'failed', message: 'no' });
    rig.fake.device.failNextWrite({ kind: 'failed', message: 'no' });
    await rig.pass(300);
    expect(rig.end()).toEqual({ kind: 'lost' });
  }
});

test('[OBD-265] without a connection no port is opened and the baud rate stays', async () => {
  const { link, fake, clock } = disconnected();
  const [listening] = PLAN;
  const { ended } = link.identify({
    plan: listening ? [listening] : [],
    isAnswer: () => true,
    onStep: () => undefined,
  });
  await clock.settle();
  expect(await ended).toEqual({ kind: 'lost' });
  expect(fake.opens()).toBe(0);
  expect(link.settings$.value.baudRate).toBe(115_200);
});

test('[OBD-265] a probe has its own parity, data and stop bits, which are saved only if it is answered', async () => {
  const even = { parity: 'even', dataBits: 7, stopBits: 1 } as const;
  const plain = { parity: 'none', dataBits: 8, stopBits: 1 } as const;
  const plan = [
    { line: { baud: 115_200, ...plain }, sends: [bytes('a?')], timeoutMs: 800, answer: 'a!' },
    { line: { baud: 115_200, ...even }, sends: [bytes('b?')], timeoutMs: 800, answer: 'b!' },
  ];
  const none = await setUp({}, plan);
  await none.pass(3_000);
  expect(none.fake.device.openedWith()).toMatchObject([plain, even, plain]);
  expect(none.link.ports.atHand$.value).toMatchObject({ kept: plain, inUse: plain });
  const found = await setUp({ 'b?': 'b!' }, plan);
  await found.pass(3_000);
  expect(found.end()).toEqual({ kind: 'found', index: 1 });
  expect(found.link.ports.atHand$.value).toMatchObject({ kept: even, inUse: even });
});

test('[OBD-265] a poll that waits for the verbose command is not sent any more', async () => {
  const rig = await connected({});
  const poll = command('AT+ADATA', 'background');
  const answered = async (): Promise<void> => {
    await rig.clock.settle();
    rig.fake.device.send('\r\nOK\r\n');
    await rig.clock.settle();
  };
  await answered(); // the verbose command of the connection
  void rig.link.poll(poll);
  await rig.clock.advance(1_500); // no reply, so the next poll follows a verbose command
  const second = rig.link.poll(poll);
  await rig.clock.settle();
  rig.fake.device.forgetWritten();
  const [listening] = PLAN;
  const plan = [{ ...listening, line: { baud: 115_200 }, sends: [], timeoutMs: 1_500 }];
  rig.link.identify({ plan, isAnswer: () => false, onStep: () => undefined });
  await answered();
  expect(await second).toEqual({ kind: 'skipped' });
  expect(rig.fake.device.writtenText()).toBe('');
});
