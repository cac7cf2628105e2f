import type { SqlValue } from '../database/database.ts';
import type { Scope } from './scope.ts';

const toSql = (value: unknown): SqlValue => {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value;
  if (typeof value === 'object') return JSON.stringify(value);
  return value as SqlValue; // the schemas leave only objects, strings, numbers and booleans
};

/** Returns the values in `wanted` that differ from `row`, and the values that they replace. */
export const changedValues = (
  row: Readonly<Record<string, unknown>>,
  wanted: Readonly<Record<string, unknown>>,
  names: readonly string[],
): { readonly before: Record<string, unknown>; readonly after: Record<string, unknown> } => {
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const name of names) {
    const value = wanted[name];
    const old = row[name] ?? null;
    if (value === undefined || JSON.stringify(value) === JSON.stringify(old)) continue;
    before[name] = old;
    after[name] = value;
  }
  return { before, after };
};

/** Returns the column of a field: `asset_id` for `assetId`. */
const columnOf = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Changes the columns of these fields in a row. */
export const updateRow = async (
  scope: Scope,
  table: string,
  id: string,
  values: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const names = Object.keys(values).map(columnOf);
  const settings = names.map((name, index) => `${name} = $${index + 2}`).join(', ');
  const sql = `update ${table} set ${settings} where id = $1`;
  await scope.query(sql, [id, ...Object.values(values).map(toSql)]);
};

/** Adds a row. If another account has a row with this id, the database reports a unique violation. */
export const insertRow = async (
  scope: Scope,
  table: string,
  values: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const names = Object.keys(values).map(columnOf);
  const places = names.map((_, index) => `$${index + 1}`).join(', ');
  const sql = `insert into ${table} (${names.join(', ')}) values (${places})`;
  await scope.query(sql, Object.values(values).map(toSql));
};
