import {
  checkList,
  plainText,
  problemAt,
  readForeignJson,
  recordOf,
  type FileProblem,
  type ForeignRecord,
} from '../prelude/foreign-json.ts';
import { ok, type Result } from '../prelude/result.ts';
import { takes, type EnumValue, type PaletteCommand, type Parameter } from './palette-command.ts';

// A palette file: {"commands": [ … ]}, each entry as in `PaletteCommand` without `answered` and `source`.

/** Larger files are refused unread. */
export const PALETTE_FILE_LIMIT = 262_144;
export const MAX_OWN_COMMANDS = 200;
const MAX_PARAMETERS = 8;
const MAX_VALUES = 32;

type Checked<T> = Result<T, FileProblem>;

/** A text of the record; `least` characters at least. */
const text = (
  record: ForeignRecord,
  path: string,
  key: string,
  limit: number,
  least = 0,
): Checked<string> => {
  const value = plainText(record.get(key) ?? '', limit);
  return value !== undefined && value.trim().length >= least
    ? ok(value.trim())
    : problemAt(`${path}.${key}`, `is no text of ${least} to ${limit} visible characters`);
};

const checkValue = (raw: unknown, path: string): Checked<EnumValue> => {
  const record = recordOf(raw);
  if (record === undefined) return problemAt(path, 'is no object');
  const value = text(record, path, 'value', 32, 1);
  if (!value.ok) return value;
  if (value.value.includes(',')) return problemAt(`${path}.value`, 'holds a comma');
  const help = text(record, path, 'help', 120);
  return help.ok ? ok({ value: value.value, help: help.value }) : help;
};

/** What every parameter has, whatever its kind. */
type Told = Pick<Parameter, 'name' | 'help' | 'default' | 'optional'>;

const checkRange = (record: ForeignRecord, path: string, told: Told): Checked<Parameter> => {
  const kind = record.get('kind');
  if (kind === 'enum') {
    const values = checkList(record.get('values'), `${path}.values`, MAX_VALUES, checkValue);
    if (!values.ok) return values;
    if (values.value.length === 0) return problemAt(`${path}.values`, 'is empty');
    return ok({ ...told, kind, values: values.value });
  }
  if (kind === 'integer' || kind === 'hex') {
    const [min, max] = [record.get('min'), record.get('max')];
    if (!Number.isSafeInteger(min) || !Number.isSafeInteger(max) || Number(min) > Number(max)) {
      return problemAt(path, 'has no whole numbers min ≤ max');
    }
    const unit = text(record, path, 'unit', 16);
    if (!unit.ok) return unit;
    return ok({
      ...told,
      kind,
      min: Number(min),
      max: Number(max),
      ...(unit.value === '' ? {} : { unit: unit.value }),
    });
  }
  if (kind !== 'text') return problemAt(`${path}.kind`, 'is none of enum, integer, hex, text');
  const maxLength = record.get('maxLength');
  return Number.isInteger(maxLength) && Number(maxLength) >= 1 && Number(maxLength) <= 256
    ? ok({ ...told, kind, maxLength: Number(maxLength) })
    : problemAt(`${path}.maxLength`, 'is no whole number from 1 to 256');
};

const checkParameter = (raw: unknown, path: string): Checked<Parameter> => {
  const record = recordOf(raw);
  if (record === undefined) return problemAt(path, 'is no object');
  const name = text(record, path, 'name', 32, 1);
  if (!name.ok) return name;
  if (/[<>[\],]/.test(name.value)) return problemAt(`${path}.name`, 'holds one of < > [ ] ,');
  const help = text(record, path, 'help', 120);
  if (!help.ok) return help;
  const initial = text(record, path, 'default', 64);
  if (!initial.ok) return initial;
  const parameter = checkRange(record, path, {
    name: name.value,
    help: help.value,
    ...(initial.value === '' ? {} : { default: initial.value }),
    ...(record.get('optional') === true ? { optional: true } : {}),
  });
  return !parameter.ok || initial.value === '' || takes(parameter.value, initial.value)
    ? parameter
    : problemAt(`${path}.default`, 'is out of its own range');
};

/** Checks one entry of the user's, from a form or a file; what it does not know it leaves out. */
export const checkEntry = (raw: unknown, path: string): Checked<PaletteCommand> => {
  const record = recordOf(raw);
  if (record === undefined) return problemAt(path, 'is no object');
  const head = text(record, path, 'head', 64, 1);
  if (!head.ok) return head;
  if (!/^[!-~]+( [!-~]+)*$/.test(head.value)) {
    return problemAt(`${path}.head`, 'is no text of ASCII characters');
  }
  const name = text(record, path, 'name', 60);
  if (!name.ok) return name;
  const help = text(record, path, 'help', 120);
  if (!help.ok) return help;
  const details = text(record, path, 'details', 1_000);
  if (!details.ok) return details;
  const parameters = checkList(
    record.get('parameters') ?? [],
    `${path}.parameters`,
    MAX_PARAMETERS,
    checkParameter,
  );
  if (!parameters.ok) return parameters;
  const gap = parameters.value.findIndex(
    (each, index) => each.optional !== true && parameters.value[index - 1]?.optional === true,
  );
  if (gap > 0) {
    return problemAt(`${path}.parameters.${gap + 1}`, 'follows one that may be left out');
  }
  return ok({
    head: head.value,
    name: name.value === '' ? head.value : name.value,
    help: help.value,
    details: details.value,
    parameters: parameters.value,
    writes: record.get('writes') === true,
    answered: 'maybe',
    source: 'own entry',
  });
};

/** Reads entries of unknown origin: size-capped, every field checked, all or nothing [ST-09]. */
export const parsePalette = (source: string): Checked<readonly PaletteCommand[]> => {
  const raw = readForeignJson(source, PALETTE_FILE_LIMIT);
  if (!raw.ok) return raw;
  const commands = recordOf(raw.value)?.get('commands');
  return checkList(commands, 'commands', MAX_OWN_COMMANDS, checkEntry);
};

export const formatPalette = (commands: readonly PaletteCommand[]): string =>
  JSON.stringify(
    { commands: commands.map(({ answered: _, source: __, ...entry }) => entry) },
    null,
    2,
  );
