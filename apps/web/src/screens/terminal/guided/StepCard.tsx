import { useId } from 'react';
import { checkCommand, printable } from '@batbot/core';
import {
  CHECK_QUANTITIES,
  firstUnmet,
  conditionText,
  limitsText,
  resultsOf,
  secondsText,
  type CheckStep,
  type CheckRun,
  type MeasureStep,
} from '@batbot/core/procedures';
import { useCore } from '../../../react/core-context.tsx';
import { useLive } from '../../../react/use-live.ts';
import { StepControl } from './StepControl.tsx';
import { expectedText } from './guided-words.ts';

const Measured = ({ run, step }: { readonly run: CheckRun; readonly step: MeasureStep }) => {
  const { name, unit } = CHECK_QUANTITIES[step.quantity];
  const measured = run.measured;
  const held = step.heldMs === 0 ? '' : `, for ${secondsText(step.heldMs)}`;
  return (
    <div className="guided-measure">
      <p className="guided-measure__wanted">
        {name}: {limitsText(step, unit)}
        {held}
        <span className="guided-measure__time"> (within {secondsText(step.withinMs)})</span>
      </p>
      {measured && (
        <>
          <p className="guided-measure__now tabular">
            {measured.now === '' ? (
              'Waiting for the next reply …'
            ) : (
              <span data-tone={measured.isWithin ? 'good' : 'act'}>
                <span aria-hidden>{measured.isWithin ? '✓' : '✕'} </span>
                {measured.now}, {measured.isWithin ? 'within' : 'outside'}
              </span>
            )}
          </p>
          {step.heldMs > 0 && (
            <progress
              className="guided-measure__bar"
              aria-label="Held within the limits"
              value={Math.min(measured.heldMs, step.heldMs)}
              max={step.heldMs}
            />
          )}
        </>
      )}
    </div>
  );
};

/** The step the check is at: what to do, what stands against it, and the control that does it. */
export const StepCard = ({ run, step }: { readonly run: CheckRun; readonly step: CheckStep }) => {
  const { procedures, telemetry, palette } = useCore();
  const guided = procedures.checks;
  const data = useLive(telemetry.liveData$);
  const commands = useLive(palette.commands$);
  const reasonId = useId();
  const { phase, conditions } = run;
  const broken = firstUnmet(conditions);
  const isHalted = phase.kind === 'halted';
  const reply = step.kind === 'question' ? resultsOf(run).at(-1)?.said : undefined;
  const known = step.kind === 'send' ? checkCommand(step.command, commands) : undefined;
  const mayWrite = known !== undefined && !('command' in known && !known.command.writes);

  return (
    <div className="guided-step" data-halted={isHalted}>
      <h4 className="guided-step__title">{step.title}</h4>
      <p className="guided-step__text">{step.text}</p>
      {reply !== undefined && (
        <pre className="guided-step__reply" aria-label="The reply before">
          {reply.split('\n').map(printable).join('\n')}
        </pre>
      )}
      {step.kind === 'send' && (
        <p className="guided-step__command">
          Sends <code>{printable(step.command)}</code>, expects {expectedText(step)}
          {mayWrite && (
            <strong className="guided-step__writes">
              <span aria-hidden>▲ </span>This command may change the device.
            </strong>
          )}
        </p>
      )}
      {step.kind === 'measure' && !isHalted && <Measured run={run} step={step} />}
      {isHalted && (
        <div className="guided-halt">
          <p>
            <span aria-hidden>■ </span>
            <strong>Stopped.</strong> {phase.why}.
          </p>
          <p>Only live data is still asked for.</p>
        </div>
      )}
      <div className="guided-control">
        {isHalted && broken === undefined && (
          <p className="guided-control__hold">
            <span aria-hidden>✓ </span>All interlocks hold again.
          </p>
        )}
        {broken !== undefined && (
          <p id={reasonId} className="guided-control__reason">
            <span aria-hidden>✕ </span>
            Not now. {conditionText(broken)}.
          </p>
        )}
        <StepControl
          run={run}
          step={step}
          guided={guided}
          data={data}
          isBlocked={broken !== undefined}
          reasonId={reasonId}
        />
      </div>
    </div>
  );
};
