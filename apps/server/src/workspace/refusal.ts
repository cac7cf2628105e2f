/** The reason why an item is not applied. The codes are those of `Outcome` in schema.graphql. */
export interface Refusal {
  readonly status: 'CONFLICT' | 'REFUSED' | 'LATER';
  readonly code: string;
  /** The path of the refused value in the input. */
  readonly field?: string | undefined;
  /** Data that the client needs to continue, such as the current row. */
  readonly current?: unknown;
}

/** An Error that carries a `Refusal`. Throwing it rolls the item back. */
export type RefusalError = Error & { readonly refusal: Refusal };

export const refuse = (refusal: Refusal): RefusalError =>
  Object.assign(new Error(refusal.code), { refusal });

export const refused = (code: string, field?: string): RefusalError =>
  refuse({ status: 'REFUSED', code, field });

/** Returns a row that was looked up for the value of a field. Throws a refusal if there is none. */
export const required = <Row>(row: Row | undefined, field: string): Row => {
  if (row === undefined) throw refused('NOT_FOUND', field);
  return row;
};

export const isRefusal = (error: unknown): error is RefusalError =>
  error instanceof Error && 'refusal' in error;

/**
 * Fields of a row that an outcome does not contain: the paths, which name the accounts above the actor, and the accounts of
 * a ticket, which may be outside of the actor's subtree.
 */
const HIDDEN = ['owner', 'path', 'opener', 'assignee'];

/** Returns a row without the fields that an outcome must not contain. */
export const shownRow = (row: object): object =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !HIDDEN.includes(name)));

/** Throws a VERSION conflict if the change was made on another version than the row's. */
export const checkBase = (base: number | undefined, row: { readonly version: number }): void => {
  if (base !== row.version)
    throw refuse({ status: 'CONFLICT', code: 'VERSION', current: shownRow(row) });
};
