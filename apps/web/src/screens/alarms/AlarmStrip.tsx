import { useEffect, useId, useRef, useState } from 'react';
import { limitId, type RaisedAlarm } from '@batbot/core/alarms';
import { useCore } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { useMedia } from '../../react/use-media.ts';
import {
  alarmNote,
  alarmText,
  inOrder,
  kindOf,
  openOf,
  spokenText,
  summaryOf,
  watchText,
} from './alarm-words.ts';
import './alarms.css';

const KEYS = 'Alt+Shift+A';

/** The place of the A: some systems make another sign of it. */
const isAcknowledge = ({ altKey, ctrlKey, metaKey, shiftKey, code }: KeyboardEvent): boolean =>
  altKey && shiftKey && !ctrlKey && !metaKey && code === 'KeyA';

const useAcknowledgeKeys = (isWanted: boolean, acknowledge: () => void): void => {
  useEffect(() => {
    if (!isWanted) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!isAcknowledge(event)) return;
      event.preventDefault();
      acknowledge();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [isWanted, acknowledge]);
};

interface RowProps {
  readonly alarm: RaisedAlarm;
  readonly isWatching: boolean;
  readonly onAcknowledge: (() => void) | undefined;
  /** On the first of several. */
  readonly onAcknowledgeAll: (() => void) | undefined;
}

const AlarmRow = ({ alarm, isWatching, onAcknowledge, onAcknowledgeAll }: RowProps) => {
  const { glyph, word } = kindOf(alarm);
  return (
    <li className="alarm-strip__row" data-kind={alarm.kind}>
      <span className="alarm-strip__word">
        <span aria-hidden>{glyph} </span>
        {word}
      </span>
      <strong className="tabular">{alarmText(alarm)}</strong>
      <span className="alarm-strip__note tabular">{alarmNote(alarm, isWatching)}</span>
      {onAcknowledgeAll !== undefined && (
        <button
          type="button"
          className="alarm-strip__button"
          title={`Says that you have seen them (${KEYS})`}
          onClick={onAcknowledgeAll}
        >
          Acknowledge all
        </button>
      )}
      {onAcknowledge !== undefined && (
        <button
          type="button"
          className="alarm-strip__button"
          title={`Says that you have seen it (${KEYS} for all)`}
          aria-label={`Acknowledge: ${alarmText(alarm)}`}
          onClick={onAcknowledge}
        >
          Acknowledge
        </button>
      )}
    </li>
  );
};

interface SummaryProps {
  readonly summary: NonNullable<ReturnType<typeof summaryOf>>;
  readonly isOpen: boolean;
  readonly listId: string;
  readonly onToggle: () => void;
}

/** Where there is little room: all in one row, and a button that shows the rows. */
const SummaryRow = ({ summary, isOpen, listId, onToggle }: SummaryProps) => (
  <div className="alarm-strip__row alarm-strip__summary" data-kind={summary.kind}>
    <span className="alarm-strip__word">
      <span aria-hidden>{summary.glyph} </span>
      {summary.count}
    </span>
    {!isOpen && (
      <span className="alarm-strip__worst">
        <strong className="tabular">{summary.worst}</strong>
        <span className="alarm-strip__note" role="status">
          {summary.note}
        </span>
      </span>
    )}
    <button
      type="button"
      className="alarm-strip__button"
      aria-expanded={isOpen}
      aria-controls={listId}
      onClick={onToggle}
    >
      {isOpen ? 'Show less' : 'Show all'}
    </button>
  </div>
);

/** Less than these, and the strip of two alarms takes the place of what is worked with. */
const LITTLE_ROOM = '(width < 768px), (height < 600px)';

/** Alarms, and that limits are not watched: above every tab, until the user has said to have seen it. */
export const AlarmStrip = () => {
  const { alarms } = useCore();
  const raised = inOrder(useLive(alarms.raised$));
  const watch = useLive(alarms.watch$);
  const isOtherPack = useLive(alarms.isOtherPack$);
  const open = openOf(raised);
  useAcknowledgeKeys(open.length > 0, alarms.acknowledge);
  const notWatched = watchText(watch);
  const hasLittleRoom = useMedia(LITTLE_ROOM);
  const [isOpen, setOpen] = useState(false);
  const rowsId = useId();
  const summary = summaryOf(raised, watch, isOtherPack);
  const folding = hasLittleRoom && summary?.isMany === true ? summary : undefined;
  const strip = useRef<HTMLDivElement>(null);
  /** The button goes with the click: the focus stays here. */
  const acknowledge = (alarm?: RaisedAlarm): void => {
    alarms.acknowledge(alarm && limitId(alarm.limit));
    strip.current?.focus();
  };
  const watchHere = (): void => {
    alarms.save({ ...alarms.plan$.value, isEverywhere: true });
    strip.current?.focus();
  };
  return (
    <div
      ref={strip}
      className="alarm-strip"
      role="group"
      aria-label="Alarms of your limits"
      tabIndex={-1}
    >
      {/* Told once when the set changes, not with every new value. */}
      <p className="visually-hidden" role="alert">
        {raised
          .filter(({ kind }) => kind === 'active')
          .map(spokenText)
          .join('. ')}
      </p>
      {folding !== undefined && (
        <SummaryRow
          summary={folding}
          isOpen={isOpen}
          listId={rowsId}
          onToggle={() => {
            setOpen(!isOpen);
          }}
        />
      )}
      <div id={rowsId} hidden={folding !== undefined && !isOpen}>
        <ul>
          {raised.map((alarm, index) => (
            <AlarmRow
              key={limitId(alarm.limit)}
              alarm={alarm}
              isWatching={watch.kind === 'watching'}
              onAcknowledgeAll={
                index > 0 || open.length < 2 || folding !== undefined
                  ? undefined
                  : () => {
                      acknowledge();
                    }
              }
              onAcknowledge={
                alarm.kind === 'acknowledged'
                  ? undefined
                  : () => {
                      acknowledge(alarm);
                    }
              }
            />
          ))}
        </ul>
        <p className="alarm-strip__watch" role="status">
          {notWatched !== undefined && (
            <span>
              <span aria-hidden>▲ </span>
              {notWatched}
            </span>
          )}
          {watch.kind === 'notWatched' && watch.isUnasked === true && (
            <button
              type="button"
              className="alarm-strip__button"
              title="Turns “Watch on every tab” on: asks the device for live data here too"
              onClick={watchHere}
            >
              Watch here too
            </button>
          )}
        </p>
        {isOtherPack && (
          <p className="alarm-strip__watch" role="status">
            <span>
              <span aria-hidden>▲ </span>
              Another pack is connected. It is watched under the limits set before: check that they
              fit it.
            </span>
            <button type="button" className="alarm-strip__button" onClick={alarms.confirmPack}>
              They fit
            </button>
          </p>
        )}
        {folding !== undefined && open.length > 1 && (
          <p className="alarm-strip__all">
            <button
              type="button"
              className="alarm-strip__button"
              onClick={() => {
                acknowledge();
              }}
            >
              Acknowledge all
            </button>
          </p>
        )}
      </div>
    </div>
  );
};
