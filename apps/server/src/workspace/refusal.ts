/** Why an item is not applied; the codes are those of `Outcome` in schema.graphql. */
export interface Refusal {
  readonly status: 'CONFLICT' | 'REFUSED' | 'LATER';
  readonly code: string;
  /** The path of the value in question. */
  readonly field?: string | undefined;
  /** What the client needs to go on, such as the row as it is now. */
  readonly current?: unknown;
}

/** An Error that carries a `Refusal`: thrown, it undoes the item. */
export type RefusalError = Error & { readonly refusal: Refusal };

export const refuse = (refusal: Refusal): RefusalError =>
  Object.assign(new Error(refusal.code), { refusal });

export const refused = (code: string, field?: string): RefusalError =>
  refuse({ status: 'REFUSED', code, field });

export const isRefusal = (error: unknown): error is RefusalError =>
  error instanceof Error && 'refusal' in error;

/** Refuses a change that was made on another version than the row's, unless it changes nothing. */
export const checkBase = (
  base: number | undefined,
  row: { readonly version: number },
  current: unknown,
): void => {
  if (base !== row.version) throw refuse({ status: 'CONFLICT', code: 'VERSION', current });
};
