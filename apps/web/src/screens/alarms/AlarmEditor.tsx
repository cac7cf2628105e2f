import { useId, useRef, useState } from 'react';
import { Button, Checkbox, Flex, Input, Space } from 'antd';
import { ALARM_FILE, ALARM_FILE_LIMIT, ALARM_PRESETS, type LimitId } from '@batbot/core/alarms';
import { useCore } from '../../react/core-context.tsx';
import { useDraft } from '../../react/drafts.tsx';
import { useLive } from '../../react/use-live.ts';
import { FormDialog } from '../controls/FormDialog.tsx';
import { OpenFileButton } from '../controls/OpenFileButton.tsx';
import { countText, withUnit } from '../../text/format.ts';
import { saveJson } from '../controls/save-file.ts';
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
import './alarms.css';

const NOT_SAVED =
  'Kept until you close the page: storage is full or blocked, or has data of a newer version. Export the limits to keep them.';
/** Seconds between two replies. */
const REPLY_S = 2;

/**
 * The form of the limits. Changes apply after "Save"; until then they are kept as a draft, also while the form is
 * closed.
 */
export const AlarmEditor = ({ onClose }: { readonly onClose: () => void }) => {
  const { alarms, telemetry } = useCore();
  const data = useLive(telemetry.liveData$);
  const reported = useLive(alarms.reported$);
  const plan = useLive(alarms.plan$);
  const draft = useDraft('alarm limits', () => formOf(plan));
  const form = draft.value;
  const [problems, setProblems] = useState<readonly FormProblem[]>([]);
  const [status, setStatus] = useState('');
  const element = useRef<HTMLDivElement>(null);
  const problemId = useId();

  const change = (next: Partial<AlarmForm>, text = ''): void => {
    draft.change({ ...form, ...next });
    setProblems([]);
    setStatus(text);
  };
  const refuse = (found: readonly FormProblem[]): void => {
    setProblems(found);
    setStatus('');
    const [first] = found;
    element.current?.querySelector<HTMLInputElement>(`[data-field="${first?.field}"]`)?.focus();
  };
  const save = (): void => {
    const read = planOf(form);
    if ('problems' in read) {
      refuse(read.problems);
      return;
    }
    const saved = alarms.save(read.plan);
    if (!saved.ok) {
      refuse([{ field: saved.error.path, text: saved.error.problem }]);
      return;
    }
    draft.end();
    if (saved.value.kept) onClose();
    else setStatus(NOT_SAVED);
  };
  const discard = (): void => {
    draft.end();
    setProblems([]);
    setStatus('');
    element.current?.querySelector('input')?.focus(); // the click removes the focused button
  };
  const importText = (text: string): void => {
    const parsed = ALARM_FILE.parse(text);
    if (parsed.ok) change(formOf(parsed.value), 'Read from the file. Save applies them.');
    else setProblems([{ field: '', text: problemText(parsed.error.path, parsed.error.problem) }]);
  };
  const exportPlan = (): void => {
    const read = planOf(form);
    if ('problems' in read) refuse(read.problems);
    else saveJson('alarm-limits.json', ALARM_FILE.format(read.plan));
  };
  const seconds = Number(form.readings) * REPLY_S;

  const fieldState = (field: string) =>
    problems.some((each) => each.field === field)
      ? ({ status: 'error', 'aria-invalid': true, 'aria-describedby': problemId } as const)
      : {};

  return (
    <FormDialog
      title="Alarm limits"
      width={680}
      okText="Save"
      onSubmit={save}
      onCancel={onClose}
      footer={(buttons) => (
        <Flex wrap align="center" justify="end" gap="4px 12px" style={{ textAlign: 'start' }}>
          <Flex
            vertical
            component="p"
            className="tone-act"
            style={{ fontWeight: 500, marginRight: 'auto' }}
            role="alert"
            id={problemId}
          >
            {problems.map(({ field, text }) => (
              <span key={field}>
                <span aria-hidden>✕ </span>
                {text}
              </span>
            ))}
          </Flex>
          <p role="status">{status}</p>
          {draft.isChanged && (
            <p className="tone-watch">
              <span aria-hidden>● </span>Unsaved changes are kept as a draft.{' '}
              <Button type="link" size="small" onClick={discard}>
                Discard changes
              </Button>
            </p>
          )}
          <Space>{buttons}</Space>
        </Flex>
      )}
    >
      <div ref={element} className="alarm-form stack stack-8">
        <p className="muted">
          You are alerted when a value reaches its limit. Leave empty for no limit.
        </p>
        <LimitTable
          texts={form.texts}
          reported={reported}
          now={data.kind === 'sample' && data.freshness === 'fresh' ? data.sample : undefined}
          fieldState={fieldState}
          onChange={(id: LimitId, text) => change({ texts: { ...form.texts, [id]: text } })}
        />
        <div className="row">
          <span>Use preset:</span>
          {ALARM_PRESETS.map(({ id, name, limits }) => (
            <Button
              key={id}
              size="small"
              onClick={() => {
                change({ texts: textsOf(limits) }, `Filled in for ${name}. Save applies them.`);
              }}
            >
              {name}
            </Button>
          ))}
          <span className="grow" />
          <Button
            size="small"
            onClick={() => change({ texts: {} }, 'Cleared. Save removes all limits.')}
          >
            Clear all
          </Button>
          <OpenFileButton
            label="Import"
            file="Alarm limits file"
            limit={ALARM_FILE_LIMIT}
            onText={importText}
            size="small"
          />
          <Button size="small" onClick={exportPlan}>
            Export
          </Button>
        </div>
        <p className="muted">
          LFP and NMC are LibreSolar’s defaults. Your pack’s data sheet takes precedence.
        </p>
        <div className="row">
          <span>Alarm after</span>
          <Input
            size="small"
            style={{ width: 56 }}
            aria-label="Consecutive replies"
            data-field="readings"
            inputMode="numeric"
            autoComplete="off"
            {...fieldState('readings')}
            value={form.readings}
            onChange={(event) => change({ readings: event.target.value })}
          />
          <span>
            consecutive replies{seconds > 0 && ` (about ${withUnit(countText(seconds), 's')})`}
          </span>
        </div>
        <div className="alarm-form__choices">
          <Checkbox
            checked={form.isLatched}
            onChange={({ target }) => change({ isLatched: target.checked })}
          >
            Keep cleared alarms until acknowledged
          </Checkbox>
          <Checkbox
            checked={form.isEverywhere}
            onChange={({ target }) => change({ isEverywhere: target.checked })}
          >
            Monitor on every tab (polls every {withUnit(String(REPLY_S), 's')})
          </Checkbox>
        </div>
        <SignalChoices signals={alarms.signals} />
      </div>
    </FormDialog>
  );
};
