import {
  checkList,
  checkText,
  checkWholeNumber,
  problemAt,
  recordOf,
  type FileProblem,
  type ForeignRecord,
} from '../prelude/foreign-json.ts';
import { ok, type Result } from '../prelude/result.ts';
import { checkExpected, LEAST_TIMEOUT_MS } from '../sequences/sequence.ts';
import {
  CHECK_LIMITS,
  type AskStep,
  type Check,
  type CheckStep,
  type ChooseStep,
  type InstructStep,
  type MeasureStep,
} from './check.ts';
import { checkQuantityLimits, checkReplyValue, checkTypedValue } from './check-fields.ts';

type Frame = Pick<CheckStep, 'title' | 'text' | 'onFail' | 'interlocks'>;

const checkInterlocks = (raw: unknown, path: string) =>
  checkList(raw ?? [], path, CHECK_LIMITS.interlocks, checkQuantityLimits);

const checkFrame = (record: ForeignRecord, path: string): Result<Frame, FileProblem> => {
  const title = checkText(record.get('title'), `${path}.title`, CHECK_LIMITS.title);
  if (!title.ok) return title;
  const text = checkText(record.get('text'), `${path}.text`, CHECK_LIMITS.text);
  if (!text.ok) return text;
  const onFail = record.get('onFail') ?? 'stop';
  if (onFail !== 'stop' && onFail !== 'continue') {
    return problemAt(`${path}.onFail`, 'is neither stop nor continue');
  }
  const interlocks = checkInterlocks(record.get('interlocks'), `${path}.interlocks`);
  if (!interlocks.ok) return interlocks;
  return ok({
    title: title.value.trim(),
    text: text.value.trim(),
    onFail,
    interlocks: interlocks.value,
  });
};

const checkInstruct = (
  record: ForeignRecord,
  path: string,
  frame: Frame,
): Result<InstructStep, FileProblem> => {
  const raw = record.get('value');
  if (raw === undefined) return ok({ kind: 'instruct', ...frame });
  const value = checkTypedValue(raw, `${path}.value`);
  return value.ok ? ok({ kind: 'instruct', ...frame, value: value.value }) : value;
};

const checkAsk = (
  record: ForeignRecord,
  path: string,
  frame: Frame,
): Result<AskStep, FileProblem> => {
  const command = checkText(record.get('command'), `${path}.command`, CHECK_LIMITS.command);
  if (!command.ok) return command;
  const anOk = { kind: 'code', code: 'OK' };
  const expected = checkExpected(record.get('expected') ?? anOk, `${path}.expected`);
  if (!expected.ok) return expected;
  const timeoutMs = checkWholeNumber(
    record.get('timeoutMs') ?? 3_000,
    `${path}.timeoutMs`,
    LEAST_TIMEOUT_MS,
    CHECK_LIMITS.timeoutMs,
  );
  if (!timeoutMs.ok) return timeoutMs;
  const step = {
    kind: 'ask',
    ...frame,
    command: command.value,
    expected: expected.value,
    timeoutMs: timeoutMs.value,
  } as const;
  const raw = record.get('value');
  if (raw === undefined) return ok(step);
  const value = checkReplyValue(raw, `${path}.value`);
  return value.ok ? ok({ ...step, value: value.value }) : value;
};

const checkMeasure = (
  record: ForeignRecord,
  path: string,
  frame: Frame,
): Result<MeasureStep, FileProblem> => {
  const limits = checkQuantityLimits(Object.fromEntries(record), path);
  if (!limits.ok) return limits;
  const { heldMs: longest, withinMs: most } = CHECK_LIMITS;
  const heldMs = checkWholeNumber(record.get('heldMs') ?? 0, `${path}.heldMs`, 0, longest);
  if (!heldMs.ok) return heldMs;
  const withinMs = checkWholeNumber(record.get('withinMs'), `${path}.withinMs`, 1, most);
  if (!withinMs.ok) return withinMs;
  if (withinMs.value <= heldMs.value) {
    return problemAt(`${path}.withinMs`, 'leaves no time to hold the value for heldMs');
  }
  const times = { heldMs: heldMs.value, withinMs: withinMs.value };
  return ok({ kind: 'measure', ...frame, ...limits.value, ...times });
};

const checkChoose = (
  record: ForeignRecord,
  path: string,
  frame: Frame,
): Result<ChooseStep, FileProblem> => {
  const wanted = record.get('wanted') ?? 'yes';
  return wanted === 'yes' || wanted === 'no'
    ? ok({ kind: 'choose', ...frame, wanted })
    : problemAt(`${path}.wanted`, 'is neither yes nor no');
};

const checkStep = (raw: unknown, path: string): Result<CheckStep, FileProblem> => {
  const record = recordOf(raw);
  if (record === undefined) return problemAt(path, 'is no object');
  const kind = record.get('kind');
  const frame = checkFrame(record, path);
  if (!frame.ok) return frame;
  switch (kind) {
    case 'instruct':
      return checkInstruct(record, path, frame.value);
    case 'ask':
      return checkAsk(record, path, frame.value);
    case 'measure':
      return checkMeasure(record, path, frame.value);
    case 'choose':
      return checkChoose(record, path, frame.value);
    default:
      return problemAt(`${path}.kind`, 'is none of instruct, ask, measure, choose');
  }
};

/** Checks what a file says a check is; takes over nothing but the fields it knows. */
export const checkCheck = (raw: unknown, path: string): Result<Check, FileProblem> => {
  const record = recordOf(raw);
  if (record === undefined) return problemAt(path, 'is no object');
  const title = checkText(record.get('title'), `${path}.title`, CHECK_LIMITS.title);
  if (!title.ok) return title;
  const purpose = checkText(record.get('purpose'), `${path}.purpose`, CHECK_LIMITS.text);
  if (!purpose.ok) return purpose;
  const interlocks = checkInterlocks(record.get('interlocks'), `${path}.interlocks`);
  if (!interlocks.ok) return interlocks;
  const steps = checkList(record.get('steps'), `${path}.steps`, CHECK_LIMITS.steps, checkStep);
  if (!steps.ok) return steps;
  if (steps.value.length === 0) return problemAt(`${path}.steps`, 'has no step');
  return ok({
    title: title.value.trim(),
    purpose: purpose.value.trim(),
    interlocks: interlocks.value,
    steps: steps.value,
  });
};
