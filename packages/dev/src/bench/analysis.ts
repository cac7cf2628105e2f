import {
  figuresInSlices,
  packColumns,
  recordingFigures,
  type AnalysedBlock,
} from '@batbot/core/analysis';
import { createRandom } from '@batbot/simulator';
import { fastestOf } from './measure.ts';

const CELLS = 128;
const POLL_S = 2;
const DAY_ROWS = 43_200;
const BLOCK_ROWS = 300;
const ROUNDS = 5;
/** The values of a row of the recording except those of its cells. */
const valuesAt = (at: number, currentA: number) => ({
  ms: at * POLL_S * 1_000,
  wall: at * POLL_S * 1_000,
  packVoltageV: 470,
  currentA,
  socPercent: 50 + 40 * Math.sin(at / 5_000),
  sohPercent: 97,
  designCapacityAh: 150,
  temperatureLowC: 24,
  temperatureHighC: 27,
});
type Name = keyof ReturnType<typeof valuesAt>;
const names = Object.keys(valuesAt(0, 0)) as Name[]; // the keys of the literal above

/** Makes a day of a driven pack in blocks: the load changes every 6 s, and the pack rests for an hour in between. */
const makeDay = (): readonly AnalysedBlock[] => {
  const random = createRandom(1);
  const milliOhm = Array.from({ length: CELLS }, () => 0.8 + 0.1 * random.next());
  let current = 0;
  return Array.from({ length: DAY_ROWS / BLOCK_ROWS }, (_, block) => {
    const columns = Object.fromEntries(
      names.map((name) => [name, new Float64Array(BLOCK_ROWS)]),
    ) as Record<Name, Float64Array>; // one entry per name
    const volts = new Float32Array(BLOCK_ROWS * CELLS);
    for (let row = 0; row < BLOCK_ROWS; row += 1) {
      const at = block * BLOCK_ROWS + row;
      const isResting = at % 6_000 < 1_800;
      if (isResting) current = 0;
      else if (at % 3 === 0) current = -120 + 200 * random.next();
      const values = valuesAt(at, current);
      for (const name of names) columns[name][row] = values[name];
      for (let cell = 0; cell < CELLS; cell += 1) {
        const noise = 0.0008 * random.gaussian();
        volts[row * CELLS + cell] = 3.7 + (current * (milliOhm[cell] ?? 0)) / 1_000 + noise;
      }
    }
    return { columns, cells: { cells: CELLS, volts } };
  });
};

/** Prints the time to analyse a day of 128 cells every 2 s, compared with reading each value once in the same run. */
export const benchAnalysis = (print: (line: string) => void): void => {
  const day = makeDay();
  let sum = 0;
  const once = (): void => {
    for (const { cells } of day) for (const volt of cells.volts) sum += volt;
  };
  let steps = 0;
  const [analyse = 0, read = 0] = fastestOf(ROUNDS, [
    () => {
      const { resistance } = recordingFigures(packColumns(day));
      steps = resistance.kind === 'known' ? resistance.n : 0;
    },
    once,
  ]);
  let from = performance.now();
  const slices = figuresInSlices(packColumns(day));
  let longest = performance.now() - from;
  from = performance.now();
  for (let isDone = false; !isDone; from = performance.now()) {
    isDone = slices.next().done === true;
    longest = Math.max(longest, performance.now() - from);
  }
  print('Analysis: a day of 128 cells every 2 s, all metrics (limit: 2 s)');
  print(
    `  ${analyse.toFixed(0)} ms, ${steps} load steps; reading each value once: ${read.toFixed(0)} ms (${sum > 0 ? 'checked' : ''})`,
  );
  print(`  longest slice, for which the server does not answer: ${longest.toFixed(0)} ms`);
};
