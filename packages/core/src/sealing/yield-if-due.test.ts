import { expect, test } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { checkSealed } from './check-sealed.ts';
import { inParts, makeSealKey, nodeCrypto, sealedText, someLines } from './sealing.fixture.ts';
import { createYieldIfDue } from './yield-if-due.ts';

test('[REC-87] checking a long file yields to other work in between', async () => {
  const clock = createFakeClock();
  const file = new TextEncoder().encode(await sealedText(await makeSealKey(), someLines(600)));
  async function* slowly() {
    for await (const part of inParts(file, 1_000)) {
      await clock.advance(10); // the time that the work on the previous part took
      yield part;
    }
  }
  let turns = 0;
  const due = createYieldIfDue(clock);
  const verdict = await checkSealed(slowly(), nodeCrypto, () => {
    const turn = due();
    if (turn === undefined) return undefined;
    turns += 1;
    void clock.advance(0); // the host works before the check continues
    return turn;
  });
  expect(verdict.kind).toBe('holds');
  // two parts take longer than 16 ms, and some parts contain no line
  expect(turns).toBeGreaterThan(file.length / 1_000 / 4);
});
