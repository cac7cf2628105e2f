import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRowSlots } from './use-virtual-rows.ts';

const slotsOf = (slot: (index: number) => number, first: number, count: number): number[] =>
  Array.from({ length: count }, (_, offset) => slot(first + offset));

test('an entry keeps its node while the window moves by less than its own size', () => {
  const slots = createRowSlots();
  const before = slots(0, 10, 12);
  const after = slots(4, 10, 12);
  for (const index of [4, 5, 6, 7, 8, 9]) expect(after(index)).toBe(before(index));
});

test('after a jump to other entries, the nodes are used in their order, so that none has to be moved', () => {
  const slots = createRowSlots();
  slots(0, 10, 12);
  slots(7, 10, 12);
  expect(slotsOf(slots(500, 10, 12), 500, 10)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('no two entries of a window share a node, after any moves of the window', () => {
  const window = fc.tuple(fc.nat(2_000), fc.nat(80));
  fc.assert(
    fc.property(fc.array(window, { minLength: 1, maxLength: 30 }), (windows) => {
      const slots = createRowSlots();
      for (const [first, count] of windows) {
        const used = slotsOf(slots(first, count, 40), first, count);
        expect(new Set(used).size).toBe(count);
      }
    }),
  );
});
