import { useEffect, useState } from 'react';
import { DIRECTION_MARKS, type Live, type LogEntry, type LogView } from '@batbot/core';

/** A screen reader hears of new lines at most this often. */
const STEP_MS = 1_500;
/** More than this at once are counted, not read. */
const READ_AT_MOST = 3;

const WORDS = { sent: 'sent', received: 'received', system: DIRECTION_MARKS.system } as const;

const announcement = (fresh: readonly LogEntry[]): string =>
  fresh.length > READ_AT_MOST
    ? `${fresh.length} new lines, the last: ${fresh.at(-1)?.text.slice(0, 120) ?? ''}`
    : fresh.map(({ direction, text }) => `${WORDS[direction]} ${text.slice(0, 240)}`).join('. ');

/** Tells new lines politely: the log itself is not live, or a flood would be read for minutes. */
export const LogAnnouncer = ({ log$ }: { readonly log$: Live<LogView> }) => {
  const [text, setText] = useState('');
  useEffect(() => {
    const newest = ({ entries, length }: LogView): number => entries[length - 1]?.id ?? 0;
    let toldId = newest(log$.value);
    const timer = setInterval(() => {
      const view = log$.value;
      if (newest(view) <= toldId) return;
      let from = view.length;
      while (from > 0 && (view.entries[from - 1]?.id ?? 0) > toldId) from -= 1;
      toldId = newest(view);
      const fresh = view.entries.slice(from, view.length).filter(({ origin }) => origin === 'user');
      if (fresh.length > 0) setText(announcement(fresh));
    }, STEP_MS);
    return () => {
      clearInterval(timer);
    };
  }, [log$]);
  return (
    <p className="visually-hidden" aria-live="polite">
      {text}
    </p>
  );
};
