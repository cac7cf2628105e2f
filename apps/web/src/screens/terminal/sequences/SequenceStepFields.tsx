import type { KeyboardEvent } from 'react';
import { SEQUENCE_LIMITS } from '@batbot/core/procedures';
import { EXPECT_CHOICES, type ExpectChoice, type StepForm } from './sequence-form.ts';

interface Props {
  readonly step: StepForm;
  readonly number: number;
  readonly isLast: boolean;
  readonly onChange: (change: Partial<StepForm>) => void;
  readonly onAdd: () => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}

/** One step of the form. */
export const SequenceStepFields = (props: Props) => {
  const { step, number, isLast, onChange, onAdd, onMove, onRemove } = props;
  const needsText = step.expect === 'text' || step.expect === 'pattern';
  const path = (name: string): string => `steps.${number}.${name}`;

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey && event.key === 'ArrowUp') onMove(-1);
    else if (event.altKey && event.key === 'ArrowDown') onMove(1);
    else if (event.altKey && event.key === 'Delete') onRemove();
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) onAdd();
    else return;
    event.preventDefault();
  };

  return (
    <li className="step" data-step={step.key} onKeyDown={onKeyDown}>
      <div className="step__first">
        <span className="step__number tabular" aria-hidden>
          {number}
        </span>
        <input
          className="step__command"
          aria-label={`Command of step ${number}`}
          placeholder="AT+…"
          data-path={path('command')}
          maxLength={SEQUENCE_LIMITS.command}
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          value={step.command}
          onChange={(event) => {
            onChange({ command: event.target.value });
          }}
        />
        <button
          type="button"
          className="tool-button"
          aria-label={`Move step ${number} up`}
          title="Move up (Alt+↑)"
          disabled={number === 1}
          onClick={() => {
            onMove(-1);
          }}
        >
          <span aria-hidden>↑</span>
        </button>
        <button
          type="button"
          className="tool-button"
          aria-label={`Move step ${number} down`}
          title="Move down (Alt+↓)"
          disabled={isLast}
          onClick={() => {
            onMove(1);
          }}
        >
          <span aria-hidden>↓</span>
        </button>
        <button
          type="button"
          className="tool-button"
          aria-label={`Remove step ${number}`}
          title="Remove (Alt+Delete)"
          onClick={onRemove}
        >
          <span aria-hidden>✕</span>
        </button>
      </div>
      <div className="step__rest">
        <label className="sequence-form__field">
          <span>Expects</span>
          <select
            className="select"
            value={step.expect}
            onChange={(event) => {
              onChange({ expect: event.target.value as ExpectChoice }); // one of the options below
            }}
          >
            {EXPECT_CHOICES.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label className="sequence-form__field">
          <span>If it fails</span>
          <select
            className="select"
            value={step.onFail}
            onChange={(event) => {
              onChange({ onFail: event.target.value === 'continue' ? 'continue' : 'stop' });
            }}
          >
            <option value="stop">Stop</option>
            <option value="continue">Go on</option>
          </select>
        </label>
        {needsText && (
          <input
            className="step__wanted"
            aria-label={`Expected in the reply to step ${number}`}
            placeholder={step.expect === 'text' ? 'Text in the reply' : 'Regular expression'}
            data-path={path(`expected.${step.expect}`)}
            maxLength={SEQUENCE_LIMITS.expected}
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
            value={step.wanted}
            onChange={(event) => {
              onChange({ wanted: event.target.value });
            }}
          />
        )}
        <label className="sequence-form__field">
          <span>Delay, ms</span>
          <input
            data-path={path('delayMs')}
            inputMode="numeric"
            value={step.delay}
            onChange={(event) => {
              onChange({ delay: event.target.value });
            }}
          />
        </label>
        <label className="sequence-form__field">
          <span>Time-out, ms</span>
          <input
            data-path={path('timeoutMs')}
            inputMode="numeric"
            value={step.timeout}
            onChange={(event) => {
              onChange({ timeout: event.target.value });
            }}
          />
        </label>
      </div>
    </li>
  );
};
