import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  createDeviceParameters,
  deviceSet,
  differencesOf,
  differenceText,
  PARAMETER_SET_FILE,
  parameterOf,
  readProblemText,
  shownValue,
  usableValues,
  valuesOf,
  writeValues,
  type DeviceParameters,
  type DeviceReading,
  type ParameterSchema,
  type WriteReport,
} from '@batbot/core/parameters';
import { done, type FileProblem } from '@batbot/core';
import { filter, firstValueFrom, of } from 'rxjs';
import type { Ask } from './arguments.ts';
import { connectTo } from './connect.ts';
import { createDeviceRows, DEFAULT_FILE } from './device-rows.ts';
import { nodePorts } from './node-ports.ts';

const USER_ID = 'cli';

type ParametersAsk = Extract<Ask, { kind: 'parameters' }>;

/** The end of a command: what is printed, and the exit code. */
export interface CommandEnd {
  readonly text: string;
  readonly code: number;
}

const failed = (text: string, code = 2): CommandEnd => ({ text, code });

const problemIn = (file: string, { path, problem }: FileProblem): CommandEnd =>
  failed(`${file}: ${path === '' ? '' : `${path} `}${problem}`);

/** Describes the state of the parameters after something that could not be done. */
const whyNot = ({ state$ }: DeviceParameters): CommandEnd => {
  const now = state$.value;
  if (now.kind !== 'notRead') return failed('The device is busy. Try again.', 1);
  const { problem } = now;
  const reasons = problem.kind === 'noSchema' ? problem.why : [];
  return failed([readProblemText(problem), ...reasons].join('\n'), 1);
};

const textOfSet = (device: DeviceReading): string => {
  const { identity, readAt, known } = device;
  const { name } = known.schema;
  return PARAMETER_SET_FILE.format(
    deviceSet({
      name: `${name} ${identity.serial ?? ''}`.trim(),
      schema: { name, hash: known.hash },
      values: valuesOf(device),
      device: identity,
      at: readAt,
    }),
  );
};

const OUTCOMES: Readonly<Record<WriteReport['outcome'], string>> = {
  read: 'Read.',
  done: 'Done: the device confirmed every value after it stored them.',
  differs: 'Values differ from the wanted ones.',
  rolledBack: 'The device has its previous values again.',
  partial: 'Only a part was written.',
};

const END_IT = 'Run "parameters finish" or "parameters rollback" with this device.';

/** How this command takes what the sentences of the app ask the user for. */
const OPTIONS = [
  ['An earlier write to this device is unfinished', END_IT],
  ['Enter the serial number', 'Use --serial SN.'],
  ['Enter the password', 'Use the variable BATBOT_DEVICE_PASSWORD.'],
  ['Confirm that you want to write', 'Use --newer-firmware.'],
] as const;

/** Adds the option to a sentence that asks for an input. */
export const withOption = (sentence: string): string => {
  const [, option] = OPTIONS.find(([beginning]) => sentence.startsWith(beginning)) ?? [];
  return option === undefined ? sentence : `${sentence} ${option}`;
};

const endOf = (report: WriteReport, schema: ParameterSchema): CommandEnd => {
  const lines = report.changes.map(({ key, wanted, readBack }) => {
    const parameter = parameterOf(schema, key);
    if (parameter === undefined) return key;
    const now = readBack === undefined ? 'not known' : shownValue(parameter, readBack);
    return `${parameter.label}: wanted ${shownValue(parameter, wanted)}, has ${now}`;
  });
  const isGood = report.outcome === 'done' || report.outcome === 'rolledBack';
  const next = isGood ? '' : `The write is unfinished. ${END_IT}`;
  return {
    text: [...lines, OUTCOMES[report.outcome], withOption(report.why ?? ''), next]
      .filter(Boolean)
      .join('\n'),
    code: isGood ? 0 : 1,
  };
};

