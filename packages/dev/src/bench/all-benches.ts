import { benchDay } from './day.ts';
import { benchFlood } from './flood.ts';
import { benchIngest } from './ingest.ts';

/** Prints its figures line by line. */
export type Bench = (print: (line: string) => void) => void | Promise<void>;

/** `npm run bench` runs all in this order, `npm run bench -- NAME …` the ones named. */
export const benches: Readonly<Record<string, Bench>> = {
  ingest: benchIngest,
  flood: benchFlood,
  day: benchDay,
};
