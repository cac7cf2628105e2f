import type { ReactNode } from 'react';

/** One line below the bars about something that needs the user now. */
export interface Strip {
  readonly id: string;
  readonly tone: 'act' | 'watch' | 'info';
  readonly glyph: string;
  /** What kind of thing it is, before the text. */
  readonly word?: string;
  readonly text: string;
  readonly note?: string;
  readonly actions?: ReactNode;
}
