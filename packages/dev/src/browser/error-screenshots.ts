import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorScreens, type ErrorScreen } from './error-screens.ts';
import { whyNot } from './rig/availability.ts';
import { startSite, withVisits, type Site } from './fixtures.ts';
import { launchChromium } from './rig/chromium.ts';

/**
 * Saves pictures of every error, for eyes: `tsx packages/dev/src/browser/error-screenshots.ts [screen …]`, named by
 * the beginning of their names. To BATBOT_SHOTS, by default /tmp/shots.
 */
const folder = process.env['BATBOT_SHOTS'] ?? '/tmp/shots';
const wanted = process.argv.slice(2);

const SIZES = [
  [1280, 800],
  [390, 844],
] as const;

const shoot = async (
  bench: Site,
  name: string,
  { visit, context, prepare }: ErrorScreen,
): Promise<void> => {
  for (const [width, height] of SIZES) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const file = join(folder, `error-${name}-${width}-${colorScheme}.png`);
      const size = { viewport: { width, height }, colorScheme, hasTouch: width < 500 };
      let trouble = '';
      const take = bench.inApp(
        async (app) => {
          try {
            await visit(app, bench);
            await app.page.waitForLoadState('networkidle'); // what a lazy page shows once it is there
          } catch (problem) {
            trouble = `\n    ! ${String(problem).split('\n', 1)[0] ?? ''}`;
          }
          await app.page.screenshot({ path: file, animations: 'disabled' });
        },
        {
          context: { ...size, ...context },
          ...(prepare === undefined ? {} : { prepare: (each) => prepare(each) }),
        },
      );
      await take.catch((problem: unknown) => {
        trouble += `\n    ! ${String(problem)}`;
      });
      await bench.simulator.plug();
      console.log(`${file}${trouble}`);
    }
  }
};

const why = whyNot(['chromium']);
if (why !== undefined) throw new Error(why);
mkdirSync(folder, { recursive: true });
const chromium = await launchChromium();
const bench = withVisits(await startSite(), chromium.browser);
try {
  for (const [name, screen] of Object.entries(errorScreens)) {
    if (wanted.length > 0 && !wanted.some((start) => name.startsWith(start))) continue;
    await shoot(bench, name, screen);
  }
} finally {
  await bench.close();
  await chromium.close();
}
