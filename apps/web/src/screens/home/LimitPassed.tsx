/** Stands beside a value that is beyond a limit of the user's. */
export const LimitPassed = () => (
  <span className="limit-passed" title="Beyond a limit you set">
    <span aria-hidden>⚑ </span>limit
  </span>
);
