/**
 * Keeps the screen, and with it the computer, awake.
 *
 * Obligations: never throws; a platform that cannot do it, or ends it, reports that by `onChange(false)`; after the
 * page was hidden and shown again the hold is renewed automatically.
 */
export interface KeepAwake {
  /** Holds until the returned release is called, which may be called more than once. */
  readonly hold: (onChange: (isHeld: boolean) => void) => () => void;
}
