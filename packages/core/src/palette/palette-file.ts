import * as v from 'valibot';
import type { Result } from '../prelude/result.ts';
import {
  check,
  findProblem,
  jsonFile,
  lineOf,
  listOf,
  textOf,
  wholeNumber,
  type FileProblem,
  type Schema,
} from '../prelude/schema.ts';
import { accepts, type PaletteCommand, type Parameter } from './palette-command.ts';

// The format of a palette file: {"commands": [ … ]}, each entry a `PaletteCommand` without `answered` and `source`.

export const PALETTE_FILE_LIMIT = 262_144;
export const MAX_OWN_COMMANDS = 200;
const MAX_PARAMETERS = 8;
const MAX_VALUES = 32;

const needed = (most: number) => v.pipe(textOf(most), v.trim());
const line = (most: number) => v.nullish(v.pipe(lineOf(most), v.trim()), '');

const BASE = {
  name: v.pipe(
    needed(32),
    v.check((name) => !/[<>[\],]/.test(name), 'must not contain < > [ ] ,'),
  ),
  help: line(120),
  default: line(64),
  optional: v.fallback(v.boolean(), false),
};
const LIMIT = v.pipe(v.number('must be a whole number'), v.safeInteger('must be a whole number'));
const VALUE = v.object({
  value: v.pipe(
    needed(32),
    v.check((value) => !value.includes(','), 'must not contain a comma'),
  ),
  help: line(120),
});

const PARAMETER = v.pipe(
  v.variant('kind', [
    v.object({
      kind: v.literal('enum'),
      ...BASE,
      values: v.pipe(listOf(VALUE, MAX_VALUES), v.minLength(1, 'must have at least one value')),
    }),
    v.pipe(
      v.object({
        kind: v.picklist(['integer', 'hex']),
        ...BASE,
        min: LIMIT,
        max: LIMIT,
        unit: line(16),
      }),
      v.check(({ min, max }) => min <= max, 'must have min ≤ max'),
      v.transform(({ unit, ...rest }) => ({ ...rest, ...(unit === '' ? {} : { unit }) })),
    ),
    v.object({ kind: v.literal('text'), ...BASE, maxLength: wholeNumber(1, 256) }),
  ]),
  v.transform(({ default: initial, optional, ...rest }): Parameter => ({
    ...rest,
    ...(initial === '' ? {} : { default: initial }),
    ...(optional ? { optional } : {}),
  })),
  findProblem((parameter) =>
    parameter.default === undefined || accepts(parameter, parameter.default)
      ? undefined
      : { path: 'default', problem: 'must be within the range of the parameter' },
  ),
);

const COMMAND: Schema<PaletteCommand> = v.pipe(
  v.object({
    head: v.pipe(needed(64), v.regex(/^[!-~]+( [!-~]+)*$/, 'must be ASCII characters')),
    name: line(60),
    help: line(120),
    details: line(1_000),
    parameters: v.pipe(
      v.nullish(listOf(PARAMETER, MAX_PARAMETERS), []),
      v.checkItems(
        ({ optional }, index, all) => optional === true || all[index - 1]?.optional !== true,
        'must not follow an optional parameter',
      ),
    ),
    writes: v.fallback(v.boolean(), false),
  }),
  v.transform(({ name, ...rest }): PaletteCommand => ({
    ...rest,
    name: name === '' ? rest.head : name,
    answered: 'maybe',
    source: 'own entry',
  })),
);

/** Checks an entry that the user typed. */
export const checkEntry = (raw: unknown): Result<PaletteCommand, FileProblem> =>
  check(COMMAND, raw, 'entry');

/** The entries of a palette file. If one entry is not valid, the whole file is refused [ST-09]. */
export const PALETTE_FILE = jsonFile<readonly PaletteCommand[]>({
  mostCharacters: PALETTE_FILE_LIMIT,
  schema: v.pipe(
    v.object({ commands: listOf(COMMAND, MAX_OWN_COMMANDS) }),
    v.transform(({ commands }) => commands),
  ),
  toJson: (commands) => ({
    commands: commands.map(({ answered: _, source: __, ...entry }) => entry),
  }),
});
