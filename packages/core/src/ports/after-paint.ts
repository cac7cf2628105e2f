/**
 * Runs `run` once, soon after what is on the screen now was painted, when a whole frame is left for what it does; where
 * nothing is painted (a hidden tab, no screen), at once or soon. Never lost. Returns its cancel, which may be called at
 * any time and more than once; nothing when it ran at once.
 */
export type AfterPaint = (run: () => void) => (() => void) | undefined;
