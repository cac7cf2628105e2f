import { useMedia } from '../../react/use-media.ts';

/** What of the terminal finds room in its bar; the rest is in the menu at the bar's end, the rates under the input. */
export interface Room {
  /** Times, background traffic and the line's rates. */
  readonly forChoices: boolean;
  /** The buttons of the panels. */
  readonly forPanels: boolean;
  /** How many lines there are. */
  readonly forCount: boolean;
}

export const useRoom = (): Room => ({
  forChoices: useMedia('(width >= 1280px)'),
  forPanels: useMedia('(width >= 1024px)'),
  forCount: useMedia('(width >= 768px)'),
});
