/**
 * Alerts a user who does not look at the page.
 *
 * Rules for implementations: nothing throws or rejects. There is no sound or notification before a user action has
 * called the matching `allow…`, now or on an earlier visit. `allow…` returns `false` if the platform refuses.
 */
export interface AlarmBell {
  /** Asks the platform for permission to play sound. */
  readonly allowSound: () => Promise<boolean>;
  /** Plays one short sound. */
  readonly ring: () => void;
  /** Asks the platform for permission to show notifications. */
  readonly allowNotices: () => Promise<boolean>;
  /**
   * Shows a notification outside the page if the page is hidden. It replaces the previous one and alerts the user
   * again.
   */
  readonly show: (text: string) => void;
  /** Removes the notification if it is still shown. */
  readonly takeAway: () => void;
}
