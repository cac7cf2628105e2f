/** Outcome of a command that is expected to fail sometimes: failures are data, exceptions are bugs. */
export type Result<T, E> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export const ok = <T>(value: T): Result<T, never> => ({ ok: true, value });
export const err = <E>(error: E): Result<never, E> => ({ ok: false, error });

/** The success that carries nothing. */
export const done: Result<void, never> = ok(undefined);
