/** Stands beside a value that is the last good one: what came instead waits for the next reply to repeat it. */
export const Checking = () => (
  <span className="checking" title="What came instead is not shown until the next reply repeats it">
    <span aria-hidden>? </span>checking
  </span>
);
