import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { root } from '../process/run-tool.ts';

const require = createRequire(join(root, 'apps/web/package.json'));
const entry = join(root, 'apps/web/src/adapters/indexed-db/day-bench.fixture.ts');

/** The fixture that writes a day, as one script. */
export const dayScript = async (): Promise<string> => {
  const built = await build({
    configFile: false,
    root: join(root, 'apps/web'),
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2023',
      rollupOptions: { input: entry, output: { format: 'iife' } },
    },
  });
  if ('on' in built) throw new Error('vite watches instead of building');
  const [chunk] = (Array.isArray(built) ? built : [built]).flatMap(({ output }) => output);
  if (chunk?.type !== 'chunk') throw new Error('no script was built');
  return chunk.code;
};

/** Plain text, because Node's compiler knows no DOM. A frame is over when a message sent in it arrives. */
const probe = `
  globalThis.dayProbe = {
    painted: () => new Promise((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve();
        port2.postMessage(0);
      });
    }),
    timed: async (act) => {
      const from = performance.now();
      act();
      const worked = performance.now() - from;
      await dayProbe.painted();
      return { worked, painted: performance.now() - from };
    },
    button: (name) => [...document.querySelectorAll('.charts__tools button')]
      .find((each) => (each.ariaLabel ?? each.textContent) === name),
    open: async () => {
      const from = performance.now();
      document.querySelector('main li a').click();
      while (document.querySelectorAll('.chart canvas').length < 4) await dayProbe.painted();
      await dayProbe.painted();
      return performance.now() - from;
    },
  };
`;

export const installProbe = async (page: Page): Promise<void> => {
  await page.evaluate(probe);
};

/** Milliseconds from the click on the session to its painted charts. */
export const openedMs = (page: Page): Promise<number> => page.evaluate('dayProbe.open()');

export interface Step {
  /** In the click itself. */
  readonly worked: number;
  /** Until the frame that shows it is over. */
  readonly painted: number;
}

/** Clicks one of the charts' buttons. */
export const zoomStep = (page: Page, name: string): Promise<Step> =>
  page.evaluate(`dayProbe.timed(() => dayProbe.button(${JSON.stringify(name)}).click())`);

/** Four bare uPlots on ready arrays of `count` rows, as large as the product's. */
export const installBarePlots = async (page: Page, count: number): Promise<void> => {
  await page.evaluate(
    readFileSync(require.resolve('uplot/dist/uPlot.iife.min.js'), 'utf8') +
      ';globalThis.uPlot = uPlot;',
  );
  await page.evaluate(`{
    const x = Array.from({ length: ${count} }, (_, index) => 1767225600 + index * 2);
    const y = x.map((_, index) => 3.3 + Math.sin(index / 2000) * 0.1 + ((index * 7919) % 13) / 1000);
    globalThis.barePlots = [0, 1, 2, 3].map(() => {
      const place = document.body.appendChild(document.createElement('div'));
      return new uPlot({ width: 600, height: 180, series: [{}, { stroke: 'blue' }] }, [x, y], place);
    });
    globalThis.bareRange = (from, to) => {
      for (const plot of barePlots) plot.setScale('x', { min: x[Math.round(from * (x.length - 1))], max: x[Math.round(to * (x.length - 1))] });
    };
  }`);
};

export const bareStep = (page: Page, from: number, to: number): Promise<Step> =>
  page.evaluate(`dayProbe.timed(() => bareRange(${from}, ${to}))`);
