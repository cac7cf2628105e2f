import { it } from 'vitest';

/** Defines a test case on a harness of its own. */
export type CaseOn<H> = (title: string, body: (harness: H) => Promise<void>) => void;

/** Returns an `it` that makes a new harness for each case and disposes of it afterwards. */
export const casesOn =
  <H>(
    makeHarness: () => H | Promise<H>,
    dispose: (harness: H) => void | Promise<void>,
  ): CaseOn<H> =>
  (title, body) => {
    it(title, async () => {
      const harness = await makeHarness();
      try {
        await body(harness);
      } finally {
        await dispose(harness);
      }
    });
  };
