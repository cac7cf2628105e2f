/** The ways to show the time of an entry. */
export const TIME_MODES = ['absolute', 'sinceStart', 'delta'] as const;
export type TimeMode = (typeof TIME_MODES)[number];

const pad = (value: number, digits: number): string => String(value).padStart(digits, '0');

/** Returns the local time of day, 24-hour with milliseconds: `07:05:09.012` (the specification, section 3). */
export const timeOfDay = (at: number): string => {
  const time = new Date(at);
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()];
  return `${clock.map((part) => pad(part, 2)).join(':')}.${pad(time.getMilliseconds(), 3)}`;
};

/** Returns a duration in the same form: `00:00:12.345`. Hours may exceed 99. */
export const durationText = (ms: number): string => {
  const whole = Math.max(0, Math.round(ms));
  const seconds = Math.floor(whole / 1_000);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${parts.map((part) => pad(part, 2)).join(':')}.${pad(whole % 1_000, 3)}`;
};

interface Timed {
  readonly at: number;
  readonly ms: number;
}

/**
 * Returns the time of an entry as it is shown: `07:05:09.012`, `00:00:12.345` since `startMs`, or `+0.033` seconds
 * since the previous shown entry. Durations come from the monotonic clock (ST-07).
 */
export const timeText = (
  entry: Timed,
  mode: TimeMode,
  startMs: number,
  before: Timed | undefined,
): string => {
  switch (mode) {
    case 'absolute':
      return timeOfDay(entry.at);
    case 'sinceStart':
      return durationText(entry.ms - startMs);
    case 'delta':
      return `+${(Math.max(0, entry.ms - (before?.ms ?? entry.ms)) / 1_000).toFixed(3)}`;
  }
};
