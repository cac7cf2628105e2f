import { accepts, type PaletteCommand, type Parameter } from './palette-command.ts';

/** What the palette knows of a text before it is sent. Nothing here keeps anybody from sending it. */
export type CommandCheck =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'ok'; readonly command: PaletteCommand }
  /** A value is still to come. */
  | { readonly kind: 'incomplete'; readonly command: PaletteCommand; readonly parameter: Parameter }
  | {
      readonly kind: 'badValue';
      readonly command: PaletteCommand;
      readonly parameter: Parameter;
      readonly value: string;
    }
  | { readonly kind: 'tooMany'; readonly command: PaletteCommand; readonly count: number };

/** Values between commas; a comma within quotes belongs to its value. */
const valuesOf = (text: string): readonly string[] =>
  (text.match(/(?:"[^"]*"?|[^,"])+|(?<=^|,)(?=,|$)/g) ?? []).map((each) => each.trim());

/** A head that ends in a letter takes digits at once, as in `ATE0`; `ATEST` and `ATE0V1` are something else. */
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

/** Compares a text as typed with what the palette's commands take. */
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
 * The command with these values, by their place; empty ones are left out. Undefined unless every value is one the
 * command takes: nothing out of range can be composed.
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
