/**
 * Keeps the screen, and with it the machine, from falling asleep.
 *
 * Obligations: never throws; a platform that cannot do it, or takes it back, says so by `onChange(false)`; after the
 * page was hidden and shown again the hold is taken anew by itself.
 */
export interface KeepAwake {
  /** Holds until the returned release is called, which may be called more than once. */
  readonly hold: (onChange: (isHeld: boolean) => void) => () => void;
}
