import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeSealKey, sealedText, someLines, verdictOf } from './sealing.fixture.ts';

test('[REC-88] a change of any byte of a small file is found', async () => {
  const small = new TextEncoder().encode(await sealedText(await makeSealKey(), someLines(3)));
  for (let at = 0; at < small.length; at += 1) {
    for (const flip of [1 << (at % 8), 0xff]) {
      const changed = small.slice();
      changed[at] = (changed[at] ?? 0) ^ flip;
      const verdict = await verdictOf(changed);
      expect([at, flip, verdict.kind]).not.toContain('holds');
    }
  }
});

test('[REC-88] in a larger file, any changed, removed or inserted byte is found', async () => {
  const bytes = new TextEncoder().encode(await sealedText(await makeSealKey(), someLines(600)));
  const change = fc.record({
    at: fc.nat({ max: bytes.length - 2 }),
    byte: fc.nat({ max: 255 }),
    kind: fc.constantFrom('set', 'cut', 'insert'),
  });
  await fc.assert(
    fc.asyncProperty(change, async ({ at, byte, kind }) => {
      fc.pre(kind !== 'set' || bytes[at] !== byte);
      const keep = kind === 'insert' ? at : at + 1;
      const put = kind === 'cut' ? [] : [byte];
      const changed = Uint8Array.of(...bytes.subarray(0, at), ...put, ...bytes.subarray(keep));
      expect((await verdictOf(changed)).kind).not.toBe('holds');
    }),
    { numRuns: 150 },
  );
});
