import type { App } from '../app.ts';
import { test, worldTest } from '../fixtures.ts';
import { badInputStates } from './bad-input.ts';
import { errorStates } from './errors.ts';
import { screenStates } from './screens.ts';
import { setupOf, type State } from './state.ts';
import { terminalStates } from './terminal.ts';
import { verdictStates } from './verdicts.ts';
import { worldStates } from './world.ts';

// Takes screenshots of all states for a visual review. `npm run gallery -- home` takes only those whose name contains
// "home".
const FOLDER = process.env['BATBOT_GALLERY'] ?? '/tmp/gallery';

const errors = Object.entries(errorStates).map(
  ([name, state]) => [`error-${name}`, state] as const,
);
const states: readonly (readonly [string, State])[] = [
  ...Object.entries(screenStates),
  ...Object.entries(terminalStates),
  ...Object.entries(verdictStates),
  ...Object.entries(badInputStates),
  ...errors,
];

const take = async ({ page }: App, name: string): Promise<void> => {
  await page.waitForLoadState('networkidle');
  const busy = page.getByRole('main').getByText(/^(?:Loading|◌ Updating)/);
  await busy.first().waitFor({ state: 'hidden' });
  await page.locator('main .full-page .spinner').waitFor({ state: 'hidden' });
  await page.screenshot({ path: `${FOLDER}/${name}.png`, animations: 'disabled' });
};

for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const isFirst = width === 1280 && colorScheme === 'light';
    const form = `${width}-${colorScheme}`;
    const window = { viewport: { width, height }, colorScheme, hasTouch: width < 500 };
    for (const [name, state] of states) {
      const { show, prepare, use = {}, isOneForm = false, ...size } = setupOf(state);
      if (isOneForm && !isFirst) continue;
      test.describe(name, () => {
        test.use({ ...window, ...use });

        test(form, async ({ app, site }) => {
          await prepare?.(app.page.context());
          await show(app, site);
          await app.page.setViewportSize({ width, height, ...size });
          await take(app, `${name}-${form}`);
        });
      });
    }
    for (const [name, show] of Object.entries(worldStates)) {
      worldTest.describe(`world-${name}`, () => {
        worldTest.use(window);

        worldTest(form, async ({ app, services }) => {
          await app.login('technician');
          await show(app, services);
          await take(app, `world-${name}-${form}`);
        });
      });
    }
  }
}
