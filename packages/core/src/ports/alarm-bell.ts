/**
 * Reaches a user who does not look at the page.
 *
 * Obligations: nothing throws or rejects. Neither sound nor notice is made before its `allow…` was called from a
 * gesture of the user, here or on an earlier visit; a platform that refuses says `false`.
 */
export interface AlarmBell {
  /** Asks the platform for leave to make sound. */
  readonly allowSound: () => Promise<boolean>;
  /** One short sound. */
  readonly ring: () => void;
  /** Asks the platform for leave to show notices outside of the page. */
  readonly allowNotices: () => Promise<boolean>;
  /**
   * Shows a notice outside of the page, if nobody sees the page; it takes the place of the one before, and calls as a
   * new one does.
   */
  readonly show: (text: string) => void;
  /** Takes the notice away, if it is still shown. */
  readonly takeAway: () => void;
}
