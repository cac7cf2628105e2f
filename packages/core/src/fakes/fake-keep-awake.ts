import type { KeepAwake } from '../ports/keep-awake.ts';

export interface FakeKeepAwake {
  readonly keepAwake: KeepAwake;
  /** Returns the number of holds that are not released. */
  readonly held: () => number;
}

/** Creates a fake that grants every hold at once. */
export const createFakeKeepAwake = (): FakeKeepAwake => {
  const holds = new Set<object>();
  return {
    keepAwake: {
      hold: (onChange) => {
        const mine = {};
        holds.add(mine);
        onChange(true);
        return () => holds.delete(mine);
      },
    },
    held: () => holds.size,
  };
};
