import { accepts, type PaletteCommand, type Parameter } from './palette-command.ts';

/** The result of checking a text before it is sent. No result prevents sending. */
export type CommandCheck =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'ok'; readonly command: PaletteCommand }
  /** A required value is missing. */
  | { readonly kind: 'incomplete'; readonly command: PaletteCommand; readonly parameter: Parameter }
  | {
      readonly kind: 'badValue';
      readonly command: PaletteCommand;
      readonly parameter: Parameter;
      readonly value: string;
    }
  | { readonly kind: 'tooMany'; readonly command: PaletteCommand; readonly count: number };

/** Splits a text into values at commas. A comma within quotes belongs to its value. */
const valuesOf = (text: string): readonly string[] =>
  (text.match(/(?:"[^"]*"?|[^,"])+|(?<=^|,)(?=,|$)/g) ?? []).map((each) => each.trim());

/**
 * True if `rest` can follow `head`: after a head that ends in a letter, as in `ATE0`, only digits can. `ATEST` and
 * `ATE0V1` are other commands.
 */
const isOwnRest = (head: string, rest: string): boolean =>
  /[A-Z]$/i.test(head) ? /^\d*$/.test(rest) : true;

const bestMatch = (
  text: string,
  commands: readonly PaletteCommand[],
): PaletteCommand | undefined => {
  const upper = text.toUpperCase();
  const fitting = commands.filter(({ head, parameters }) =>
    parameters.length === 0
      ? upper === head.toUpperCase()
      : upper.startsWith(head.toUpperCase()) && isOwnRest(head, text.slice(head.length)),
  );
  return fitting.reduce<PaletteCommand | undefined>(
    (best, each) => (best === undefined || each.head.length > best.head.length ? each : best),
    undefined,
  );
};

/** Compares a typed text with the commands of the palette and the values that they accept. */
export const checkCommand = (typed: string, commands: readonly PaletteCommand[]): CommandCheck => {
  const text = typed.trim();
  const command = bestMatch(text, commands);
  if (command === undefined) return { kind: 'unknown' };
  const { head, parameters } = command;
  const rest = text.slice(head.length);
  const values = rest === '' ? [] : valuesOf(rest);
  if (values.length > parameters.length) return { kind: 'tooMany', command, count: values.length };
  for (const [index, parameter] of parameters.entries()) {
    const value = values[index] ?? '';
    if (value === '') {
      if (parameter.optional === true) continue;
      return { kind: 'incomplete', command, parameter };
    }
    if (!accepts(parameter, value)) return { kind: 'badValue', command, parameter, value };
  }
  return { kind: 'ok', command };
};

/**
 * Returns the command with these values, in the order of its parameters, without empty values at the end. Returns
 * undefined unless the command accepts every value.
 */
export const composeCommand = (
  command: PaletteCommand,
  values: readonly string[],
): string | undefined => {
  const given = command.parameters.map((_, index) => values[index]?.trim() ?? '');
  const last = given.findLastIndex((value) => value !== '');
  const text = command.head + given.slice(0, last + 1).join(',');
  const isComplete = command.parameters.every((parameter, index) => {
    const value = given[index] ?? '';
    const separates = parameter.kind === 'text' && value.includes(',') && !/^"[^"]*"$/.test(value);
    return value === '' ? parameter.optional === true : accepts(parameter, value) && !separates;
  });
  return isComplete ? text : undefined;
};
