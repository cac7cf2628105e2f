/**
 * Keeps the screen, and with it the computer, awake.
 *
 * Rules for implementations: nothing throws. A platform that cannot keep the screen awake, or stops doing so, calls
 * `onChange(false)`. After the page was hidden and shown again, the screen is kept awake again automatically.
 */
export interface KeepAwake {
  /** Keeps the screen awake until the returned function is called, which may be called repeatedly. */
  readonly hold: (onChange: (isHeld: boolean) => void) => () => void;
}
