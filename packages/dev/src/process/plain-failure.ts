/** Creates an expected failure. */
export const plainFailure = (message: string): Error =>
  Object.assign(new Error(message), { kind: 'plain' });

/** Whether a failure is expected, so that only its message is printed. Errors of the packages have a `kind` too. */
export const isPlainFailure = (error: unknown): error is Error & { readonly kind: unknown } =>
  error instanceof Error && 'kind' in error;

/** The text to print for a failure: for an unexpected one with its stack. */
export const explain = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return isPlainFailure(error) ? error.message : (error.stack ?? error.message);
};
