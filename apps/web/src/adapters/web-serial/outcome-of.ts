import type { Clock } from '@batbot/core';

/** How a promise of the platform ended, as data; `late`: not within its deadline, it may still settle. */
export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'failed'; readonly name: string; readonly message: string }
  | { readonly kind: 'late' };

/** Name and message of whatever was thrown. */
export const describeError = (
  error: unknown,
): { readonly name: string; readonly message: string } =>
  error instanceof Error || error instanceof DOMException
    ? { name: error.name, message: error.message }
    : { name: 'UnknownError', message: String(error) };

/** Runs `start` and waits for it at most `deadlineMs`. Never rejects, leaves no timer. */
export const outcomeOf = <T>(
  clock: Pick<Clock, 'after'>,
  deadlineMs: number,
  start: () => Promise<T>,
): Promise<Outcome<T>> =>
  new Promise((resolve) => {
    const cancel = clock.after(deadlineMs, () => {
      resolve({ kind: 'late' });
    });
    const settle = (outcome: Outcome<T>): void => {
      cancel();
      resolve(outcome);
    };
    const fail = (error: unknown): void => {
      settle({ kind: 'failed', ...describeError(error) });
    };
    try {
      start().then((value) => {
        settle({ kind: 'done', value });
      }, fail);
    } catch (error) {
      fail(error); // getWriter() of a locked stream throws at once
    }
  });
