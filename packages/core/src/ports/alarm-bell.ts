/**
 * Alerts a user who does not look at the page.
 *
 * Obligations: nothing throws or rejects. No sound or notification before its `allow…` was called from a
 * user action, here or on an earlier visit; a platform that refuses says `false`.
 */
export interface AlarmBell {
  /** Asks the platform for permission to play sound. */
  readonly allowSound: () => Promise<boolean>;
  /** One short sound. */
  readonly ring: () => void;
  /** Asks the platform for permission to show notifications. */
  readonly allowNotices: () => Promise<boolean>;
  /**
   * Shows a notification outside of the page if the page is hidden. It replaces the previous one and alerts like a new
   * one.
   */
  readonly show: (text: string) => void;
  /** Removes the notification, if it is still shown. */
  readonly takeAway: () => void;
}
