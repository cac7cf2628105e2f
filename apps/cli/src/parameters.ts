import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import {
  createDeviceParameters,
  differencesOf,
  differenceText,
  PARAMETER_SET_FILE,
  parameterOf,
  shownValue,
  usableValues,
  valuesOf,
  type DeviceParameters,
  type DeviceReading,
  type ParametersState,
  type WriteInput,
  type WriteReport,
} from '@batbot/core/parameters';
import type { FileProblem } from '@batbot/core';
import { filter, firstValueFrom, of, race, timer } from 'rxjs';
import type { Ask } from './arguments.ts';
import { connectTo } from './connect.ts';
import { createDeviceRows } from './device-rows.ts';
import { nodePorts } from './node-ports.ts';

type ParametersAsk = Extract<Ask, { kind: 'parameters' }>;

/** The end of a command: what is printed, and the exit code. */
export interface CommandEnd {
  readonly text: string;
  readonly code: number;
}

const failed = (text: string, code = 2): CommandEnd => ({ text, code });

/** How long to wait for live data that shows whether values may be written. */
const REVIEW_MS = 15_000;

const problemIn = (file: string, { path, problem }: FileProblem): CommandEnd =>
  failed(`${file}: ${path === '' ? '' : `${path} `}${problem}`);

const until = (
  { state$ }: DeviceParameters,
  isWanted: (state: ParametersState) => boolean,
): Promise<ParametersState> => firstValueFrom(state$.pipe(filter(isWanted)));

const whyNotRead = (state: ParametersState): string => {
  if (state.kind !== 'notRead') return 'The parameters could not be read.';
  const { problem } = state;
  switch (problem.kind) {
    case 'noReply':
      return `The parameters could not be read: ${problem.text}.`;
    case 'noSchema':
      return `The schema does not fit the device: ${problem.why.join('; ')}.`;
    case 'otherDevice':
      return `This device has no unfinished write. Devices that have one: ${problem.serials || 'none'}.`;
    case 'notConnected':
      return 'The device is not connected.';
  }
};

const textOfSet = (device: DeviceReading): string => {
  const { identity, known } = device;
  const { serial, firmware } = identity;
  return PARAMETER_SET_FILE.format({
    format: 'batbot-parameter-set-1',
    name: `${known.schema.name} ${serial ?? ''}`.trim(),
    schema: { name: known.schema.name, hash: known.hash },
    values: valuesOf(device),
    source: {
      kind: 'device',
      at: new Date(device.readAt).toISOString(),
      ...(serial !== undefined && { serial }),
      ...(firmware !== undefined && { firmware }),
    },
  });
};

const OUTCOMES: Readonly<Record<WriteReport['outcome'], string>> = {
  read: 'Read.',
  done: 'Done: the device confirmed every value after it stored them.',
  differs: 'Values differ from the wanted ones.',
  rolledBack: 'The device has its previous values again.',
  partial: 'Only a part was written.',
};

const reportText = (report: WriteReport, { known }: Pick<DeviceReading, 'known'>): string => {
  const lines = report.changes.map(({ key, wanted, readBack }) => {
    const parameter = parameterOf(known.schema, key);
    if (parameter === undefined) return key;
    const now = readBack === undefined ? 'not known' : shownValue(parameter, readBack);
    return `${parameter.label}: wanted ${shownValue(parameter, wanted)}, has ${now}`;
  });
  return [...lines, OUTCOMES[report.outcome], report.why ?? ''].filter(Boolean).join('\n');
};

const endOfWrite = async (
  parameters: DeviceParameters,
  device: Pick<DeviceReading, 'known'>,
): Promise<CommandEnd> => {
  const end = await until(
    parameters,
    (now) =>
      'report' in now ||
      now.kind === 'notRead' ||
      now.kind === 'clean' ||
      now.kind === 'dirty' ||
      (now.kind === 'review' && now.problem !== undefined),
  );
  if ('report' in end) {
    const isGood = end.kind === 'done' || end.kind === 'rolledBack';
    return { text: reportText(end.report, device), code: isGood ? 0 : 1 };
  }
  const problem = 'problem' in end && typeof end.problem === 'string' ? end.problem : undefined;
  return failed(problem ?? whyNotRead(end), 1);
};

