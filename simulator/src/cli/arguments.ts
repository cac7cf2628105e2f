import { parseArgs } from 'node:util';
import { isScenarioName, scenarios } from '../scenarios/scenarios.ts';
import type { SimulatorOptions } from '../start-simulator.ts';

export type CommandLine =
  | { readonly kind: 'run'; readonly options: SimulatorOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

const flags = {
  pty: { type: 'string' },
  ws: { type: 'string' },
  seed: { type: 'string' },
  cells: { type: 'string' },
  temps: { type: 'string' },
  soc: { type: 'string' },
  capacity: { type: 'string' },
  chemistry: { type: 'string' },
  scenario: { type: 'string' },
  speed: { type: 'string' },
  baud: { type: 'string' },
  latency: { type: 'string' },
  'no-pacing': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** The option is named, the reason is a sentence's end. */
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
  text: string,
  fits: (text: string) => text is T,
  all: readonly string[],
): T => {
  if (!fits(text)) throw new Wrong(`--${name} ${text}: choose one of ${all.join(', ')}`);
  return text;
};

const isChemistry = (text: string): text is 'lfp' | 'nmc' => text === 'lfp' || text === 'nmc';

const read = (args: readonly string[]): CommandLine => {
  const { values: v } = parseArgs({ args: [...args], options: flags, strict: true });
  if (v.help) return { kind: 'help' };
  const options = {
    pty: v.pty,
    ws: number('ws', v.ws, { min: 0, max: 65_535 }),
    seed: number('seed', v.seed, { min: 0, max: 2 ** 32 - 1 }),
    cells: number('cells', v.cells, { min: 1, max: 128 }),
    temperatures: number('temps', v.temps, { min: 0, max: 128 }),
    soc: number('soc', v.soc, { min: 0, max: 100, whole: false }),
    capacity: number('capacity', v.capacity, { min: 0.1, max: 10_000, whole: false }),
    chemistry: v.chemistry && oneOf('chemistry', v.chemistry, isChemistry, ['lfp', 'nmc']),
    scenario: v.scenario && oneOf('scenario', v.scenario, isScenarioName, Object.keys(scenarios)),
    speed: number('speed', v.speed, { min: 0.1, max: 1000, whole: false }),
    baudRate: number('baud', v.baud, { min: 1, max: 16_000_000 }),
    latencyMs: number('latency', v.latency, { min: 0, max: 600_000, whole: false }),
    pacing: !v['no-pacing'],
  };
  if (options.pty === '') throw new Wrong('--pty needs a path');
  if (options.pty === undefined && options.ws === undefined)
    throw new Wrong('nothing to listen on: give --pty PATH, --ws PORT or both');
  const given = Object.entries(options).filter(([, value]) => value !== undefined && value !== '');
  // Each entry was checked above; leaving out the absent ones keeps the names and types.
  const chosen = Object.fromEntries(given) as SimulatorOptions;
  return {
    kind: 'run',
    options: chosen.soc === undefined ? chosen : { ...chosen, soc: chosen.soc / 100 },
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

const scenarioList = Object.entries(scenarios)
  .map(([name, { shows }]) => `  ${name.padEnd(18)} ${shows}`)
  .join('\n');

export const helpText = `The simulated diagnostic device, on a serial port and a WebSocket at once.

npm run simulator -- --pty PATH [--ws PORT] [options]

  --pty PATH       link to a pseudo-terminal, a serial port for any program (Linux, macOS)
  --ws PORT        ws://localhost:PORT/serial for browsers, http://localhost:PORT/control/state for tests
  --seed N         the same seed and script give the same bytes (1)
  --cells N        1 to 128 cells in series (16)
  --temps N        0 to 128 temperature sensors (4)
  --soc PERCENT    state of charge at the start
  --capacity AH    design capacity (100)
  --chemistry NAME lfp or nmc (lfp)
  --scenario NAME  what happens to the pack (drive)
  --speed N        how much faster the battery's time passes, 0.1 to 1000 (1)
  --baud N         pace of the pty, ten bits a character (115200)
  --latency MS     from a command to its reply (4)
  --no-pacing      replies leave at once
  --help           this text

Scenarios
${scenarioList}
`;
