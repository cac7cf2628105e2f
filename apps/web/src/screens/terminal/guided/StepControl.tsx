import { useState } from 'react';
import type { LiveData } from '@batbot/core';
import type { Checks, CheckStep, CheckRun } from '@batbot/core/procedures';
import { parseNumber } from '../../../text/format.ts';
import { TypedValueField } from './TypedValueField.tsx';

interface Props {
  readonly run: CheckRun;
  readonly step: CheckStep;
  readonly guided: Checks;
  readonly data: LiveData;
  /** True when nothing can be done now; why stands in the element with this id. */
  readonly isBlocked: boolean;
  readonly reasonId: string;
}

/** The one thing to do now. A control that cannot be used keeps the focus, so that its reason can be read. */
export const StepControl = ({ run, step, guided, data, isBlocked, reasonId }: Props) => {
  const [typed, setTyped] = useState('');
  const { phase, step: index } = run;
  const state = {
    'aria-disabled': isBlocked,
    ...(isBlocked && { 'aria-describedby': reasonId }),
  } as const;
  const main = 'button button--primary guided-control__button';

  if (phase.kind === 'halted') {
    return (
      <button
        type="button"
        className={main}
        {...state}
        onClick={() => {
          guided.resume(index);
        }}
      >
        Resume this step
      </button>
    );
  }
  switch (step.kind) {
    case 'question':
      return (
        <div className="guided-control__pair">
          {(['yes', 'no'] as const).map((answer) => (
            <button
              key={answer}
              type="button"
              className="button guided-control__button"
              {...state}
              onClick={() => {
                guided.answer(index, answer);
              }}
            >
              {answer === 'yes' ? 'Yes' : 'No'}
            </button>
          ))}
        </div>
      );
    case 'instruct':
      return (
        <form
          className="guided-control__form"
          onSubmit={(event) => {
            event.preventDefault();
            guided.confirm(index, parseNumber(typed));
          }}
        >
          {step.value && (
            <TypedValueField wanted={step.value} data={data} text={typed} onChange={setTyped} />
          )}
          <button
            type="submit"
            className={main}
            {...state}
            {...(step.value && parseNumber(typed) === undefined && { 'aria-disabled': true })}
          >
            Done
          </button>
        </form>
      );
    case 'send':
    case 'measure': {
      const isBusy = phase.kind === 'working';
      const does = step.kind === 'send' ? `Send ${step.command}` : 'Begin measuring';
      const busy = step.kind === 'send' ? 'Waiting for the reply …' : 'Measuring …';
      return (
        <button
          type="button"
          className={main}
          {...state}
          {...(isBusy && { 'aria-disabled': true })}
          onClick={() => {
            guided.begin(index);
          }}
        >
          {isBusy ? busy : does}
        </button>
      );
    }
  }
};
