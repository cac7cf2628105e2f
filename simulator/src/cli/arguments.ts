import { parseArgs } from 'node:util';
import { dialectNames, lineEndings } from '../device/dialects.ts';
import { foreignDevice } from '../device/foreign/foreign-devices.ts';
import { parseFault } from '../faults/fault-spec.ts';
import type { ReplayMode } from '../record/replay-line.ts';
import { scenarios } from '../scenarios/scenarios.ts';
import type { SimulatorOptions } from '../simulator-options.ts';

export type CommandLine =
  | {
      readonly kind: 'run';
      readonly options: SimulatorOptions;
      /** The recording to replay, and how. */
      readonly replay?: { readonly file: string; readonly mode: ReplayMode };
    }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

const flags = {
  pty: { type: 'string' },
  ws: { type: 'string' },
  devices: { type: 'string' },
  seed: { type: 'string' },
  cells: { type: 'string' },
  temps: { type: 'string' },
  noise: { type: 'string' },
  soc: { type: 'string' },
  capacity: { type: 'string' },
  chemistry: { type: 'string' },
  scenario: { type: 'string' },
  speed: { type: 'string' },
  baud: { type: 'string' },
  latency: { type: 'string' },
  'no-pacing': { type: 'boolean' },
  tcp: { type: 'string' },
  serial: { type: 'string' },
  fault: { type: 'string', multiple: true },
  dialect: { type: 'string' },
  eol: { type: 'string' },
  checksum: { type: 'boolean' },
  'dtr-resets': { type: 'boolean' },
  echo: { type: 'boolean' },
  'current-positive': { type: 'string' },
  'device-baud': { type: 'string' },
  record: { type: 'string' },
  replay: { type: 'string' },
  'replay-by': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** A wrong option; the reason completes a sentence about it. */
class Wrong extends Error {}

const number = (
  name: string,
  text: string | undefined,
  bounds: { readonly min: number; readonly max: number; readonly whole?: boolean },
): number | undefined => {
  if (text === undefined) return undefined;
  const value = Number(text);
  const { min, max, whole = true } = bounds;
  const fits =
    text.trim() !== '' && value >= min && value <= max && (!whole || Number.isInteger(value));
  if (!fits)
    throw new Wrong(
      `--${name} ${text}: give a ${whole ? 'whole ' : ''}number from ${min} to ${max}`,
    );
  return value;
};

const oneOf = <T extends string>(
  name: string,
  text: string | undefined,
  all: readonly T[],
): T | undefined => {
  const found = all.find((each) => each === text);
  if (text !== undefined && found === undefined)
    throw new Wrong(`--${name} ${text}: choose one of ${all.join(', ')}`);
  return found;
};

/** Returns the keys of an object literal with their type. */
const keysOf = <T extends string>(table: Readonly<Record<T, unknown>>): readonly T[] =>
  Object.keys(table) as T[];

/** Refuses a number of cells or sensors that does not fit the messages of a foreign device. */
const checkPlaces = ({ dialect, cells = 0, temperatures = 1 }: SimulatorOptions): void => {
  const device = foreignDevice(dialect ?? '');
  if (device === undefined) return;
  const { places, hasSensor } = device;
  if (cells > places.cells)
    throw new Wrong(`--cells ${cells}: a ${dialect} device has at most ${places.cells}`);
  if (temperatures > places.temperatures)
    throw new Wrong(
      `--temps ${temperatures}: a ${dialect} device has at most ${places.temperatures}`,
    );
  if (temperatures === 0 && hasSensor)
    throw new Wrong(`--temps 0: a ${dialect} device has at least one`);
};

const read = (args: readonly string[]): CommandLine => {
  const { values: v } = parseArgs({ args: [...args], options: flags, strict: true });
  if (v.help) return { kind: 'help' };
  const options = {
    pty: v.pty,
    ws: number('ws', v.ws, { min: 0, max: 65_535 }),
    devices: number('devices', v.devices, { min: 1, max: 10_000 }),
    seed: number('seed', v.seed, { min: 0, max: 2 ** 32 - 1 }),
    cells: number('cells', v.cells, { min: 1, max: 128 }),
    temperatures: number('temps', v.temps, { min: 0, max: 128 }),
    noiseMv: number('noise', v.noise, { min: 0, max: 100, whole: false }),
    soc: number('soc', v.soc, { min: 0, max: 100, whole: false }),
    capacity: number('capacity', v.capacity, { min: 0.1, max: 10_000, whole: false }),
    chemistry: oneOf('chemistry', v.chemistry, ['lfp', 'nmc']),
    scenario: oneOf('scenario', v.scenario, keysOf(scenarios)),
    speed: number('speed', v.speed, { min: 0.1, max: 1000, whole: false }),
    baudRate: number('baud', v.baud, { min: 1, max: 16_000_000 }),
    latencyMs: number('latency', v.latency, { min: 0, max: 600_000, whole: false }),
    pacing: !v['no-pacing'],
    tcp: number('tcp', v.tcp, { min: 0, max: 65_535 }),
    serial: v.serial,
    dialect: oneOf('dialect', v.dialect, dialectNames),
    lineEnding: oneOf('eol', v.eol, keysOf(lineEndings)),
    checksum: v.checksum,
    dtrResets: v['dtr-resets'],
    echo: v.echo,
    currentPositive: oneOf('current-positive', v['current-positive'], ['charge', 'discharge']),
    deviceBaud: number('device-baud', v['device-baud'], { min: 1, max: 16_000_000 }),
    faults: v.fault?.map(parseFault),
    record: v.record,
  };
  if (options.pty === '') throw new Wrong('--pty needs a path');
  if ([options.pty, options.ws, options.tcp, options.serial].every((way) => way === undefined))
    throw new Wrong(
      'nothing to listen on: give at least one of --pty PATH, --ws PORT, --tcp PORT, --serial PATH',
    );
  const given = Object.entries(options).filter(([, value]) => value !== undefined && value !== '');
  // Each entry was checked above. Omitting the absent ones keeps the names and types.
  const chosen = Object.fromEntries(given) as SimulatorOptions;
  checkPlaces(chosen);
  return {
    kind: 'run',
    options: chosen.soc === undefined ? chosen : { ...chosen, soc: chosen.soc / 100 },
    ...(v.replay === undefined
      ? {}
      : {
          replay: {
            file: v.replay,
            mode: oneOf('replay-by', v['replay-by'], ['command', 'time']) ?? 'command',
          },
        }),
  };
};

/** Reads the command line. Never throws. */
export const readCommandLine = (args: readonly string[]): CommandLine => {
  try {
    return read(args);
  } catch (error) {
    return { kind: 'wrong', message: error instanceof Error ? error.message : String(error) };
  }
};
