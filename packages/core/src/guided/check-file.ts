import {
  checkList,
  problemAt,
  readForeignJson,
  recordOf,
  type FileProblem,
} from '../prelude/foreign-json.ts';
import { type Result } from '../prelude/result.ts';
import { CHECK_LIMITS, type Check } from './check.ts';
import { checkCheck } from './check-document.ts';

/** Characters; larger files are not even read. */
export const CHECK_FILE_LIMIT = 1_048_576;
const FORMAT = 'batbot-checks';

/** Reads checks of unknown origin: size-capped, every field checked, all or nothing [ST-09]. */
export const parseChecks = (text: string): Result<readonly Check[], FileProblem> => {
  const raw = readForeignJson(text, CHECK_FILE_LIMIT);
  if (!raw.ok) return raw;
  const file = recordOf(raw.value);
  if (file?.get('format') !== FORMAT) return problemAt('', 'holds no checks of this program');
  if (file.get('version') !== 1) return problemAt('version', 'is not 1: a newer program made it');
  return checkList(file.get('checks'), 'checks', CHECK_LIMITS.checks, checkCheck);
};

export const formatChecks = (checks: readonly Check[]): string =>
  JSON.stringify({ format: FORMAT, version: 1, checks }, null, 2);
