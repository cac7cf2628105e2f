import { limitMarks, type Limit, type LimitMark, type RecordedSession } from '@batbot/core';
import { FAULT_WORDS } from '../controls/fault-words.ts';

export interface SessionMark {
  /** Milliseconds since the session's start. */
  readonly ms: number;
  readonly kind: 'note' | 'marker' | 'limit';
  readonly text: string;
}

const limitText = (limit: Limit): string => {
  switch (limit.kind) {
    case 'alarm':
      return `Alarm: ${FAULT_WORDS[limit.fault]}`;
    case 'protection':
      return `Protection: ${FAULT_WORDS[limit.fault]}`;
    case 'socLow':
      return 'State of charge at 20 % or below';
    case 'cellSpread':
      return 'Cells more than 80 mV apart';
  }
};

const markText = ({ limit, begins }: LimitMark): string =>
  begins ? limitText(limit) : `${limitText(limit)}, ended`;

/** Returns the notes, markers and passed limits of a session in order of time. */
export const sessionMarks = ({
  series,
  events,
}: Pick<RecordedSession, 'series' | 'events'>): readonly SessionMark[] => {
  const recorded = events.flatMap(({ ms, kind, text }): readonly SessionMark[] =>
    kind === 'system' ? [] : [{ ms, kind, text }],
  );
  const limits = limitMarks(series).map((mark): SessionMark => ({
    ms: mark.ms,
    kind: 'limit',
    text: markText(mark),
  }));
  return [...recorded, ...limits].toSorted((a, b) => a.ms - b.ms);
};
