import type { OutboxItem } from '@batbot/core/workspace';

/** Returns the values of a change that can be edited in a text field. */
export const editableValues = (
  input: OutboxItem['input'],
): readonly (readonly [string, string | number])[] =>
  Object.entries(input).flatMap(([key, value]) =>
    key !== 'id' && (typeof value === 'string' || typeof value === 'number')
      ? [[key, value] as const]
      : [],
  );
