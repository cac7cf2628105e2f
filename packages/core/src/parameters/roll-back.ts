import type { RawValues } from './device-io.ts';
import { writeOrder, type Journal } from './journal.ts';
import type { ParameterSchema } from './parameter-schema.ts';

/**
 * Returns the parameters that somebody else may have changed since a write: their value is neither the previous one, nor
 * that of the write, nor the one that the device had when the write stopped.
 */
export const changedSince = (
  { before, wanted, after, known: { schema } }: Journal,
  present: RawValues,
): ParameterSchema['parameters'] =>
  schema.parameters.filter(({ key, readOnly }) => {
    const now = present.get(key);
    const explained = [undefined, before[key], wanted[key], after?.[key]];
    return readOnly !== true && key in before && !explained.includes(now);
  });

/** Returns the keys of a roll back: those of the write in reverse order, then those that may have changed by mistake. */
export const rollBackOrder = (journal: Journal): readonly string[] => [
  ...writeOrder(journal).toReversed(),
  ...Object.keys(journal.before).filter((key) => !(key in journal.wanted)),
];

/** Explains why a roll back has not restored some values. */
export const leftText = (parameters: ParameterSchema['parameters']): string =>
  `Left, because the value is neither that from before the write nor that of the write: ${parameters.map(({ label }) => label).join(', ')}. “Leave it as it is” ends the roll back`;
