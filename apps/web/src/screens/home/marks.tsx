/** Marks the last good value while an implausible one waits for the next reply. */
export const Confirming = () => (
  <span
    className="value-mark value-mark--held"
    title="Implausible jump: shown only if the next reply confirms it."
  >
    <span aria-hidden>? </span>confirming
  </span>
);

/** Marks a value that is beyond a limit of the user. */
export const LimitPassed = () => (
  <span className="value-mark value-mark--limit" title="Beyond a limit you set">
    <span aria-hidden>⚑ </span>limit
  </span>
);
