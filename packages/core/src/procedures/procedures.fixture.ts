import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeKeepAwake } from '../fakes/fake-keep-awake.ts';
import { createFakeStorage } from '../fakes/fake-key-value-store.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { createFakeSerialLink } from '../fakes/fake-serial-link.ts';
import { createFakeSessionArchive } from '../fakes/fake-session-archive.ts';
import { createDeviceCore } from '../device-core.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import type { PatternCompiler } from '../ports/pattern-compiler.ts';
import { createRecording } from '../recording/recording.ts';
import { CHECK_FILE } from './procedure-file.ts';
import type {
  Check,
  CheckStep,
  InstructStep,
  MeasureStep,
  QuestionStep,
  SendStep,
} from './procedure.ts';
import { createProcedures } from './procedures.ts';
import { resultsOf } from './run.ts';

/** The values that the fake device reports. Tests change them between polls. */
export interface TestPack {
  cellsMv: readonly number[];
  /** Current in hundredths of an ampere; positive = charging. */
  current: number;
  celsius: readonly number[];
  /** Hexadecimal mask of alarms. */
  alarms: string;
  serial: string;
  /** False if polls get no reply. */
  answers: boolean;
}

const frame = { title: 'Step', text: 'Do it.', onFail: 'stop', conditions: [] } as const;
export const instruct = (change: Partial<InstructStep> = {}): InstructStep => ({
  ...frame,
  kind: 'instruct',
  ...change,
});
export const question = (change: Partial<QuestionStep> = {}): QuestionStep => ({
  ...frame,
  kind: 'question',
  wanted: 'yes',
  ...change,
});
export const send = (change: Partial<SendStep> = {}): SendStep => ({
  ...frame,
  kind: 'send',
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

const patterns: PatternCompiler = {
  compile: async (source) =>
    source === 'SN:A1'
      ? { ok: true, value: { isIn: (text) => text.includes('SN:A1'), rangesIn: () => [] } }
      : { ok: false, error: { kind: 'badPattern', message: 'missing closing )' } },
};

/**
 * Creates real checks, link, telemetry and recording on a virtual clock. The core is on the Terminal tab, where only a
 * check polls.
 */
export const setUpChecks = async (conditions: Check['conditions'] = []) => {
  const clock = createFakeClock();
  const fake = createFakeSerialLink();
  const storage = createFakeStorage();
  const store = storage.openTab();
  const core = createDeviceCore({ ...createFakePorts(), links: [fake.link], clock, store });
  const awake = createFakeKeepAwake();
  const recording = createRecording({
    ...core,
    archive: createFakeSessionArchive().archive,
    profileOf: core.profileChoice.readerFor,
    keepAwake: awake.keepAwake,
    clock,
    store,
    userId: 'u1',
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
    const reply = replies.get(command);
    if (reply !== undefined) return reply === '' ? undefined : reply;
    if (command === 'AT+ADATA') return pack.answers ? liveData() : undefined;
    return command === 'ATI' ? `ACME\r\nHW:2.1 FW:1.4 SN:${pack.serial}\r\nOK\r\n` : 'OK\r\n';
  };
  fake.device.onWrite((bytes) => {
    const said = answer(new TextDecoder().decode(bytes).trim());
    if (said !== undefined) fake.device.send(said);
  });
  /** Creates procedures as another page of the same browser does. */
  const openPage = (kept: KeyValueStore = storage.openTab()) =>
    createProcedures({
      ...core,
      clock,
      store: kept,
      keepAwake: awake.keepAwake,
      patterns,
      lineEnding: () => 'crlf',
      sendLine: core.terminal.send,
      mark: recording.mark,
    });
  const procedures = openPage(store);
  const { checks } = procedures;

  const connect = async (): Promise<void> => {
    void core.link.connect('fake');
    await clock.advance(100);
  };
  /** Returns the sent commands without polls and verbose commands. */
  const sent = (): readonly string[] =>
    fake.device
      .writtenText()
      .split('\r\n')
      .filter((text) => text !== '' && text !== 'AT+ADATA' && !text.startsWith('AT+VB='));
  const polls = (): number => fake.device.writtenText().split('AT+ADATA').length - 1;
  /** Imports a check of these steps, starts it, and waits for the first live data. */
  const start = async (steps: readonly CheckStep[], name = 'Test') => {
    const imported = checks.importFile(
      CHECK_FILE.file.format([{ name, purpose: 'To test.', conditions, steps }]),
    );
    if (!imported.ok) throw new Error(`${imported.error.path} ${imported.error.problem}`);
    const started = checks.start(imported.value.names[0] ?? '');
    await clock.advance(100);
    return started;
  };
  /** Returns the phase of the run, with the progress of a measurement. */
  const phase = () => {
    const run = checks.run$.value;
    return run?.measured ? { ...run.phase, measured: run.measured } : run?.phase;
  };
  const results = () => (checks.run$.value ? resultsOf(checks.run$.value) : []);
  const outcomes = () => results().map(({ outcome }) => outcome);
  const unmet = () => checks.run$.value?.conditions.filter(({ isMet }) => !isMet) ?? [];

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
    storage,
    store,
    core,
    recording,
    pack,
    replies,
    checks,
    procedures,
    openPage,
    connect,
    sent,
    polls,
    start,
    phase,
    results,
    outcomes,
    unmet,
    logged,
    session,
  };
};
