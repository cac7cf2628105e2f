import { useId } from 'react';
import { Alert, Button, Flex, Form, Input, Progress } from 'antd';
import { checkCommand, printable, type LiveData } from '@batbot/core';
import {
  conditionText,
  firstUnmet,
  isWithin,
  limitsText,
  resultsOf,
  secondsText,
  typedLimits,
  type CheckRun,
  type CheckStep,
  type InstructStep,
  type MeasureStep,
  type SendStep,
  type TypedValue,
} from '@batbot/core/procedures';
import { useCore } from '../../../react/core-context.tsx';
import { useLive } from '../../../react/use-live.ts';
import { parseNumber } from '../../../text/format.ts';
import { ProblemAlert } from '../../controls/ProblemAlert.tsx';
import { expectedText, lowerFirst, measureText } from './check-words.ts';

/** The properties of a disabled control that keeps the focus, so that screen readers read its reason. */
interface Blocking {
  readonly 'aria-disabled': boolean;
  readonly 'aria-describedby'?: string;
}

const Measured = ({ run, step }: { readonly run: CheckRun; readonly step: MeasureStep }) => {
  const { phase, measured } = run;
  const countdownMs = phase.kind === 'waiting' ? phase.ms : undefined;
  return (
    <>
      <p className="muted">{measureText(step)}</p>
      {countdownMs !== undefined && (
        <div>
          Starts by itself in {secondsText(countdownMs)}
          <div className="step__countdown" style={{ animationDuration: `${countdownMs}ms` }} />
        </div>
      )}
      {measured && (
        <p className="step__value">
          {measured.now === '' ? (
            'Waiting for the next reply…'
          ) : (
            <span className={measured.isWithin ? 'tone-good' : 'tone-act'}>
              {measured.now} <span aria-hidden>{measured.isWithin ? '✓' : '✕'}</span>
              <span className="visually-hidden">
                {measured.isWithin ? 'within limits' : 'outside limits'}
              </span>
            </span>
          )}
        </p>
      )}
      {measured && step.heldMs > 0 && (
        <Progress
          aria-label="Time within the limits"
          percent={Math.min(100, (measured.heldMs / step.heldMs) * 100)}
          format={() => `${secondsText(measured.heldMs)} of ${secondsText(step.heldMs)}`}
        />
      )}
    </>
  );
};

const Sends = ({ step }: { readonly step: SendStep }) => {
  const commands = useLive(useCore().palette.commands$);
  const known = checkCommand(step.command, commands);
  const mayChange = !('command' in known && !known.command.writes);
  return (
    <>
      <p className="muted">
        Sends <code>{printable(step.command)}</code>, expects {expectedText(step)}
      </p>
      {mayChange && <Alert type="warning" showIcon title="This command may change the device." />}
    </>
  );
};

