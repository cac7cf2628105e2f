import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { errorCode } from '../problem.ts';
import { refuseBackup } from './manifest.ts';

/** Separates the password, because other users of the machine can read the arguments of a process. */
export const withoutPassword = (
  databaseUrl: string,
): { readonly url: string; readonly password: string | undefined } => {
  const [, start, password, rest] =
    /^(postgres(?:ql)?:\/\/[^:@/]*):([^/?#]*)(@.*)$/.exec(databaseUrl) ?? [];
  return start === undefined || password === undefined || rest === undefined
    ? { url: databaseUrl, password: undefined }
    : { url: `${start}${rest}`, password: decodeURIComponent(password) };
};

/** Runs pg_dump or pg_restore on a database. Rejects with `backup` and the error text of the tool. */
export const runPostgresTool = async (
  tool: 'pg_dump' | 'pg_restore',
  databaseUrl: string,
  options: readonly string[],
): Promise<void> => {
  const { url, password } = withoutPassword(databaseUrl);
  const env = password === undefined ? process.env : { ...process.env, PGPASSWORD: password };
  try {
    await promisify(execFile)(tool, [...options, `--dbname=${url}`], { env });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      throw refuseBackup(`${tool} is not installed. On Debian: apt-get install postgresql-client`);
    }
    const words = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    throw refuseBackup(`${tool} failed: ${words || String(error)}`, error);
  }
};
