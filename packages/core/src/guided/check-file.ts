import {
  checkList,
  problemAt,
  readForeignJson,
  recordOf,
  type FileProblem,
} from '../prelude/foreign-json.ts';
import { ok, type Result } from '../prelude/result.ts';
import { CHECK_LIMITS, type Check } from './check.ts';
import { checkCheck } from './check-document.ts';

/** Characters; larger files are not even read. */
export const CHECK_FILE_LIMIT = 1_048_576;
const FORMAT = 'batbot-checks';

/** What a file says its checks are. */
const checksIn = (text: string): Result<unknown, FileProblem> => {
  const raw = readForeignJson(text, CHECK_FILE_LIMIT);
  if (!raw.ok) return raw;
  const file = recordOf(raw.value);
  if (file?.get('format') !== FORMAT) return problemAt('', 'holds no checks of this program');
  if (file.get('version') !== 1) return problemAt('version', 'is not 1: a newer program made it');
  return ok(file.get('checks'));
};

/** Reads checks of unknown origin: size-capped, every field checked, all or nothing [ST-09]. */
export const parseChecks = (text: string): Result<readonly Check[], FileProblem> => {
  const list = checksIn(text);
  return list.ok ? checkList(list.value, 'checks', CHECK_LIMITS.checks, checkCheck) : list;
};

/** What was kept: the checks, and what is none to this program, for another version of it may know better. */
export interface KeptChecks {
  readonly checks: readonly Check[];
  readonly unread: readonly unknown[];
}

/** Reads what this program kept, check for check; someone else's text counts as none. */
export const readKeptChecks = (text: string): KeptChecks => {
  const list = checksIn(text);
  const checks: Check[] = [];
  const unread: unknown[] = [];
  for (const each of list.ok && Array.isArray(list.value) ? list.value : []) {
    const check = checkCheck(each, '');
    if (check.ok) checks.push(check.value);
    else unread.push(each);
  }
  return { checks, unread };
};

export const formatChecks = (checks: readonly Check[], unread: readonly unknown[] = []): string =>
  JSON.stringify({ format: FORMAT, version: 1, checks: [...checks, ...unread] }, null, 2);
