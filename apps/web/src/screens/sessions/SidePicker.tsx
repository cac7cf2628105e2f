import { useMemo } from 'react';
import { Button, Flex, Select, Slider } from 'antd';
import { sampleIndexAt, type SessionInfo } from '@batbot/core';
import { sessionMarks } from './session-marks.ts';
import { sessionTitle } from './session-words.ts';
import { LIVE, type Side } from './sessions-view.ts';
import { dateTimeText, momentText } from '../../text/format.ts';
import type { SideState } from './use-side.ts';

interface Props {
  readonly title: string;
  readonly side: Side;
  readonly state: SideState;
  readonly sessions: readonly SessionInfo[];
  readonly onPick: (side: Side) => void;
}

type MomentProps = Pick<Props, 'title' | 'state' | 'onPick'> & {
  readonly side: Extract<Side, { readonly kind: 'moment' }>;
};

/** Chooses a sample of the session with a slider, with buttons, or at a note or passed limit. */
const MomentPicker = ({ title, side, state, onPick }: MomentProps) => {
  const { count = 0, index = 0, at, session } = state;
  const marks = useMemo(() => (session === undefined ? [] : sessionMarks(session)), [session]);
  const pick = (next: number): void => {
    onPick({ ...side, index: Math.min(count - 1, Math.max(0, next)) });
  };
  return (
    <>
      <Flex align="center" gap={8}>
        <Button
          aria-label={`${title}: sample before`}
          disabled={index <= 0}
          onClick={() => pick(index - 1)}
        >
          ‹
        </Button>
        <Slider
          className="compare-side__moment"
          ariaLabelForHandle={`${title}: moment`}
          ariaValueTextFormatterForHandle={() => (at === undefined ? '' : dateTimeText(at))}
          tooltip={{ open: false }}
          min={0}
          max={count - 1}
          value={index}
          onChange={pick}
        />
        <Button
          aria-label={`${title}: next sample`}
          disabled={index >= count - 1}
          onClick={() => pick(index + 1)}
        >
          ›
        </Button>
      </Flex>
      {session !== undefined && marks.length > 0 && (
        <Select<string>
          showSearch={{ optionFilterProp: 'label' }}
          aria-label={`${title}: go to`}
          placeholder="Jump to note or event…"
          value={null}
          options={marks.map(({ ms, text }, place) => ({
            value: `${place} ${ms}`,
            label: `${momentText(session.series.startedAt, ms)} ${text}`,
          }))}
          onChange={(value) => pick(sampleIndexAt(session.series, Number(value.split(' ')[1])))}
        />
      )}
    </>
  );
};

/** Chooses a session and a moment in it, or live data. */
export const SidePicker = ({ title, side, state, sessions, onPick }: Props) => {
  const { count = 0, at } = state;
  return (
    <fieldset className="compare-side frame">
      <legend>{title}</legend>
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        aria-label={`${title}: session`}
        value={side.kind === 'live' ? LIVE : side.id}
        options={[
          { value: LIVE, label: 'Live now' },
          ...sessions.map((info) => ({
            value: info.id,
            label: `${sessionTitle(info)} · ${dateTimeText(info.startedAt)}`,
          })),
        ]}
        onChange={(value) =>
          onPick(value === LIVE ? { kind: 'live' } : { kind: 'moment', id: value, index: -1 })
        }
      />
      {side.kind === 'moment' && count > 1 && (
        <MomentPicker title={title} side={side} state={state} onPick={onPick} />
      )}
      {at !== undefined && <p className="muted">{dateTimeText(at)}</p>}
    </fieldset>
  );
};
