import { useEffect, useRef, type KeyboardEvent } from 'react';
import { Descriptions, Progress, Steps } from 'antd';
import { CHECK_QUANTITIES, readingText, type CheckRun } from '@batbot/core/procedures';
import { useCore } from '../../../react/core-context.tsx';
import { useLive } from '../../../react/use-live.ts';
import { ConditionList } from '../../controls/ConditionList.tsx';
import { ConfirmButton } from '../../controls/ConfirmButton.tsx';
import { announceText, conditionsText, OUTCOMES } from './check-words.ts';
import { StepCard } from './StepCard.tsx';

const LIVE = ['packVoltage', 'current', 'soc', 'cellSpread', 'lowestCell', 'hottest'] as const;

const LiveValues = () => {
  const data = useLive(useCore().telemetry.liveData$);
  if (data.kind === 'none') return null;
  const isOld = data.freshness !== 'fresh' && data.freshness !== 'late';
  const items = LIVE.flatMap((id) => {
    const reading = CHECK_QUANTITIES[id].read(data.sample);
    if (reading === undefined) return [];
    const text = readingText(id, { value: reading.value });
    return [{ key: id, label: CHECK_QUANTITIES[id].name, children: text }];
  });
  return (
    <section aria-label="Live values" data-old={isOld} className="live-values">
      <h4>Live values{isOld && ' (stale)'}</h4>
      <Descriptions size="small" layout="vertical" column={2} colon={false} items={items} />
    </section>
  );
};

const STATUS = { passed: 'finish', failed: 'error', stopped: 'error' } as const;

/** Lists all steps with their results and marks the current step. */
const StepList = ({ run }: { readonly run: CheckRun }) => {
  const { check, step: current, phase, tallies } = run;
  return (
    <Steps
      className="check-run__steps"
      orientation="vertical"
      size="small"
      current={current}
      items={check.steps.map(({ title }, index) => {
        const result = tallies[index]?.last;
        const now = phase.kind === 'halted' ? ('error' as const) : ('process' as const);
        return {
          title: result ? (
            <>
              {title}
              <span className="visually-hidden">: {OUTCOMES[result.outcome].word}</span>
            </>
          ) : (
            title
          ),
          content: result?.found,
          status: result ? STATUS[result.outcome] : index === current ? now : ('wait' as const),
        };
      })}
    />
  );
};

/** Ignores repeated keys, so that a key held down does not also confirm the next step. */
const refuseRepeats = (event: KeyboardEvent): void => {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
};

/** Shows a running check: all steps, the current step with its control, the conditions and live values. */
export const CheckRunView = ({ run }: { readonly run: CheckRun }) => {
  const { checks } = useCore().procedures;
  const section = useRef<HTMLElement>(null);
  const { check, step: index, phase, conditions } = run;
  const step = check.steps[index];
  const isHalted = phase.kind === 'halted';

  // Shows the step and focuses its control, unless the focus is outside of the panel.
  useEffect(() => {
    const view = section.current;
    view?.querySelector('.check-run__head')?.scrollIntoView({ block: 'nearest' });
    const { activeElement, body } = document;
    const panel = view?.parentElement;
    const place = panel?.closest('aside') ?? panel;
    if (activeElement !== body && place?.contains(activeElement) !== true) return;
    view?.querySelector<HTMLElement>('.step-control :is(input, button)')?.focus({
      preventScroll: true,
    });
  }, [index, isHalted]);

  return (
    <section
      ref={section}
      className="check-run stack stack-16"
      aria-label={`Check: ${check.name}`}
      onKeyDown={refuseRepeats}
    >
      <header className="check-run__head">
        <h3>{check.name}</h3>
        <p className="hint">
          Step {index + 1} of {check.steps.length}
        </p>
        <ConfirmButton
          size="small"
          question="Stop the check?"
          confirm="Stop check"
          cancel="Continue check"
          onConfirm={checks.stop}
        >
          Stop check…
        </ConfirmButton>
        <Progress
          className="span-all"
          aria-label="Steps done"
          percent={(index / check.steps.length) * 100}
          showInfo={false}
          size="small"
        />
      </header>
      <p role="status" className="visually-hidden">
        {announceText(run)}
      </p>
      <StepList run={run} />
      <div className="stack stack-16">
        {step && <StepCard key={index} run={run} step={step} />}
        <div className="check-run__below stack stack-16">
          <section aria-label="Conditions">
            <h4>{conditionsText(conditions)}</h4>
            <ConditionList conditions={conditions} />
          </section>
          <LiveValues />
        </div>
      </div>
    </section>
  );
};
