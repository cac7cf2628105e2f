import type { OutboxItem } from '@batbot/core/workspace';

/** Values that a person types and may clear. Ids, states, times and what a device reported are not edited. */
export const CLEARABLE = new Set([
  ...['maker', 'model', 'chemistry', 'cells', 'designCapacityAh', 'builtOn'],
  ...['installedIn', 'firmware'],
]);
/** Values that a person types and that cannot be empty. */
const REQUIRED = new Set(['serial', 'name', 'title', 'category']);

/** Returns the values of a change that can be edited in a text field. */
export const editableValues = (
  input: OutboxItem['input'],
): readonly (readonly [string, string | number])[] =>
  Object.entries(input).flatMap(([key, value]) =>
    (CLEARABLE.has(key) || REQUIRED.has(key)) &&
    (typeof value === 'string' || typeof value === 'number')
      ? [[key, value] as const]
      : [],
  );
