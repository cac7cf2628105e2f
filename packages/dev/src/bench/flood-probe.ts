import type { Page } from '@playwright/test';

/**
 * Runs in every measured page before the page's own scripts. Records the time between frames and the long tasks, and
 * checks once per frame whether the product's log shows the end of the flood. The peers report the end themselves.
 * Plain text, because Node's compiler has no DOM types.
 */
const script = `
  globalThis.floodProbe = { frames: [], tasks: [], on: false };
  let last = 0;
  const onFrame = (now) => {
    const { frames, on } = globalThis.floodProbe;
    if (on && last > 0) frames.push(now - last);
    last = now;
    const log = on && document.querySelector('[role=log]');
    const end = log && /END-OF-FLOOD-\\d+/.exec(log.textContent.slice(-2000));
    if (end) globalThis.floodSeen = end[0];
    requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
  new PerformanceObserver((list) => {
    if (globalThis.floodProbe.on)
      for (const { duration } of list.getEntries()) globalThis.floodProbe.tasks.push(duration);
  }).observe({ entryTypes: ['longtask'] });
`;

export const installProbe = (page: Page): Promise<unknown> => page.addInitScript(script);

export const startProbe = (page: Page): Promise<unknown> =>
  page.evaluate('globalThis.floodProbe = { frames: [], tasks: [], on: true }');

export const endSeen = (page: Page, marker: string): Promise<unknown> =>
  page.waitForFunction((wanted) => Reflect.get(globalThis, 'floodSeen') === wanted, marker, {
    timeout: 120_000,
    polling: 20,
  });

export interface Probed {
  readonly frames: readonly number[];
  /** Durations of the tasks over 50 ms, in ms. */
  readonly tasks: readonly number[];
}

export const stopProbe = (page: Page): Promise<Probed> =>
  page.evaluate(
    '(globalThis.floodProbe.on = false, { frames: globalThis.floodProbe.frames, tasks: globalThis.floodProbe.tasks })',
  );
