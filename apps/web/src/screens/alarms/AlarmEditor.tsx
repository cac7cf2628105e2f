import { useId, useRef, useState, type SubmitEvent } from 'react';
import { ALARM_FILE, ALARM_FILE_LIMIT, ALARM_PRESETS, type LimitId } from '@batbot/core/alarms';
import { useCore } from '../../react/core-context.tsx';
import { useDraft } from '../../react/drafts.tsx';
import { useLive } from '../../react/use-live.ts';
import { Dialog } from '../controls/Dialog.tsx';
import { OpenFileButton } from '../controls/OpenFileButton.tsx';
import { saveFile } from '../controls/save-file.ts';
import {
  formOf,
  planOf,
  problemText,
  textsOf,
  type AlarmForm,
  type FormProblem,
} from './alarm-form.ts';
import { LimitTable } from './LimitTable.tsx';
import { SignalChoices } from './SignalChoices.tsx';

const NOT_KEPT =
  'Set for this visit only: the browser’s storage refused to keep it. Export it to have it again.';
/** Replies are two seconds apart. */
const REPLY_S = 2;

/** The limits as a form. Nothing of it counts before "Set limits"; what was typed outlasts closing. */
export const AlarmEditor = ({ onClose }: { readonly onClose: () => void }) => {
  const { alarms, telemetry } = useCore();
  const data = useLive(telemetry.liveData$);
  const reported = useLive(alarms.reported$);
  const plan = useLive(alarms.plan$);
  const draft = useDraft('alarm limits', () => formOf(plan));
  const form = draft.value;
  const [problem, setProblem] = useState<FormProblem>();
  const [told, setTold] = useState('');
  const element = useRef<HTMLFormElement>(null);
  const [formId, problemId] = [useId(), useId()];

  const change = (next: Partial<AlarmForm>, words = ''): void => {
    draft.change({ ...form, ...next });
    setProblem(undefined);
    setTold(words);
  };
  const refuse = (wrong: FormProblem): void => {
    setProblem(wrong);
    setTold('');
    element.current?.querySelector<HTMLInputElement>(`[data-field="${wrong.field}"]`)?.focus();
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const read = planOf(form);
    if ('problem' in read) {
      refuse(read.problem);
      return;
    }
    const saved = alarms.save(read.plan);
    if (!saved.ok) {
      refuse({ field: saved.error.path, text: saved.error.problem });
      return;
    }
    draft.end();
    if (saved.value.kept) element.current?.closest('dialog')?.close();
    else setTold(NOT_KEPT);
  };
  const discard = (): void => {
    draft.end();
    setProblem(undefined);
    setTold('');
    element.current?.querySelector('input')?.focus(); // the button goes with the click
  };
  const importText = (text: string): void => {
    const parsed = ALARM_FILE.parse(text);
    if (parsed.ok)
      change(formOf(parsed.value), 'Read from the file. “Set limits” puts them in force.');
    else setProblem({ field: '', text: problemText(parsed.error.path, parsed.error.problem) });
  };
  const exportPlan = (): void => {
    const read = planOf(form);
    if ('problem' in read) refuse(read.problem);
    else
      saveFile(document, 'alarm-limits.json', 'application/json', [ALARM_FILE.format(read.plan)]);
  };
  const seconds = Number(form.readings) * REPLY_S;

  return (
    <Dialog
      title="Alarm limits"
      onClose={onClose}
      actions={
        <>
          <p className="alarm-form__problem" role="alert" id={problemId}>
            {problem !== undefined && <span aria-hidden>✕ </span>}
            {problem?.text}
          </p>
          <p className="alarm-form__told" role="status">
            {told}
          </p>
          <button
            type="button"
            className="button"
            onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}
          >
            Close
          </button>
          <button type="submit" form={formId} className="button button--primary">
            Set limits
          </button>
        </>
      }
    >
      <form id={formId} ref={element} className="alarm-form" noValidate onSubmit={submit}>
        <p className="alarm-form__hint">
          You are told when a value reaches its limit. An empty field is no limit.
        </p>
        <LimitTable
          texts={form.texts}
          reported={reported}
          now={data.kind === 'sample' && data.freshness === 'fresh' ? data.sample : undefined}
          wrong={problem?.field}
          problemId={problemId}
          onChange={(id: LimitId, text) => {
            change({ texts: { ...form.texts, [id]: text } });
          }}
        />
        <div className="alarm-form__row">
          <span>Fill in protection limits of</span>
          {ALARM_PRESETS.map(({ id, name, limits }) => (
            <button
              key={id}
              type="button"
              className="button"
              onClick={() => {
                change(
                  { texts: textsOf(limits) },
                  `Filled in for ${name}. “Set limits” puts them in force.`,
                );
              }}
            >
              {name}
            </button>
          ))}
        </div>
        <p className="alarm-form__hint">
          The figures for LFP and NMC are LibreSolar’s defaults, where a BMS switches off. The data
          sheet of your pack goes before them.
        </p>
        <div className="alarm-form__row">
          <button
            type="button"
            className="button"
            onClick={() => {
              change({ texts: {} }, 'Emptied. “Set limits” takes all limits away.');
            }}
          >
            Empty all
          </button>
          <OpenFileButton
            label="Import"
            file="Alarm limits file"
            limit={ALARM_FILE_LIMIT}
            onText={importText}
          />
          <button type="button" className="button" onClick={exportPlan}>
            Export
          </button>
        </div>
        <label className="alarm-form__readings">
          Alarm after
          <input
            className="limit-table__field tabular"
            data-field="readings"
            inputMode="numeric"
            autoComplete="off"
            aria-invalid={problem?.field === 'readings' || undefined}
            aria-describedby={problem?.field === 'readings' ? problemId : undefined}
            value={form.readings}
            onChange={(event) => {
              change({ readings: event.target.value });
            }}
          />
          replies in a row{seconds > 0 && <span className="tabular"> (about {seconds} s)</span>}
        </label>
        <label className="alarm-choices__choice">
          <input
            type="checkbox"
            checked={form.isLatched}
            onChange={(event) => {
              change({ isLatched: event.target.checked });
            }}
          />
          An alarm that is over stays in sight until you acknowledge it
        </label>
        <label className="alarm-choices__choice">
          <input
            type="checkbox"
            checked={form.isEverywhere}
            onChange={(event) => {
              change({ isEverywhere: event.target.checked });
            }}
          />
          Watch on every tab, not on Home alone: asks the device every {REPLY_S} s there too
        </label>
        <SignalChoices signals={alarms.signals} />
        {draft.isChanged && (
          <p className="alarm-form__row alarm-form__unsaved">
            <span>
              <span aria-hidden>● </span>
              Not set yet. Closed, it is kept until you come back.
            </span>
            <button type="button" className="button" onClick={discard}>
              Discard changes
            </button>
          </p>
        )}
      </form>
    </Dialog>
  );
};
