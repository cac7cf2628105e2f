import { setTimeout } from 'node:timers/promises';
import { launchChromium } from '../browser/rig/chromium.ts';
import { serveScript } from '../browser/rig/serve-script.ts';

const ROUNDS = 3;

/** The same as in `analysis-bench.fixture.ts`. */
interface Watched {
  readonly ms: number;
  /** Times between frames. */
  readonly frames: readonly number[];
}

const report = (name: string, rounds: readonly Watched[], peerMs: number): string => {
  const [fastest] = rounds.toSorted((a, b) => a.ms - b.ms);
  const ms = fastest?.ms ?? Number.NaN;
  const frames = rounds.flatMap((round) => round.frames);
  const total = frames.reduce((sum, each) => sum + each, 0);
  const rate = (1_000 * frames.length) / total;
  return [
    `  ${name.padEnd(26)}`,
    `${(ms / 1_000).toFixed(2)} s`.padStart(8),
    (ms / peerMs).toFixed(2).padStart(10),
    rate.toFixed(1).padStart(10),
    `${Math.max(...frames).toFixed(0)} ms`.padStart(10),
  ].join('');
};

/**
 * Prints how long Chromium takes to analyse a recorded day of 128 cells in the app's worker, and the frames of the page
 * meanwhile. The peers are the same analysis on the page, and a page without work.
 */
export const benchAnalysisPage = async (print: (line: string) => void): Promise<void> => {
  const site = await serveScript('screens/analytics/analysis-bench.fixture.ts');
  const chromium = await launchChromium();
  try {
    const page = await chromium.browser.newPage();
    await page.goto(site.url);
    const times = async (call: string): Promise<readonly Watched[]> => {
      const rounds: Watched[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const run = `globalThis.analysisBench.then((bench) => bench.${call})`;
        rounds.push(await page.evaluate<Watched>(run));
        await setTimeout(300);
      }
      return rounds;
    };
    const worker = await times('inWorker()');
    const onPage = await times('onPage()');
    const read = await times('read()');
    const both = await times('readAndAnalyse()');
    const idle = await times('idle(2000)');
    const peerMs = Math.min(...onPage.map(({ ms }) => ms));
    print('Analysis in Chromium: a recorded day of 128 cells every 2 s');
    print('                              fastest   × on page  frames/s   longest');
    print(report('in the worker', worker, peerMs));
    print(report('on the page', onPage, peerMs));
    print(report('reading from IndexedDB', read, peerMs));
    print(report('reading, then the worker', both, peerMs));
    print(report('no work', idle, peerMs));
    print('  wanted in the worker          ≤ 2 s                  ≥ 58');
  } finally {
    await chromium.close();
    await site.close();
  }
};
