import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeKeepAwake } from '../fakes/fake-keep-awake.ts';
import { createFakeStorage } from '../fakes/fake-key-value-store.ts';
import { createFakeLog } from '../fakes/fake-log.ts';
import { createFakeSerialLink } from '../fakes/fake-serial-link.ts';
import { createFakeSessionArchive } from '../fakes/fake-session-archive.ts';
import { createDeviceCore } from '../device-core.ts';
import { createLive } from '../prelude/live.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import type { PatternCompiler } from '../ports/pattern-compiler.ts';
import { createRecording } from '../recording/recording.ts';
import type { AskStep, Check, CheckStep, ChooseStep, InstructStep, MeasureStep } from './check.ts';
import { CHECK_FILE } from './check-file.ts';
import { createGuided } from './guided.ts';

/** What the device tells of its pack; tests change it between polls. */
export interface TestPack {
  cellsMv: readonly number[];
  /** Hundredths of an ampere; positive = charging. */
  current: number;
  celsius: readonly number[];
  /** Hexadecimal. */
  alarms: string;
  serial: string;
  /** False: polls are not answered. */
  answers: boolean;
}

const frame = { title: 'Step', text: 'Do it.', onFail: 'stop', interlocks: [] } as const;
export const instruct = (change: Partial<InstructStep> = {}): InstructStep => ({
  ...frame,
  kind: 'instruct',
  ...change,
});
export const choose = (change: Partial<ChooseStep> = {}): ChooseStep => ({
  ...frame,
  kind: 'choose',
  wanted: 'yes',
  ...change,
});
export const ask = (change: Partial<AskStep> = {}): AskStep => ({
  ...frame,
  kind: 'ask',
  command: 'AT',
  expected: { kind: 'code', code: 'OK' },
  timeoutMs: 3_000,
  ...change,
});
export const measure = (change: Partial<MeasureStep> = {}): MeasureStep => ({
  ...frame,
  kind: 'measure',
  quantity: 'cellSpread',
  most: 30,
  heldMs: 0,
  withinMs: 20_000,
  ...change,
});

/** Knows one pattern. */
const patterns: PatternCompiler = {
  compile: async (source) =>
    source === 'SN:A1'
      ? { ok: true, value: { isIn: (text) => text.includes('SN:A1'), rangesIn: () => [] } }
      : { ok: false, error: { kind: 'badPattern', message: 'missing closing )' } },
};

/** Real link, telemetry and recording on a virtual clock, on the terminal's section: nothing polls unless followed. */
export const setUpGuided = async (interlocks: Check['interlocks'] = []) => {
  const clock = createFakeClock();
  const fake = createFakeSerialLink();
  const storage = createFakeStorage();
  const store = storage.openTab();
  const core = createDeviceCore({ links: [fake.link], clock, store, log: createFakeLog() });
  const user = createLive<string | undefined>('u1');
  const awake = createFakeKeepAwake();
  const recording = createRecording({
    ...core,
    archive: createFakeSessionArchive().archive,
    keepAwake: awake.keepAwake,
    clock,
    store,
    userId$: user.live,
  });
  const pack: TestPack = {
    cellsMv: [3302, 3304, 3303, 3302],
    current: 2,
    celsius: [25, 26],
    alarms: '0000',
    serial: 'A1',
    answers: true,
  };
  const replies = new Map([['AT+VB?', '+VB: 1\r\nOK\r\n']]);
  let sequence = 0;
  const liveData = (): string => {
    sequence += 1;
    const { cellsMv, celsius, current, alarms } = pack;
    const sum = cellsMv.reduce((total, each) => total + each, 0);
    const head = [1, sequence, 100 + sequence * 2, cellsMv.length, celsius.length, sum, current];
    const middle = [785, 990, 10_000, 7772, 123, 3, alarms, '0000'];
    return `\r\n+ADATA: ${[...head, ...middle, ...cellsMv, ...celsius, 0].join(',')}\r\n\r\nOK\r\n`;
  };
  const answer = (command: string): string | undefined => {
    const told = replies.get(command);
    if (told !== undefined) return told === '' ? undefined : told;
    if (command === 'AT+ADATA') return pack.answers ? liveData() : undefined;
    return command === 'ATI' ? `ACME\r\nHW:2.1 FW:1.4 SN:${pack.serial}\r\nOK\r\n` : 'OK\r\n';
  };
  fake.device.onWrite((bytes) => {
    const said = answer(new TextDecoder().decode(bytes).trim());
    if (said !== undefined) fake.device.send(said);
  });
  /** As another page of the same browser makes it. */
  const openPage = (kept: KeyValueStore = storage.openTab()) =>
    createGuided({
      ...core,
      clock,
      store: kept,
      keepAwake: awake.keepAwake,
      patterns,
      lineEnding: () => 'crlf',
      mark: recording.mark,
    });
  const guided = openPage(store);

  const connect = async (): Promise<void> => {
    void core.link.connect('fake');
    await clock.advance(100);
  };
  /** What went out, polls and verbose commands aside. */
  const sent = (): readonly string[] =>
    fake.device
      .writtenText()
      .split('\r\n')
      .filter((text) => text !== '' && text !== 'AT+ADATA' && !text.startsWith('AT+VB='));
  const polls = (): number => fake.device.writtenText().split('AT+ADATA').length - 1;
  /** Imports a check of these steps, starts it, and waits for the first live data. */
  const start = async (steps: readonly CheckStep[], title = 'Test') => {
    const imported = guided.importFile(
      CHECK_FILE.format([{ title, purpose: 'To test.', interlocks, steps }]),
    );
    if (!imported.ok) throw new Error(`${imported.error.path} ${imported.error.problem}`);
    const started = guided.start(imported.value.titles[0] ?? '');
    await clock.advance(100);
    return started;
  };
  const phase = () => guided.run$.value?.phase;
  const records = () => guided.run$.value?.records ?? [];
  const outcomes = () => records().map(({ outcome }) => outcome);
  const broken = () => guided.run$.value?.interlocks.filter(({ holds }) => !holds) ?? [];

  const logged = (): readonly string[] =>
    core.terminal.log$.value.entries().map(({ text }) => text);
  const session = async () => {
    const list = recording.sessions$.value;
    const opened = await recording.open(list.kind === 'ready' ? (list.sessions[0]?.id ?? '') : '');
    if (!opened.ok) throw new Error(`not opened: ${opened.error.kind}`);
    return opened.value;
  };

  core.showPath('/mainpage/terminal');
  await connect();
  fake.device.forgetWritten();
  return {
    clock,
    fake,
    awake,
    store,
    core,
    user,
    recording,
    pack,
    replies,
    guided,
    openPage,
    connect,
    sent,
    polls,
    start,
    phase,
    records,
    outcomes,
    broken,
    logged,
    session,
  };
};
