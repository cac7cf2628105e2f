import { parameters } from './parameter-table.ts';
import type { Parameter } from './parameter-table.ts';

/**
 * Returns the value that a device takes which limits each change: numbers move by `percent` of the wanted change, and a
 * text keeps this share of its characters. Other types take the value as it is.
 */
export const clamped = (
  { type }: Parameter,
  before: string,
  wanted: string,
  percent: number,
): string => {
  const part = (from: string | undefined, to: string): string =>
    String(Number(from ?? 0) + Math.trunc(((Number(to) - Number(from ?? 0)) * percent) / 100));
  switch (type) {
    case 'integer':
    case 'decimal':
      return part(before, wanted);
    case 'list':
      return wanted
        .split(';')
        .map((each, i) => part(before.split(';')[i], each))
        .join(';');
    case 'text':
      return wanted.slice(0, Math.floor((wanted.length * percent) / 100));
    default:
      return wanted;
  }
};

/** Returns the next writable parameter of the same type, which a device with a wrong table changes instead. */
export const neighbourOf = (wanted: Parameter): Parameter => {
  const same = parameters.filter(({ type, readOnly }) => type === wanted.type && !readOnly);
  return same[(same.indexOf(wanted) + 1) % same.length] ?? wanted;
};