/**
 * Runs a write that Ctrl+C stops after its current command, so that it ends with a report. Before the first command, Ctrl+C
 * ends the process as usual.
 */
const stoppable = async <T>({ state$, stop }: DeviceParameters, write: () => Promise<T>) => {
  const onSignal = (): void => {
    if ('confirmed' in state$.value) stop();
    else process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, onSignal);
  try {
    return await write();
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, onSignal);
  }
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

  const store = createDeviceRows(ask.journal);
  const usesJournal = ask.verb !== 'read' && ask.verb !== 'diff';
  const journal = usesJournal ? await store.read(USER_ID, 'device') : done;
  if (!journal.ok) return failed(journal.error.message, 1);

  // A command that only reads needs no live data. The reply to a poll could arrive in the next connection.
  const core = await connectTo(ask.port, ask.baudRate, usesJournal ? 'home' : 'terminal');
  if (typeof core === 'string') return failed(core, 1);
  const parameters = createDeviceParameters({
    link: core.link,
    telemetry: core.telemetry,
    clock: nodePorts.clock,
    keepAwake: { hold: () => () => undefined },
    store,
    tabs: {
      take: () => Promise.resolve({ release: () => Promise.resolve() }),
      holder: () => Promise.resolve(undefined),
    },
    hasher: {
      sha256: (bytes) => Promise.resolve(createHash('sha256').update(bytes).digest('hex')),
    },
    userId: USER_ID,
    schemas$: of([]),
    onReport: () => undefined,
  });
  const run = async (): Promise<CommandEnd> => {
    await firstValueFrom(parameters.unfinished$.pipe(filter((list) => list !== undefined)));
    const lost = parameters.unreadable$.value.unreadable;
    if (usesJournal && lost.length > 0) {
      const places = lost.map((serial) => `"write:${serial}"`).join(', ');
      return failed(
        `${ask.journal ?? DEFAULT_FILE}: the unfinished write ${places} is not readable. Read the device and compare its values, then remove it from the file.`,
        1,
      );
    }
    const imported = await parameters.importSchema(schemaText);
    if (!imported.ok) return problemIn(ask.schema, imported.error);
    const { serial: typedSerial, newerFirmware: consent } = ask;
    const password = process.env['BATBOT_DEVICE_PASSWORD'];
    const input = {
      consent,
      ...(typedSerial !== undefined && { typedSerial }),
      ...(password !== undefined && { password }),
    };
    const { state$ } = parameters;
    if (ask.verb === 'finish' || ask.verb === 'rollback') {
      const { finish, rollBack } = parameters;
      await stoppable(parameters, () => (ask.verb === 'finish' ? finish : rollBack)(input));
      const state = state$.value;
      return 'report' in state ? endOf(state.report, imported.value.schema) : whyNot(parameters);
    }
    await parameters.read();
    const state = state$.value;
    if (state.kind !== 'clean' && state.kind !== 'dirty') return whyNot(parameters);
    const { device } = state;
    if (ask.verb === 'read' || set === undefined) return { text: textOfSet(device), code: 0 };
    const { schema } = device.known;
    const { values, skipped } = usableValues(schema, set.value.values);
    const differences = differencesOf(schema, valuesOf(device), values);
    const lines = [
      ...differences.map(differenceText),
      ...skipped.map(({ key, why }) => `${key} is left out: it ${why}`),
    ];
    if (differences.length === 0) {
      return { text: [...lines, 'The device has these values already.'].join('\n'), code: 0 };
    }
    if (ask.verb === 'diff') return { text: lines.join('\n'), code: 1 };
    lines.forEach(print);
    const end = await stoppable(parameters, () =>
      writeValues(parameters, values, input, nodePorts.clock),
    );
    return 'outcome' in end
      ? endOf(end, schema)
      : failed(['Nothing was written.', ...end.map(withOption)].join('\n'), 1);
  };
  const end = await run();
  parameters.dispose();
  await core.dispose();
  return end;
};
