import { benchDay } from './day.ts';
import { benchDecode } from './decode.ts';
import { benchFlood } from './flood.ts';
import { benchIngest } from './ingest.ts';
import { benchPaint } from './paint.ts';
import { benchLogMemory } from './log-memory.ts';
import { benchSearch } from './search.ts';

/** Prints its figures line by line. */
export type Bench = (print: (line: string) => void) => void | Promise<void>;

/** `npm run bench` runs all in this order, `npm run bench -- NAME …` the ones named. */
export const benches: Readonly<Record<string, Bench>> = {
  ingest: benchIngest,
  decode: benchDecode,
  search: benchSearch,
  memory: benchLogMemory,
  flood: benchFlood,
  day: benchDay,
  paint: benchPaint,
};
