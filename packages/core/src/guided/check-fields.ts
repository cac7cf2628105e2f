import {
  checkText,
  problemAt,
  recordOf,
  type FileProblem,
  type ForeignRecord,
} from '../prelude/foreign-json.ts';
import { ok, type Result } from '../prelude/result.ts';
import { CHECK_LIMITS, type AskStep, type TypedValue } from './check.ts';
import type { Limits, QuantityLimits } from './limits.ts';
import { isQuantity, CHECK_QUANTITIES } from './quantity.ts';

/** No value of a pack is larger, in any unit. */
const LARGEST = 1_000_000_000;

export const checkNumber = (raw: unknown, path: string): Result<number, FileProblem> =>
  typeof raw === 'number' && Number.isFinite(raw) && Math.abs(raw) <= LARGEST
    ? ok(raw)
    : problemAt(path, 'is no number');

/** At least one end has to be there when `isNeeded`. */
export const checkLimits = (
  record: ForeignRecord,
  path: string,
  isNeeded: boolean,
): Result<Limits, FileProblem> => {
  const ends: { least?: number; most?: number } = {};
  for (const end of ['least', 'most'] as const) {
    if (record.get(end) === undefined) continue;
    const value = checkNumber(record.get(end), `${path}.${end}`);
    if (!value.ok) return value;
    ends[end] = value.value;
  }
  const { least, most } = ends;
  if (isNeeded && least === undefined && most === undefined) {
    return problemAt(path, 'has neither least nor most');
  }
  return least !== undefined && most !== undefined && least > most
    ? problemAt(`${path}.least`, 'is more than most')
    : ok(ends);
};

const NAMES = Object.keys(CHECK_QUANTITIES).join(', ');

export const checkQuantityLimits = (
  raw: unknown,
  path: string,
): Result<QuantityLimits, FileProblem> => {
  const record = recordOf(raw);
  if (record === undefined) return problemAt(path, 'is no object');
  const quantity = record.get('quantity');
  if (!isQuantity(quantity)) return problemAt(`${path}.quantity`, `is none of ${NAMES}`);
  const limits = checkLimits(record, path, true);
  return limits.ok ? ok({ quantity, ...limits.value }) : limits;
};

/** A unit may be empty; what counts has none. */
const checkUnit = (raw: unknown, path: string): Result<string, FileProblem> =>
  raw === undefined || raw === '' ? ok('') : checkText(raw, path, CHECK_LIMITS.unit);

const checkNear = (raw: unknown, path: string): Result<TypedValue['near'], FileProblem> => {
  if (raw === undefined) return ok(undefined);
  const record = recordOf(raw);
  const quantity = record?.get('quantity');
  if (!isQuantity(quantity)) return problemAt(`${path}.quantity`, `is none of ${NAMES}`);
  const percent = checkNumber(record?.get('percent'), `${path}.percent`);
  if (!percent.ok) return percent;
  return percent.value > 0 && percent.value <= CHECK_LIMITS.percent
    ? ok({ quantity, percent: percent.value })
    : problemAt(`${path}.percent`, `is not above 0 and at most ${CHECK_LIMITS.percent}`);
};

const checkNamed = (
  record: ForeignRecord,
  path: string,
  isLimited: boolean,
): Result<Limits & { readonly name: string; readonly unit: string }, FileProblem> => {
  const name = checkText(record.get('name'), `${path}.name`, CHECK_LIMITS.name);
  if (!name.ok) return name;
  const unit = checkUnit(record.get('unit'), `${path}.unit`);
  if (!unit.ok) return unit;
  const limits = checkLimits(record, path, isLimited);
  return limits.ok ? ok({ name: name.value, unit: unit.value, ...limits.value }) : limits;
};

/** What is typed in is limited, by a range or by what the device tells. */
export const checkTypedValue = (raw: unknown, path: string): Result<TypedValue, FileProblem> => {
  const record = recordOf(raw);
  if (record === undefined) return problemAt(path, 'is no object');
  const near = checkNear(record.get('near'), `${path}.near`);
  if (!near.ok) return near;
  const named = checkNamed(record, path, near.value === undefined);
  if (!named.ok) return named;
  return ok(near.value === undefined ? named.value : { ...named.value, near: near.value });
};

export const checkReplyValue = (
  raw: unknown,
  path: string,
): Result<NonNullable<AskStep['value']>, FileProblem> => {
  const record = recordOf(raw);
  const kind = record?.get('kind');
  if (record !== undefined && kind === 'quantity') {
    const limits = checkQuantityLimits(raw, path);
    return limits.ok ? ok({ kind, ...limits.value }) : limits;
  }
  if (record !== undefined && kind === 'number') {
    const after = checkText(record.get('after'), `${path}.after`, CHECK_LIMITS.name);
    if (!after.ok) return after;
    const named = checkNamed(record, path, true);
    return named.ok ? ok({ kind, after: after.value, ...named.value }) : named;
  }
  return problemAt(`${path}.kind`, 'is neither number nor quantity');
};
