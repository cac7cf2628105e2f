import {
  checkList,
  problemAt,
  readForeignJson,
  recordOf,
  type FileProblem,
  type ForeignRecord,
} from '../prelude/foreign-json.ts';
import { ok, type Result } from '../prelude/result.ts';
import { CHECK_LIMITS } from './check.ts';
import type { GuidedReport } from './report.ts';

const FORMAT = 'batbot-check-reports';
/** Characters; more than the kept reports ever take. */
const REPORT_FILE_LIMIT = 4_194_304;
export const KEPT_REPORTS = 20;

/** Fields by the type they must have; a `?` at the end of a name lets it be absent. */
type Shape = Readonly<Record<string, 'string' | 'number'>>;

const REPORT: Shape = {
  id: 'string',
  title: 'string',
  purpose: 'string',
  startedAt: 'number',
  endedAt: 'number',
  end: 'string',
  'why?': 'string',
  device: 'string',
  'cells?': 'number',
  'designCapacityAh?': 'number',
};
const IDENTITY: Shape = {
  'model?': 'string',
  'hardware?': 'string',
  'firmware?': 'string',
  'serial?': 'string',
};
const STEP: Shape = {
  title: 'string',
  kind: 'string',
  outcome: 'string',
  'found?': 'string',
  'needed?': 'string',
  'value?': 'number',
  'unit?': 'string',
  'command?': 'string',
  'said?': 'string',
  'at?': 'number',
  'tookMs?': 'number',
};
const HALT: Shape = { step: 'number', at: 'number', why: 'string' };

/** The fields of a shape and no others. */
const fieldsOf = (raw: unknown, path: string, shape: Shape): Result<ForeignRecord, FileProblem> => {
  const record = recordOf(raw);
  if (record === undefined) return problemAt(path, 'is no object');
  const fields = new Map<string, unknown>();
  for (const [name, type] of Object.entries(shape)) {
    const key = name.replace('?', '');
    const value = record.get(key);
    if (value === undefined && name !== key) continue;
    if (typeof value !== type) return problemAt(`${path}.${key}`, `is no ${type}`);
    fields.set(key, value);
  }
  return ok(fields);
};

const objectOf = (raw: unknown, path: string, shape: Shape): Result<object, FileProblem> => {
  const fields = fieldsOf(raw, path, shape);
  return fields.ok ? ok(Object.fromEntries(fields.value)) : fields;
};

const ENDS: ReadonlySet<unknown> = new Set(['passed', 'failed', 'aborted']);
const OUTCOMES: ReadonlySet<unknown> = new Set(['passed', 'failed', 'aborted', 'notDone']);

const checkStep = (raw: unknown, path: string): Result<object, FileProblem> => {
  const fields = fieldsOf(raw, path, STEP);
  if (!fields.ok) return fields;
  return OUTCOMES.has(fields.value.get('outcome'))
    ? ok(Object.fromEntries(fields.value))
    : problemAt(`${path}.outcome`, 'is no outcome');
};

const checkReport = (raw: unknown, path: string): Result<GuidedReport, FileProblem> => {
  const fields = fieldsOf(raw, path, REPORT);
  if (!fields.ok) return fields;
  if (!ENDS.has(fields.value.get('end'))) return problemAt(`${path}.end`, 'is no end');
  const record = recordOf(raw);
  const identity = objectOf(record?.get('identity'), `${path}.identity`, IDENTITY);
  if (!identity.ok) return identity;
  const interlocks = checkList(record?.get('interlocks'), `${path}.interlocks`, 99, (text, at) =>
    typeof text === 'string' ? ok(text) : problemAt(at, 'is no string'),
  );
  if (!interlocks.ok) return interlocks;
  const { steps: most } = CHECK_LIMITS;
  const steps = checkList(record?.get('steps'), `${path}.steps`, most, checkStep);
  if (!steps.ok) return steps;
  const halts = checkList(record?.get('halts'), `${path}.halts`, 10_000, (each, at) =>
    objectOf(each, at, HALT),
  );
  if (!halts.ok) return halts;
  const report = {
    ...Object.fromEntries(fields.value),
    identity: identity.value,
    interlocks: interlocks.value,
    steps: steps.value,
    halts: halts.value,
  };
  return ok(report as unknown as GuidedReport); // every field was just looked at
};

/** Reads what is kept on this computer: a damaged text counts as none. */
export const parseReports = (text: string): Result<readonly GuidedReport[], FileProblem> => {
  const raw = readForeignJson(text, REPORT_FILE_LIMIT);
  if (!raw.ok) return raw;
  const file = recordOf(raw.value);
  if (file?.get('format') !== FORMAT) return problemAt('', 'holds no reports of this program');
  if (file.get('version') !== 1) return problemAt('version', 'is not 1: a newer program made it');
  return checkList(file.get('reports'), 'reports', KEPT_REPORTS, checkReport);
};

export const formatReports = (reports: readonly GuidedReport[]): string =>
  JSON.stringify({ format: FORMAT, version: 1, reports }, null, 2);