const write = async (
  parameters: DeviceParameters,
  device: DeviceReading,
  values: ReturnType<typeof valuesOf>,
  input: WriteInput,
  print: (line: string) => void,
): Promise<CommandEnd> => {
  const { schema } = device.known;
  const { values: usable } = usableValues(schema, values);
  if (differencesOf(schema, valuesOf(device), usable).length === 0) {
    return { text: 'The device has these values already.', code: 0 };
  }
  await setTimeout(100); // the engine must end its reading first
  for (const { key, why } of parameters.fill(values)) print(`${key} is left out: it ${why}`);
  parameters.review();
  const isSettled = (now: ParametersState): boolean => now.kind !== 'review' || now.review.isReady;
  await firstValueFrom(race(parameters.state$.pipe(filter(isSettled)), timer(REVIEW_MS)));
  const state = parameters.state$.value;
  if (state.kind !== 'review') return failed('Nothing was written. Try again.', 1);
  const { changes, conditions, brokenRules, problems, isReady } = state.review;
  for (const change of changes) print(differenceText(change));
  if (!isReady) {
    const unmet = conditions
      .filter(({ isMet }) => !isMet)
      .map(({ name, now, needed }) => `${name} is ${now}, must be ${needed || 'met'}`);
    const why = [...problems, ...brokenRules.map(({ text }) => text), ...unmet];
    return failed(['Nothing was written.', ...why].join('\n'), 1);
  }
  parameters.write(input);
  return endOfWrite(parameters, device);
};

/** Reads, compares or writes the parameters of a device, with the engine of the app. */
export const runParameters = async (
  ask: ParametersAsk,
  print: (line: string) => void,
): Promise<CommandEnd> => {
  const textOf = (file: string) => readFile(file, 'utf8').catch(() => undefined);
  const schemaText = await textOf(ask.schema);
  if (schemaText === undefined) return failed(`${ask.schema} cannot be read`);
  const setText = ask.set && (await textOf(ask.set));
  if (ask.set !== undefined && setText === undefined) return failed(`${ask.set} cannot be read`);
  const set = setText === undefined ? undefined : PARAMETER_SET_FILE.parse(setText);
  if (set !== undefined && !set.ok) return problemIn(ask.set ?? '', set.error);

  const core = await connectTo(ask.port, ask.baudRate, 'home');
  if (typeof core === 'string') return failed(core, 1);
  const parameters = createDeviceParameters({
    link: core.link,
    telemetry: core.telemetry,
    clock: nodePorts.clock,
    keepAwake: { hold: () => () => undefined },
    store: createDeviceRows(ask.journal),
    tabs: {
      take: () => Promise.resolve({ release: () => Promise.resolve() }),
      holder: () => Promise.resolve(undefined),
    },
    hasher: {
      sha256: (bytes) => Promise.resolve(createHash('sha256').update(bytes).digest('hex')),
    },
    userId: 'cli',
    schemas$: of([]),
    onReport: () => undefined,
  });
  const run = async (): Promise<CommandEnd> => {
    await firstValueFrom(parameters.unfinished$.pipe(filter((list) => list !== undefined)));
    const imported = await parameters.importSchema(schemaText);
    if (!imported.ok) return problemIn(ask.schema, imported.error);
    const { serial: typedSerial, newerFirmware: consent } = ask;
    const password = process.env['BATBOT_DEVICE_PASSWORD'];
    const input = {
      consent,
      ...(typedSerial !== undefined && { typedSerial }),
      ...(password !== undefined && { password }),
    };
    if (ask.verb === 'finish' || ask.verb === 'rollback') {
      (ask.verb === 'finish' ? parameters.finish : parameters.rollBack)(input);
      return endOfWrite(parameters, { known: imported.value });
    }
    parameters.read();
    const state = await until(parameters, ({ kind }) => kind !== 'reading' && kind !== 'empty');
    if (state.kind !== 'clean' && state.kind !== 'dirty') return failed(whyNotRead(state), 1);
    const { device } = state;
    if (ask.verb === 'read' || set === undefined) return { text: textOfSet(device), code: 0 };
    const { schema } = device.known;
    if (ask.verb === 'write') return write(parameters, device, set.value.values, input, print);
    const { values, skipped } = usableValues(schema, set.value.values);
    const differences = differencesOf(schema, valuesOf(device), values).map(differenceText);
    const text = [
      ...differences,
      ...skipped.map(({ key, why }) => `${key} is left out: it ${why}`),
    ];
    return {
      text: text.length === 0 ? 'The device has all values of the set.' : text.join('\n'),
      code: differences.length === 0 ? 0 : 1,
    };
  };
  const end = await run();
  parameters.dispose();
  await core.dispose();
  return end;
};
