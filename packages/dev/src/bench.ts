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
import { benchServer } from './bench/server.ts';
import { benchStart } from './bench/start.ts';
import { benchWorkspace } from './bench/workspace.ts';

/** The benchmarks in the order of `npm run bench`. `npm run bench -- NAME …` runs only the named ones. */
const benches = {
  ingest: benchIngest,
  decode: benchDecode,
  search: benchSearch,
  imports: benchImports,
  server: async (print: (line: string) => void) => {
    await benchServer(print);
    await benchInstances(print);
  },
  workspace: benchWorkspace,
  analysis: async (print: (line: string) => void) => {
    benchAnalysis(print);
    await benchAnalysisPage(print);
  },
  flood: benchFlood,
  paint: benchPaint,
  start: benchStart,
  lock: benchLock,
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
