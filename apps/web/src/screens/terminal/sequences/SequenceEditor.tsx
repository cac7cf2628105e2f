import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { type FileProblem } from '@batbot/core';
import { SEQUENCE_LIMITS, type Sequence } from '@batbot/core/procedures';
import { SequenceStepFields } from './SequenceStepFields.tsx';
import {
  draftOf,
  withoutStep,
  withStepAfter,
  withStepChanged,
  withStepMoved,
  type SequenceForm,
} from './sequence-form.ts';
import { UNSAVED } from '../send/file-words.ts';
import { procedureProblem } from './sequence-words.ts';

/** The user has just asked for the form: its first field takes the focus when it comes. */
const focusOnce = (field: HTMLInputElement | null): void => field?.focus();

interface Props {
  readonly form: SequenceForm;
  readonly isChanged: boolean;
  readonly onChange: (form: SequenceForm) => void;
  readonly isNew: boolean;
  /** What is wrong with it, if something is. */
  readonly onSave: (draft: Sequence) => FileProblem | undefined;
  readonly onCancel: () => void;
}

/** A sequence as a form. Its steps are added, moved and removed by keys too. */
export const SequenceEditor = (props: Props) => {
  const { form, isChanged, isNew, onChange, onSave, onCancel } = props;
  const [problem, setProblem] = useState('');
  const element = useRef<HTMLFormElement>(null);
  /** The step whose command gets the focus once it is drawn. */
  const focusKey = useRef<number>(undefined);

  useEffect(() => {
    if (focusKey.current === undefined) return;
    element.current
      ?.querySelector<HTMLInputElement>(`[data-step="${focusKey.current}"] input`)
      ?.focus();
    focusKey.current = undefined;
  });

  const change = (next: SequenceForm, focused?: number): void => {
    onChange(next);
    setProblem('');
    focusKey.current = focused;
  };
  const add = (index: number): void => {
    if (form.steps.length >= SEQUENCE_LIMITS.steps) {
      setProblem(`A sequence has at most ${SEQUENCE_LIMITS.steps} steps.`);
    } else change(withStepAfter(form, index), form.nextKey);
  };
  const remove = (index: number): void => {
    if (form.steps.length === 1) {
      setProblem('A sequence has at least one step.');
      return;
    }
    change(withoutStep(form, index), (form.steps[index + 1] ?? form.steps[index - 1])?.key);
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const wrong = onSave(draftOf(form));
    if (wrong === undefined) return;
    setProblem(procedureProblem(wrong));
    element.current?.querySelector<HTMLInputElement>(`[data-path="${wrong.path}"]`)?.focus();
  };

  return (
    <form
      ref={element}
      className="sequence-form"
      aria-label={isNew ? 'New sequence' : 'Edit sequence'}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        if (isChanged) setProblem(UNSAVED);
        else onCancel();
      }}
    >
      <label className="sequence-form__field">
        <span>Name</span>
        <input
          data-path="name"
          maxLength={SEQUENCE_LIMITS.name}
          ref={focusOnce}
          autoComplete="off"
          value={form.name}
          onChange={(event) => {
            change({ ...form, name: event.target.value });
          }}
        />
      </label>
      <div className="sequence-form__row">
        <label className="sequence-form__field">
          <span>Times</span>
          <input
            data-path="loops"
            inputMode="numeric"
            disabled={form.isEndless}
            value={form.isEndless ? '∞' : form.loops}
            onChange={(event) => {
              change({ ...form, loops: event.target.value });
            }}
          />
        </label>
        <label className="sequence-form__field">
          <span>Pause between, ms</span>
          <input
            data-path="pauseMs"
            inputMode="numeric"
            value={form.pause}
            onChange={(event) => {
              change({ ...form, pause: event.target.value });
            }}
          />
        </label>
      </div>
      <label className="sequence-form__check">
        <input
          type="checkbox"
          checked={form.isEndless}
          onChange={(event) => {
            change({ ...form, isEndless: event.target.checked });
          }}
        />
        Until stopped
      </label>
      <ol className="sequence-form__steps" aria-label="Steps">
        {form.steps.map((step, index) => (
          <SequenceStepFields
            key={step.key}
            step={step}
            number={index + 1}
            isLast={index === form.steps.length - 1}
            onChange={(changed) => {
              change(withStepChanged(form, index, changed));
            }}
            onAdd={() => {
              add(index);
            }}
            onMove={(by) => {
              change(withStepMoved(form, index, by), step.key);
            }}
            onRemove={() => {
              remove(index);
            }}
          />
        ))}
      </ol>
      <button
        type="button"
        className="button"
        onClick={() => {
          add(form.steps.length - 1);
        }}
      >
        Add a step
      </button>
      <p className="sequences__hint">
        In a step: <kbd>Enter</kbd> adds one, <kbd>Alt</kbd>+<kbd>↑</kbd> <kbd>↓</kbd> moves it,{' '}
        <kbd>Alt</kbd>+<kbd>Delete</kbd> removes it.
      </p>
      <div className="sequence-form__end">
        <p className="sequence-form__problem" role="alert">
          {problem !== '' && <span aria-hidden>✕ </span>}
          {problem}
        </p>
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="submit" className="button button--primary">
          Save
        </button>
      </div>
    </form>
  );
};
