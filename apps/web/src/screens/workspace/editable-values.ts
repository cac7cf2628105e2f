import type { OutboxItem } from '@batbot/core/workspace';

/** The values that a person types. Ids, states, times and what a device reported are not edited. */
const TYPED = new Set([
  ...['serial', 'maker', 'model', 'chemistry', 'cells', 'designCapacityAh', 'builtOn'],
  ...['installedIn', 'firmware', 'name', 'title', 'category', 'userName', 'email', 'companyName'],
  ...['clientName', 'phoneNumber', 'maxSubUsers'],
]);

/** Returns the values of a change that can be edited in a text field. */
export const editableValues = (
  input: OutboxItem['input'],
): readonly (readonly [string, string | number])[] =>
  Object.entries(input).flatMap(([key, value]) =>
    TYPED.has(key) && (typeof value === 'string' || typeof value === 'number')
      ? [[key, value] as const]
      : [],
  );
