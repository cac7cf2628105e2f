import { describe, it } from 'vitest';
import { whyNot, type Need } from './availability.ts';

/**
 * A `describe` whose tests need a real browser. Where a need is missing they are skipped aloud, and fail when
 * CI=true, because a silent skip there would be a hole in the proof.
 */
export const describeInBrowser = (
  title: string,
  needs: readonly Need[],
  body: () => void,
): void => {
  const why = whyNot(needs);
  if (why === undefined) {
    describe(title, body);
    return;
  }
  if (process.env['CI'] === 'true') {
    describe(title, () => {
      it('has what it needs', () => {
        throw new Error(why);
      });
    });
    return;
  }
  console.warn(`SKIPPED: ${title}: ${why}`);
  describe.skip(`${title} (${why})`, body);
};
