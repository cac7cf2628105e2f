import type { Clock } from '../ports/clock.ts';
import type { Judge, StepVerdict } from '../sequences/expectation.ts';
import { startRun, type RunnerParts } from '../sequences/runner.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { AskStep } from './check.ts';
import type { StepFinding } from './guided-run.ts';
import { isWithin, limitsText, numberText, readingText } from './limits.ts';
import type { Activity } from './measure-activity.ts';
import { CHECK_QUANTITIES } from './quantity.ts';

export interface AskParts {
  readonly clock: Clock;
  readonly send: RunnerParts['send'];
  readonly isConnected: () => boolean;
  readonly decode: Telemetry['decode'];
  /** Of the step's expectation. */
  readonly judge: Judge;
  readonly onDone: (finding: StepFinding) => void;
}

/** A value found in a reply, or what is wrong with the reply. */
interface JudgedValue {
  readonly isWell: boolean;
  readonly found: string;
  readonly value?: number;
}

const NUMBER = /^[\s:="']*([+-]?\d+(?:\.\d+)?)/;

/** The first number behind a text in the reply. */
export const numberAfter = (lines: readonly string[], after: string): number | undefined => {
  const wanted = after.toLowerCase();
  for (const line of lines) {
    const at = line.toLowerCase().indexOf(wanted);
    const told = at < 0 ? undefined : NUMBER.exec(line.slice(at + after.length))?.[1];
    if (told !== undefined) return Number(told);
  }
  return undefined;
};

const valueIn = (
  lines: readonly string[],
  wanted: NonNullable<AskStep['value']>,
  decode: Telemetry['decode'],
): JudgedValue => {
  if (wanted.kind === 'number') {
    const value = numberAfter(lines, wanted.after);
    if (value === undefined) return { isWell: false, found: `no number behind ${wanted.after}` };
    const found = `${wanted.name} ${numberText(value, wanted.unit)}`;
    return { isWell: isWithin(value, wanted), found, value };
  }
  const decoded = decode(lines);
  if (!decoded.ok) return { isWell: false, found: `no live data: ${decoded.error.detail}` };
  const { name, read } = CHECK_QUANTITIES[wanted.quantity];
  const reading = read(decoded.value.sample);
  const found = `${name} ${readingText(wanted.quantity, reading)}`;
  if (reading === undefined) return { isWell: false, found };
  return { isWell: isWithin(reading.value, wanted), found, value: reading.value };
};

const verdictText = (verdict: StepVerdict): string => {
  switch (verdict.kind) {
    case 'passed':
      return 'the expected reply';
    case 'unexpected':
      return 'another reply than the expected one';
    case 'timeout':
      return 'no reply in time';
    case 'lost':
      return 'the device began anew before it had answered';
    case 'writeFailed':
      return `not sent: ${verdict.message}`;
    case 'cancelled':
      return 'stopped';
  }
};

const wantedText = ({ expected, value }: AskStep): string => {
  const unit =
    value === undefined
      ? ''
      : value.kind === 'number'
        ? value.unit
        : CHECK_QUANTITIES[value.quantity].unit;
  const limits = value === undefined ? [] : [limitsText(value, unit)];
  switch (expected.kind) {
    case 'any':
      return ['a reply', ...limits].join(', ');
    case 'code':
      return [expected.code, ...limits].join(', ');
    case 'text':
      return [`“${expected.text}”`, ...limits].join(', ');
    case 'pattern':
      return [`pattern ${expected.pattern}`, ...limits].join(', ');
  }
};

/** Sends the step's command as a sequence of one, in the user's turn. */
export const startAsk = (step: AskStep, parts: AskParts): Activity => {
  const { command, expected, timeoutMs, title, value: wanted } = step;
  let judged: JudgedValue | undefined;
  const judge: Judge = (reply) => {
    if (!parts.judge(reply)) return false;
    if (wanted !== undefined) judged = valueIn(reply.lines, wanted, parts.decode);
    return judged?.isWell !== false;
  };
  const runner = startRun(
    {
      id: '',
      name: title,
      steps: [{ command, delayMs: 0, expected, timeoutMs, onFail: 'stop' }],
      loops: 1,
      pauseMs: 0,
    },
    {
      clock: parts.clock,
      send: parts.send,
      judges: [judge],
      isConnected: parts.isConnected,
      onProgress: ({ phase, tallies }) => {
        const last = tallies[0]?.last;
        // Ended as lost: the interlock of the connection tells the rest.
        const isOver = phase.kind === 'ended' && ['completed', 'failed'].includes(phase.end);
        if (!isOver || last === undefined) return;
        parts.onDone({
          outcome: last.verdict.kind === 'passed' ? 'passed' : 'failed',
          found: judged?.found ?? verdictText(last.verdict),
          needed: wantedText(step),
          command,
          ...(judged?.value === undefined ? {} : { value: judged.value }),
          ...(last.said === undefined ? {} : { said: last.said }),
        });
      },
    },
  );
  return {
    stop: () => {
      runner.stop('cancelled');
    },
  };
};
