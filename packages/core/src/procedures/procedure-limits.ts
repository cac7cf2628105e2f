export const SEQUENCE_LIMITS = {
  sequences: 50, // TERM-160
  steps: 200, // TERM-160
  loops: 10_000,
  name: 60,
  command: 256,
  expected: 256,
  delayMs: 600_000,
  pauseMs: 3_600_000,
  timeoutMs: 600_000,
} as const;

export const CHECK_LIMITS = {
  checks: 50,
  steps: 60,
  conditions: 12,
  name: 80,
  text: 600,
  valueName: 60,
  unit: 12,
  command: 256,
  /**
   * Maximum timeout of a step. Nothing is polled while a reply is pending, so a longer wait would make live data stale
   * and halt the check.
   */
  timeoutMs: 4_000,
  heldMs: 3_600_000,
  withinMs: 14_400_000,
  percent: 100,
} as const;

/** The shortest timeout. A reply of one line takes 20 ms at 9600 baud. */
export const LEAST_TIMEOUT_MS = 50;