interface FieldProps {
  readonly wanted: TypedValue;
  readonly data: LiveData;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** A field for a value that the user reads elsewhere, with its limits. */
const TypedValueField = ({ wanted, data, text, onChange }: FieldProps) => {
  const id = useId();
  const { name, unit } = wanted;
  const value = parseNumber(text);
  const limits = typedLimits(wanted, data);
  const isNotNumber = value === undefined && text.trim() !== '';
  const isOutside = value !== undefined && limits !== undefined && !isWithin(value, limits);
  const isWrong = isOutside || isNotNumber;
  const range = limits === undefined ? 'not known now' : limitsText(limits, unit);
  return (
    <Form.Item
      htmlFor={id}
      label={unit === '' ? name : `${name}, ${unit}`}
      validateStatus={isWrong ? 'error' : ''}
      extra={
        <span id={`${id}-hint`} className={isWrong ? 'tone-act' : undefined}>
          {isNotNumber && `“${text.trim()}” is not a number: write it like 12.5. `}
          {isOutside ? `Outside ${range}: the step will fail.` : `Expected ${range}`}
        </span>
      }
    >
      <Input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        aria-describedby={`${id}-hint`}
        aria-invalid={isWrong}
        onChange={({ target }) => onChange(target.value)}
      />
    </Form.Item>
  );
};

interface InstructProps {
  readonly typed: string;
  readonly step: InstructStep;
  readonly blocking: Blocking;
  readonly onType: (text: string) => void;
  readonly onConfirm: (value: number | undefined) => void;
}

const InstructControl = ({ typed, step, blocking, onType, onConfirm }: InstructProps) => {
  const data = useLive(useCore().telemetry.liveData$);
  const isMissing = step.value !== undefined && parseNumber(typed) === undefined;
  return (
    <Form layout="vertical" onFinish={() => onConfirm(parseNumber(typed))}>
      {step.value && (
        <TypedValueField wanted={step.value} data={data} text={typed} onChange={onType} />
      )}
      <Button
        type="primary"
        htmlType="submit"
        {...blocking}
        aria-disabled={blocking['aria-disabled'] || isMissing}
      >
        Done
      </Button>
    </Form>
  );
};

interface ControlProps {
  readonly run: CheckRun;
  readonly step: CheckStep;
  readonly blocking: Blocking;
}

const StepControl = ({ run, step, blocking }: ControlProps) => {
  const { checks } = useCore().procedures;
  const { phase, step: index } = run;
  if (phase.kind === 'halted') {
    return (
      <Button type="primary" {...blocking} onClick={() => checks.resume(index)}>
        Resume this step
      </Button>
    );
  }
  switch (step.kind) {
    case 'question':
      return (['yes', 'no'] as const).map((answer) => (
        <Button key={answer} {...blocking} onClick={() => checks.answer(index, answer)}>
          {answer === 'yes' ? 'Yes' : 'No'}
        </Button>
      ));
    case 'instruct':
      return (
        <InstructControl
          typed={run.typed}
          step={step}
          blocking={blocking}
          onType={(text) => checks.type(index, text)}
          onConfirm={(value) => checks.confirm(index, value)}
        />
      );
    case 'send':
    case 'measure': {
      const isBusy = phase.kind === 'working';
      const action = step.kind === 'send' ? `Send ${step.command}` : 'Measure';
      const sending = run.wasSent === true ? 'Waiting for the reply…' : 'Queued…';
      const busy = step.kind === 'send' ? sending : 'Measuring…';
      return (
        <>
          <Button
            type="primary"
            {...blocking}
            aria-disabled={blocking['aria-disabled'] || isBusy}
            onClick={() => checks.begin(index)}
          >
            {isBusy ? busy : action}
          </Button>
          {phase.kind === 'waiting' && phase.ms !== undefined && (
            <Button onClick={() => checks.hold(index)}>Hold</Button>
          )}
        </>
      );
    }
  }
};

/** Shows the current step: its instruction, what prevents it, and its control. */
export const StepCard = ({ run, step }: { readonly run: CheckRun; readonly step: CheckStep }) => {
  const reasonId = useId();
  const { phase, conditions } = run;
  const unmet = firstUnmet(conditions);
  const isHalted = phase.kind === 'halted';
  const reason = unmet && conditionText(unmet);
  const reply = step.kind === 'question' ? resultsOf(run).at(-1)?.said : undefined;
  const blocking: Blocking = {
    'aria-disabled': unmet !== undefined,
    ...(unmet !== undefined && { 'aria-describedby': reasonId }),
  };

  return (
    <div className="box step" data-halted={isHalted}>
      <h4 className="step__title">{step.title}</h4>
      <p>{step.text}</p>
      {reply !== undefined && (
        <pre className="mono step__reply" aria-label="Previous reply">
          {reply.split('\n').map(printable).join('\n')}
        </pre>
      )}
      {step.kind === 'send' && <Sends step={step} />}
      {step.kind === 'measure' && !isHalted && <Measured run={run} step={step} />}
      {isHalted && (
        <ProblemAlert
          help="checkHalted"
          title={`Halted: ${lowerFirst(phase.why)}.`}
          description="Commands are blocked until you resume the step."
        />
      )}
      {isHalted && unmet === undefined && (
        <Alert type="success" showIcon title="All conditions are met again." />
      )}
      {reason !== undefined && (
        // The alert above shows the same text until the value changes; the control needs it as its description.
        <p
          id={reasonId}
          className={isHalted && phase.why === reason ? 'visually-hidden' : 'tone-act'}
        >
          <span aria-hidden>▲ </span>
          Waiting: {lowerFirst(reason)}.
        </p>
      )}
      <Flex className="step-control" wrap align="start" gap={8}>
        <StepControl run={run} step={step} blocking={blocking} />
      </Flex>
    </div>
  );
};
