import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { runCell } from '../battery/discharge.ts';
import type { CellRun } from '../battery/discharge.ts';
import { readParameters } from '../battery/parameters-file.ts';

/** The command line of `cell` is invalid; the message says why. */
class CellUsage extends Error {}

export const cellHelp = `One cell at constant current, as CSV with the columns t,V,T,soc (s, V, °C, 0..1).

npm run simulator -- cell --parameters FILE --current A --seconds S [options]

  --parameters FILE  JSON in the form of simulator/examples/leaf-cell.json
  --current A        positive = discharge, negative = charge
  --seconds S        length of the run
  --step S           seconds between two rows (1)
  --soc Z            state of charge at the start, 0..1 (1 when discharging, 0 when charging)
  --ambient C        °C at the start and around (25)
`;

/** Joins an option and its negative value, because parseArgs reads "-30" as an option: it needs "--current=-30". */
const joinNegatives = (args: readonly string[]): string[] =>
  args.reduce<string[]>((done, arg) => {
    const before = done.at(-1);
    if (before?.startsWith('--') && /^-[\d.]/.test(arg))
      return [...done.slice(0, -1), `${before}=${arg}`];
    return [...done, arg];
  }, []);

const flags = {
  parameters: { type: 'string' },
  current: { type: 'string' },
  seconds: { type: 'string' },
  step: { type: 'string' },
  soc: { type: 'string' },
  ambient: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const readNumber = (
  name: string,
  text: string | undefined,
  bounds: readonly [number, number],
): number => {
  const value = Number(text);
  if (text === undefined || text.trim() === '' || !(value >= bounds[0] && value <= bounds[1]))
    throw new CellUsage(
      `--${name} ${text ?? 'is missing'}: give a number from ${bounds[0]} to ${bounds[1]}`,
    );
  return value;
};

/** Returns `help`, or the run and its file. Throws `CellUsage` and the errors of parseArgs. */
export const readCellArguments = (
  args: readonly string[],
): 'help' | { readonly file: string; readonly run: CellRun } => {
  const { values: v } = parseArgs({ args: joinNegatives(args), options: flags, strict: true });
  if (v.help) return 'help';
  if (!v.parameters) throw new CellUsage('--parameters FILE is missing');
  const current = readNumber('current', v.current, [-100_000, 100_000]);
  const run = {
    current,
    seconds: readNumber('seconds', v.seconds, [0, 1e9]),
    step: readNumber('step', v.step ?? '1', [0.001, 1e6]),
    soc: readNumber('soc', v.soc ?? (current < 0 ? '0' : '1'), [0, 1]),
    ambient: readNumber('ambient', v.ambient ?? '25', [-60, 100]),
  };
  return { file: v.parameters, run };
};

/** Yields lines of CSV in chunks, the heading first. */
export async function* cellCsv(file: string, run: CellRun): AsyncGenerator<string> {
  const { cell } = readParameters(JSON.parse(await readFile(file, 'utf8')));
  yield 't,V,T,soc\n';
  for (const { t, volt, celsius, soc } of runCell(cell, run))
    yield `${Number(t.toFixed(6))},${volt.toFixed(6)},${celsius.toFixed(3)},${soc.toFixed(8)}\n`;
}
