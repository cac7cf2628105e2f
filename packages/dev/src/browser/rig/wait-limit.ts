/**
 * How long a browser test waits for one thing: an element, a page, a value. Only a test that hangs reaches this limit, also
 * on a machine with ten times more work than cores.
 */
export const WAIT_LIMIT_MS = 60_000;
