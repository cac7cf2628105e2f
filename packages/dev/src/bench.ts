import { whyNot, type Need } from './browser/rig/availability.ts';
import { benchAnalysis } from './bench/analysis.ts';
import { benchAnalysisPage } from './bench/analysis-page.ts';
import { benchDecode } from './bench/decode.ts';
import { benchFlood } from './bench/flood.ts';
import { benchImports } from './bench/imports.ts';
import { benchIngest } from './bench/ingest.ts';
import { benchInstances } from './bench/instances.ts';
import { benchLock } from './bench/lock.ts';
import { benchPaint } from './bench/paint.ts';
import { benchSearch } from './bench/search.ts';
import { benchStart } from './bench/start.ts';
import { benchWorkspace } from './bench/workspace.ts';
import { buildWeb } from './start/web-build.ts';

type Bench = (print: (line: string) => void) => unknown;

/** Runs a benchmark, or prints why it cannot run on this machine. */
const ifPossible =
  (bench: Bench, ...needs: readonly Need[]): Bench =>
  async (print) => {
    const why = whyNot(needs);
    if (why !== undefined) return print(`Not run: ${why}`);
    await buildWeb();
    await bench(print);
  };

/** The benchmarks in the order of `npm run bench`. `npm run bench -- NAME …` runs only the named ones. */
const benches: Readonly<Record<string, Bench>> = {
  ingest: benchIngest,
  decode: benchDecode,
  search: benchSearch,
  imports: benchImports,
  server: benchInstances,
  workspace: benchWorkspace,
  analysis: async (print) => {
    benchAnalysis(print);
    await ifPossible(benchAnalysisPage, 'chromium')(print);
  },
  flood: ifPossible(benchFlood, 'chromium', 'usb'),
  paint: ifPossible(benchPaint, 'chromium'),
  start: ifPossible(benchStart, 'chromium'),
  lock: ifPossible(benchLock, 'chromium'),
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(', ')}. Benchmarks: ${Object.keys(benches).join(', ')}`,
  );
  process.exit(1);
}
for (const [name, run] of Object.entries(benches)) {
  if (names.length > 0 && !names.includes(name)) continue;
  await run((line) => console.log(line));
  console.log('');
}
