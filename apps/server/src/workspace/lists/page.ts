import * as v from 'valibot';
import { badArgument } from '../../api/api-errors.ts';
import type { SqlValue } from '../../database/database.ts';
import type { Scope } from '../scope.ts';

export const PAGE_SIZE = 200;
/** Maximum size of the nodes of a page in bytes of JSON. The client refuses an answer above 4 MB. */
const PAGE_BYTES = 3_000_000;

export interface Page<Node> {
  readonly nodes: readonly Node[];
  readonly endCursor: string | null;
  readonly hasNext: boolean;
}

export interface PageArguments {
  readonly first?: number | null;
  readonly after?: string | null;
}

/** The order of a list. */
export interface Order {
  /** SQL expressions with their types. The last one is unique. */
  readonly by: Readonly<Record<string, string>>;
  /** Whether all expressions are descending; otherwise all are ascending. */
  readonly descending?: boolean;
}

/** Collects the parameter values of a statement. `add` returns the placeholder `$n`. */
export interface Values {
  readonly add: (value: SqlValue) => string;
  readonly all: readonly SqlValue[];
}

export const createValues = (): Values => {
  const all: SqlValue[] = [];
  return { all, add: (value) => `$${all.push(value)}` };
};

export const encodeCursor = (parts: readonly string[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

export const decodeCursor = (cursor: string, length: number): readonly string[] => {
  const schema = v.pipe(v.string(), v.parseJson(), v.array(v.string()), v.length(length));
  const read = v.safeParse(schema, Buffer.from(cursor, 'base64url').toString('utf8'));
  if (!read.success) throw badArgument('after', 'an endCursor of this list and order');
  return read.output;
};

export const readFirst = (first: number | null | undefined, usual: number): number => {
  const wanted = first ?? usual;
  if (wanted < 1 || wanted > PAGE_SIZE) throw badArgument('first', `1 to ${PAGE_SIZE}`);
  return wanted;
};

/** Returns the first nodes that are not larger than a page; at least one. */
export const fitting = <Node>(nodes: readonly Node[]): readonly Node[] => {
  let bytes = 0;
  const end = nodes.findIndex((node, index) => {
    bytes += Buffer.byteLength(JSON.stringify(node));
    return index > 0 && bytes > PAGE_BYTES;
  });
  return end === -1 ? nodes : nodes.slice(0, end);
};

export interface ListSource extends Order {
  /** The select list with the fields of a node. */
  readonly columns: string;
  readonly from: string;
  /**
   * Joins to the table in `from`, which then has the form `table alias`. The rows of the page are found in the table
   * alone, and only these rows are joined, so an index with the sorted columns is enough for the sort.
   */
  readonly joins?: string;
  /** Conditions that must all hold. */
  readonly where: readonly string[];
  readonly values: Values;
}

/**
 * Reads one page of a list by keyset pagination. Every page costs the same, and rows that are added in the meantime do
 * not shift the pages.
 */
export const readPage = async <Node>(
  scope: Scope,
  { columns, from, joins, where, values, by, descending = false }: ListSource,
  { first, after }: PageArguments,
): Promise<Page<Node>> => {
  const size = readFirst(first, 50);
  const keys = Object.keys(by);
  const conditions = [...where];
  if (after !== undefined && after !== null) {
    const cursor = decodeCursor(after, keys.length);
    const bounds = Object.values(by).map(
      (type, index) => `${values.add(cursor[index] ?? '')}::text::${type}`,
    );
    const sign = descending ? '<' : '>';
    conditions.push(`(${keys.join(', ')}) ${sign} (${bounds.join(', ')})`);
  }
  const direction = descending ? ' desc' : '';
  const sorted = `order by ${keys.map((key) => `${key}${direction}`).join(', ')}`;
  const found = `${from} ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
    ${sorted} limit ${size + 1}`;
  const alias = from.slice(from.lastIndexOf(' ') + 1);
  // With `offset 0`, PostgreSQL reads these rows by their ids, instead of all rows of the account.
  const rest =
    joins === undefined
      ? found
      : `(select ${alias}.id from ${found}) page
         cross join lateral (select * from ${from} where ${alias}.id = page.id offset 0) ${alias} ${joins} ${sorted}`;
  const rows = await scope.query<Node & { readonly cursorParts: readonly string[] }>(
    `select ${columns}, jsonb_build_array(${keys.map((key) => `(${key})::text`).join(', ')}) as "cursorParts"
     from ${rest}`,
    values.all,
  );
  const nodes = fitting(rows.slice(0, size));
  const last = nodes.at(-1);
  return {
    nodes,
    endCursor: last === undefined ? null : encodeCursor(last.cursorParts),
    hasNext: rows.length > nodes.length,
  };
};
