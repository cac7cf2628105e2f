/** The reason why a server cannot start or answer. Callers branch on `kind`. */
export type ServerProblem =
  | { readonly kind: 'portInUse'; readonly port: number }
  | { readonly kind: 'dataInUse' | 'dataDamaged'; readonly folder: string }
  | { readonly kind: 'badSetting'; readonly variable: string }
  | { readonly kind: 'folderMissing'; readonly folder: string }
  | { readonly kind: 'databaseUnavailable' | 'blobsUnavailable' | 'demoAccounts' | 'backup' };

/** An Error that carries a `ServerProblem`; its message is a sentence for the person who runs the server. */
export type ServerError = Error & ServerProblem;

export const serverError = (
  problem: ServerProblem,
  message: string,
  cause?: unknown,
): ServerError =>
  Object.assign(new Error(message, cause === undefined ? undefined : { cause }), problem);

const kinds: ReadonlySet<unknown> = new Set<ServerProblem['kind']>([
  'portInUse',
  'dataInUse',
  'dataDamaged',
  'badSetting',
  'folderMissing',
  'databaseUnavailable',
  'blobsUnavailable',
  'demoAccounts',
  'backup',
]);

/** True for an expected failure of this package, false for a bug. */
export const isServerError = (error: unknown): error is ServerError =>
  error instanceof Error && 'kind' in error && kinds.has(error.kind);

/** The `code` of a Node or PostgreSQL error ('EADDRINUSE', '57P01'), if it has one. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

/** Whether the disk of the database is full, by the code of PostgreSQL. */
export const isDiskFull = (error: unknown): boolean => errorCode(error) === '53100';

/** Returns the message and the location of an error, without details of the database driver, which can quote values. */
export const describeError = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error;
  const place = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  // JSON escapes control characters, so that a message cannot forge lines of the log
  return `${error.name} ${JSON.stringify(error.message.slice(0, 200))} ${place.slice(0, 4).join('').trim()}`;
};
