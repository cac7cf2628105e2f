import { useId } from 'react';
import type { SessionInfo } from '@batbot/core';
import { LIVE, type Side } from './sessions-view.ts';
import { dateTimeText } from './texts.ts';
import type { SideState } from './use-side.ts';

interface Props {
  readonly title: string;
  readonly side: Side;
  readonly state: SideState;
  readonly sessions: readonly SessionInfo[];
  readonly onPick: (side: Side) => void;
}

/** Chooses a session, or live data, and the moment in it. */
export const SidePicker = ({ title, side, state, sessions, onPick }: Props) => {
  const id = useId();
  const { count = 0, index = 0, at } = state;
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
        <>
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
              onPick({ ...side, index: Number(event.target.value) });
            }}
          />
        </>
      )}
      <p className="side__at tabular">{at === undefined ? state.reason : dateTimeText(at)}</p>
    </fieldset>
  );
};
