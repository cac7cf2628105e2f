import type { Value } from './quantity.ts';

/** One value of a reply under the name that the device gave it. */
export interface Entry {
  /** Headings and outer keys, outermost first. */
  readonly groups: readonly string[];
  readonly key: string;
  readonly value: Value;
  /** True if it is unclear whether the value belongs to a module or to the whole. Such a value has no meaning. */
  readonly isUnclear?: true;
}

/** Returns the name under which a value is shown if its meaning is unknown. */
export const entryName = ({ groups, key }: Pick<Entry, 'groups' | 'key'>): string =>
  [...groups.slice(-3), key].join('.').slice(0, 120);
