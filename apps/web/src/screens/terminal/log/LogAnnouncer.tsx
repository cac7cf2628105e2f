import { useEffect, useState } from 'react';
import { DIRECTION_MARKS, printable, stripAnsi, type LogEntry, type LogView } from '@batbot/core';
import { useCore } from '../../../react/core-context.tsx';

/** Minimum time between two announcements to screen readers in milliseconds. */
const STEP_MS = 1_500;
/** Maximum number of lines in an announcement. More new lines are counted instead. */
const READ_AT_MOST = 3;

const WORDS = { sent: 'sent', received: 'received', system: DIRECTION_MARKS.system } as const;

const spoken = (text: string, most: number): string => printable(stripAnsi(text).slice(0, most));

const announcement = (fresh: readonly LogEntry[]): string =>
  fresh.length > READ_AT_MOST
    ? `${fresh.length} new lines, the last: ${spoken(fresh.at(-1)?.text ?? '', 120)}`
    : fresh.map(({ direction, text }) => `${WORDS[direction]} ${spoken(text, 240)}`).join('. ');

/**
 * Announces new lines to screen readers. The log is not a live region, because a flood would be read aloud for minutes.
 */
export const LogAnnouncer = () => {
  const { log$ } = useCore().terminal;
  const [text, setText] = useState('');
  useEffect(() => {
    const newest = ({ firstId, length }: LogView): number => firstId + length - 1;
    let announcedId = newest(log$.value);
    const timer = setInterval(() => {
      const view = log$.value;
      if (newest(view) <= announcedId) return;
      const fresh = view.entries(announcedId + 1).filter(({ origin }) => origin === 'user');
      announcedId = newest(view);
      if (fresh.length > 0) setText(announcement(fresh));
    }, STEP_MS);
    return () => clearInterval(timer);
  }, [log$]);
  return (
    <p className="visually-hidden" aria-live="polite">
      {text}
    </p>
  );
};
