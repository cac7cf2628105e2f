import { useEffect, useState } from 'react';
import { DIRECTION_MARKS, printable, stripAnsi, type LogEntry, type ShownLog } from '@batbot/core';
import { useCore } from '../../../react/core-context.tsx';
import { countText } from '../../../text/format.ts';

/** Minimum time between two announcements to screen readers in milliseconds. */
const STEP_MS = 1_500;
/** Maximum number of lines in an announcement. More new lines are counted instead. */
const READ_AT_MOST = 3;

const WORDS = { sent: 'sent', received: 'received', system: DIRECTION_MARKS.system } as const;

const spoken = (text: string, most: number): string => printable(stripAnsi(text).slice(0, most));

const announcement = (fresh: readonly LogEntry[]): string =>
  fresh.length > READ_AT_MOST
    ? `${countText(fresh.length)} new lines, the last: ${spoken(fresh.at(-1)?.text ?? '', 120)}`
    : fresh.map(({ direction, text }) => `${WORDS[direction]} ${spoken(text, 240)}`).join('. ');

/** Returns the shown entries from this id on, without app traffic. */
const shownFrom = ({ view, ids }: ShownLog, fromId: number): readonly LogEntry[] => {
  const found: LogEntry[] = [];
  for (let index = ids.indexFrom(fromId); index < ids.length; index += 1) {
    const entry = view.entry((ids.at(index) ?? 0) - view.firstId);
    if (entry?.origin === 'user') found.push(entry);
  }
  return found;
};

/**
 * Announces new lines to screen readers. The log is not a live region, because a flood would be read aloud for minutes.
 * Lines that arrive while the tab is hidden or the log is paused are announced together afterwards [PAGE-210].
 */
export const LogAnnouncer = () => {
  const { shown$ } = useCore().terminal;
  const [said, say] = useState({ text: '', untilId: 0 });
  useEffect(() => {
    let { untilId } = shown$.value;
    const timer = setInterval(() => {
      const shown = shown$.value;
      if (shown.untilId <= untilId || document.visibilityState === 'hidden') return;
      const fresh = shownFrom(shown, untilId);
      untilId = shown.untilId;
      if (fresh.length > 0) say({ text: announcement(fresh), untilId });
    }, STEP_MS);
    return () => clearInterval(timer);
  }, [shown$]);
  // A new element is announced even if its text is that of the last announcement.
  return (
    <p className="visually-hidden" aria-live="polite">
      <span key={said.untilId}>{said.text}</span>
    </p>
  );
};
