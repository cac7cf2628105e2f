/**
 * Runs `run` once, soon after the current screen was painted, so that a whole frame is left for it. Where nothing is
 * painted (a hidden tab, no screen), it runs at once or soon. Returns a cancel function, which may be called at any
 * time and repeatedly; undefined if `run` has already run.
 */
export type AfterPaint = (run: () => void) => (() => void) | undefined;
