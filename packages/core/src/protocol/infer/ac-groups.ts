import type { Entry } from './entry.ts';

/** Returns the groups of AC meters: those with a frequency or a power factor. */
export const acGroups = (entries: readonly Entry[]): ReadonlySet<string> =>
  new Set(
    entries
      .filter(
        ({ key, value }) =>
          /freq|^hz$|power ?factor|apparent|reactive|^pf$|cos ?phi/i.test(key) ||
          (value.numbers.length > 0 && /\d\s?Hz$/i.test(value.text)),
      )
      .map(({ groups }) => groups.join('.')),
  );
