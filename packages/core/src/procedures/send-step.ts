import type { Link } from '../link/link-api.ts';
import type { Outcome } from '../link/traffic.ts';
import { THIN_SPACE } from '../prelude/number-text.ts';
import { encodeCommand, type LineEnding } from '../protocol/commands.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { isReply, replyText, type Judge, type SendVerdict } from './expectation.ts';
import type { SendStep, SequenceStep } from './procedure.ts';
import {
  amountText,
  CHECK_QUANTITIES,
  isWithin,
  keepsLimits,
  limitsText,
  lostSensorsIn,
  readingIn,
  readingText,
} from './quantity.ts';
import { shortReply, type StepFinding } from './run.ts';
import type { Activity, StepReport } from './runner.ts';

export interface SendParts {
  readonly link: Pick<Link, 'execute' | 'connection$'>;
  /** Returns the line ending that is appended to a command. */
  readonly lineEnding: () => LineEnding;
  readonly telemetry: Pick<Telemetry, 'decode' | 'liveData$'>;
}

type Value = NonNullable<SendStep['value']>;

/** A value found in a reply, or a text that describes what is wrong with the reply. */
interface FoundValue {
  readonly isWithin: boolean;
  readonly found: string;
  readonly value?: number;
}

/** A whole decimal number, not the first digits of a hexadecimal number, a date, a time or a version. */
const NUMBER =
  /^[\s:="']*([+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?![\dx]|\.\d|e[+-]?\d|[-:]\d|\/\d+\/\d)/i;

/** A number whose comma may be a decimal comma or a separator of thousands, or may separate it from the next number. */
const WITH_COMMA =
  /^[\s:="']*([+-]?(?:\d+,\d+|\d+\.\d+,\d+|\d{1,3}(?:,\d{3})+(?:\.\d+)?))(?!\d|[.,]\d)/;

/** Reads "3,650" as the first number of a list, with a decimal comma, and with a separator of thousands. */
const meaningsOf = (text: string): readonly number[] => {
  const first = text.replace(/,.*/, '');
  const decimal = text.replaceAll('.', '').replace(',', '.');
  const whole = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.|$)/.test(text) ? text.replaceAll(',', '') : first;
  return [first, decimal, whole].map(Number).filter(Number.isFinite);
};

/** Returns the first number after a text in the reply, with each value that its text may mean. */
const numberAfter = (lines: readonly string[], after: string) => {
  const wanted = after.toLowerCase();
  for (const line of lines) {
    const at = line.toLowerCase().indexOf(wanted);
    const rest = at < 0 ? '' : line.slice(at + after.length);
    const isCut = /\d$/.test(after) && /^\d/.test(rest); // "Cell 1" in "Cell 10"
    if (isCut) continue;
    const [, withComma] = WITH_COMMA.exec(rest) ?? [];
    if (withComma !== undefined) return { text: withComma, values: meaningsOf(withComma) };
    const [, text] = NUMBER.exec(rest) ?? [];
    if (text !== undefined) return { text, values: [Number(text)] };
  }
  return undefined;
};

const valueIn = (
  lines: readonly string[],
  wanted: Value,
  { decode, liveData$ }: SendParts['telemetry'],
): FoundValue => {
  if (wanted.kind === 'number') {
    const number = numberAfter(lines, wanted.after);
    if (number === undefined) return { isWithin: false, found: `no number after ${wanted.after}` };
    const { text, values } = number;
    const [value, ...others] = values;
    const verdicts = new Set(values.map((each) => isWithin(each, wanted)));
    if (verdicts.size > 1) {
      return { isWithin: false, found: `${text} after ${wanted.after}, whose comma is unclear` };
    }
    const isClear = value !== undefined && others.length === 0;
    const shown = isClear
      ? amountText(value, wanted.unit)
      : `${text}${THIN_SPACE}${wanted.unit}`.trim();
    const found = `${wanted.name} ${shown}`;
    return { isWithin: verdicts.has(true), found, ...(isClear && { value }) };
  }
  const decoded = decode(lines);
  if (!decoded.ok) return { isWithin: false, found: `no live data: ${decoded.error.detail}` };
  const { name } = CHECK_QUANTITIES[wanted.quantity];
  const { sample } = decoded.value;
  const lostSensors = lostSensorsIn(sample, liveData$.value);
  const reading = readingIn(wanted.quantity, { sample, lostSensors });
  const found = `${name} ${readingText(wanted.quantity, reading, wanted)}`;
  if (reading === undefined) return { isWithin: false, found };
  return { isWithin: keepsLimits(reading, wanted), found, value: reading.value };
};

const VERDICTS = {
  passed: 'the expected reply',
  unexpected: 'not the expected reply',
  unproven: 'a reply that may answer an earlier command',
  timeout: 'no reply in time',
  lost: 'the device restarted before it replied',
} as const;

const verdictText = (verdict: SendVerdict): string =>
  verdict.kind === 'writeFailed' ? `not sent: ${verdict.message}` : VERDICTS[verdict.kind];

const expectedText = ({ expected }: SequenceStep | SendStep): string => {
  switch (expected.kind) {
    case 'any':
      return 'a reply';
    case 'code':
      return expected.code;
    case 'text':
      return `“${expected.text}”`;
    case 'pattern':
      return `pattern ${expected.pattern}`;
  }
};

const unitOf = (value: Value): string =>
  value.kind === 'number' ? value.unit : CHECK_QUANTITIES[value.quantity].unit;

const findingOf = (
  step: SequenceStep | SendStep,
  outcome: Outcome,
  judge: Judge,
  telemetry: SendParts['telemetry'],
): StepFinding => {
  const wanted = 'value' in step ? step.value : undefined;
  const reply = isReply(outcome) ? outcome : undefined;
  const isExpected = reply !== undefined && judge(reply);
  const value =
    isExpected && wanted !== undefined ? valueIn(reply.lines, wanted, telemetry) : undefined;
  const hasPassed = isExpected && value?.isWithin !== false;
  const verdict: SendVerdict = isReply(outcome)
    ? { kind: hasPassed ? 'passed' : 'unexpected' }
    : outcome.kind === 'streaming'
      ? { kind: 'timeout' }
      : outcome.kind === 'unproven'
        ? { kind: 'unproven' }
        : outcome;
  const limits = wanted === undefined ? [] : [limitsText(wanted, unitOf(wanted))];
  return {
    outcome: hasPassed ? 'passed' : 'failed',
    verdict,
    found: value?.found ?? verdictText(verdict),
    needed: [expectedText(step), ...limits].join(', '),
    command: step.command,
    ...(value?.value === undefined ? {} : { value: value.value }),
    ...(reply && { said: shortReply(replyText(reply)), latencyMs: reply.latencyMs }),
  };
};

/** Queues a step's command as a user command and judges its reply. If the connection ends, nothing is reported. */
export const startSend = (
  step: SequenceStep | SendStep,
  judge: Judge,
  { link, lineEnding, telemetry }: SendParts,
  { onSend, onDone }: Pick<StepReport, 'onSend' | 'onDone'>,
): Activity => {
  const { command: text, timeoutMs, expected } = step;
  let isWanted = true;
  const bytes = encodeCommand(text, lineEnding());
  void link
    .execute({
      text,
      bytes,
      origin: 'user',
      timeoutMs,
      isWanted: () => {
        if (isWanted) onSend();
        return isWanted;
      },
      ...(expected.kind === 'code' && { needsCode: true }),
    })
    .then((outcome) => {
      const isConnected = link.connection$.value.kind === 'connected';
      const hasEnded = outcome.kind === 'lost' && !isConnected;
      if (isWanted && outcome.kind !== 'notConnected' && !hasEnded) {
        onDone(findingOf(step, outcome, judge, telemetry));
      }
    });
  return {
    stop: () => {
      isWanted = false;
    },
  };
};
