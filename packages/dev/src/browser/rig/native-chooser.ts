import type { Page } from '@playwright/test';
import type { XDisplay } from './x-display.ts';

/** How the page opens the chooser, and the facts by which its outcome is known. */
export interface ChooserSteps {
  readonly open: () => Promise<unknown>;
  /** A port was granted. */
  readonly isChosen: () => Promise<boolean>;
  /** The page knows that the chooser was closed without a choice, and can open it again. */
  readonly isClosed: () => Promise<boolean>;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const becomesTrue = async (fact: () => Promise<boolean>, timeoutMs: number): Promise<boolean> => {
  const end = performance.now() + timeoutMs;
  for (;;) {
    if (await fact()) return true;
    if (performance.now() > end) return false;
    await pause(50);
  }
};

/** From Cancel, which has the focus at first, back to the list; its first row; accept. */
const keys = ['shift+Tab', 'shift+Tab', 'Down', 'Return'];

/**
 * Picks the first port in Chromium's own chooser, as a keyboard user does.
 *
 * Nothing outside the browser shows that the chooser is drawn and filled (it is no X window of its own, and
 * Playwright makes the page believe in its focus), so this is a loop: try, look at the fact, and if the keys came
 * too early close the chooser, see it closed and try again with more patience. Keys that reach the page instead are
 * swallowed there.
 */
export const chooseInNativeChooser = async (
  display: XDisplay,
  page: Page,
  steps: ChooserSteps,
): Promise<void> => {
  await page.evaluate(`
    window.swallowKeys = (event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    for (const kind of ['keydown', 'keypress', 'keyup'])
      addEventListener(kind, window.swallowKeys, true);
  `);
  for (let patienceMs = 250; patienceMs <= 8_000; patienceMs *= 2) {
    await steps.open();
    await pause(patienceMs);
    for (const key of keys) await display.xdotool('key', key);
    if (!(await becomesTrue(steps.isChosen, patienceMs))) {
      await display.xdotool('key', 'Escape');
      // The keys may have worked after all, on a machine slower than this patience.
      const isOver = async (): Promise<boolean> =>
        (await steps.isChosen()) || (await steps.isClosed());
      if (!(await becomesTrue(isOver, 10_000))) throw new Error('the chooser does not close');
    }
    if (await steps.isChosen()) {
      await page.evaluate(`
        for (const kind of ['keydown', 'keypress', 'keyup'])
          removeEventListener(kind, window.swallowKeys, true);
      `);
      return;
    }
  }
  throw new Error('the native chooser gave no port');
};
