import type { ReactNode } from 'react';
import type { HelpTopic } from '../../text/help.ts';

/** A message in one line below the toolbars that needs the user's attention. */
export interface Strip {
  readonly id: string;
  readonly tone: 'act' | 'watch' | 'info';
  readonly glyph: string;
  /** The kind of an alarm, shown before the text. Other messages have none. */
  readonly word?: string;
  readonly text: string;
  readonly note?: string;
  readonly actions?: ReactNode;
  /** The part of the handbook that explains it. */
  readonly help?: HelpTopic;
}
