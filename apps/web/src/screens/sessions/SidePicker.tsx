import { useId, useMemo } from 'react';
import { sampleIndexAt, timeOfDay, type SessionInfo } from '@batbot/core';
import { sessionMarks } from './session-marks.ts';
import { LIVE, type Side } from './sessions-view.ts';
import { dateTimeText } from '../../text/format.ts';
import type { SideState } from './use-side.ts';

/** More would make no list to choose from. */
const LISTED = 100;

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

/** A sample of the session: by the slider, one by one, or where something was noted or passed its limit. */
const MomentPicker = ({ title, side, state, onPick }: MomentProps) => {
  const id = useId();
  const { count = 0, index = 0, at, session } = state;
  const marks = useMemo(() => (session === undefined ? [] : sessionMarks(session)), [session]);
  const pick = (next: number): void => {
    onPick({ ...side, index: Math.min(count - 1, Math.max(0, next)) });
  };
  return (
    <>
      <div className="side__steps">
        <button
          type="button"
          className="button"
          aria-label={`${title}: sample before`}
          disabled={index <= 0}
          onClick={() => {
            pick(index - 1);
          }}
        >
          ‹
        </button>
        <label className="visually-hidden" htmlFor={id}>
          {title}: moment
        </label>
        <input
          id={id}
          className="side__moment"
          type="range"
          min={0}
          max={count - 1}
          value={index}
          aria-valuetext={at === undefined ? '' : dateTimeText(at)}
          onChange={(event) => {
            pick(Number(event.target.value));
          }}
        />
        <button
          type="button"
          className="button"
          aria-label={`${title}: next sample`}
          disabled={index >= count - 1}
          onClick={() => {
            pick(index + 1);
          }}
        >
          ›
        </button>
      </div>
      {session !== undefined && marks.length > 0 && (
        <select
          className="select side__session"
          aria-label={`${title}: go to`}
          value=""
          onChange={({ target }) => {
            pick(sampleIndexAt(session.series, Number(target.value)));
          }}
        >
          <option value="" disabled>
            Go to a note or limit …
          </option>
          {marks.slice(0, LISTED).map(({ ms, text }) => (
            <option key={`${ms} ${text}`} value={ms}>
              {`${timeOfDay(session.series.startedAt + ms).slice(0, 8)} ${text}`}
            </option>
          ))}
        </select>
      )}
    </>
  );
};

/** Chooses a session, or live data, and the moment in it. */
export const SidePicker = ({ title, side, state, sessions, onPick }: Props) => {
  const { count = 0, at } = state;
  return (
    <fieldset className="side">
      <legend>{title}</legend>
      <select
        className="select side__session"
        aria-label={`${title}: session`}
        value={side.kind === 'live' ? LIVE : side.id}
        onChange={(event) => {
          const { value } = event.target;
          onPick(value === LIVE ? { kind: 'live' } : { kind: 'moment', id: value, index: -1 });
        }}
      >
        <option value={LIVE}>Live now</option>
        {sessions.map((info) => (
          <option key={info.id} value={info.id}>
            {`${info.name} · ${dateTimeText(info.startedAt)}`}
          </option>
        ))}
      </select>
      {side.kind === 'moment' && count > 1 && (
        <MomentPicker title={title} side={side} state={state} onPick={onPick} />
      )}
      <p className="side__at tabular">{at === undefined ? state.reason : dateTimeText(at)}</p>
    </fieldset>
  );
};
