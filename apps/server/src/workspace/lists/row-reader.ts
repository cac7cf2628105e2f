import type { Scope } from '../scope.ts';

interface RowSource {
  /** Returns the select list with the fields of a row. */
  readonly columns: (scope: Scope) => string;
  readonly from: string;
  /** The alias in `from` of the table that has the id. */
  readonly alias: string;
}

/** Creates the functions that read the rows of a list by their ids. */
export const createRowReader = <Row>({ columns, from, alias }: RowSource) => {
  const select = (scope: Scope): string =>
    `select ${columns(scope)} from ${from} where ${alias}.id`;
  return {
    /** Finds the row with this id in what the actor may see. `lock` locks it for a change. */
    find: async (scope: Scope, id: string, lock = false): Promise<Row | undefined> => {
      const end = lock ? `for update of ${alias}` : '';
      return (await scope.query<Row>(`${select(scope)} = $1 ${end}`, [id]))[0];
    },
    all: (scope: Scope, ids: readonly string[]): Promise<readonly Row[]> =>
      scope.query<Row>(`${select(scope)} = any(string_to_array($1, ',')::uuid[])`, [ids.join(',')]),
  };
};
