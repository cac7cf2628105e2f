import { problemAt, readForeignJson, recordOf, type FileProblem } from '../prelude/foreign-json.ts';
import type { Result } from '../prelude/result.ts';
import { checkPlan, type AlarmPlan } from './plan.ts';

/** Characters; larger files are not even read. */
export const ALARM_FILE_LIMIT = 65_536;
const FORMAT = 'batbot-alarm-limits';

/** Reads limits of unknown origin: size-capped, every field checked, all or nothing [ST-09]. */
export const parseAlarmPlan = (text: string): Result<AlarmPlan, FileProblem> => {
  const raw = readForeignJson(text, ALARM_FILE_LIMIT);
  if (!raw.ok) return raw;
  const file = recordOf(raw.value);
  if (file?.get('format') !== FORMAT) return problemAt('', 'holds no alarm limits of this program');
  if (file.get('version') !== 1) return problemAt('version', 'is not 1: a newer program made it');
  return checkPlan(raw.value);
};

export const formatAlarmPlan = ({
  limits,
  readings,
  isLatched,
  isEverywhere,
}: AlarmPlan): string => {
  const plan = { limits, readings, isLatched, isEverywhere };
  return JSON.stringify({ format: FORMAT, version: 1, ...plan }, null, 2);
};
