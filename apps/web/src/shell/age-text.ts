const SECOND_MS = 1_000;
const MINUTE_S = 60;
const HOUR_S = 3_600;

/** An age in whole seconds, minutes or hours, as short as can be: '3 s', '12 min', '2 h'. */
export const ageText = (ageMs: number): string => {
  const seconds = Math.max(0, Math.floor(ageMs / SECOND_MS));
  if (seconds < MINUTE_S) return `${seconds} s`;
  return seconds < HOUR_S
    ? `${Math.floor(seconds / MINUTE_S)} min`
    : `${Math.floor(seconds / HOUR_S)} h`;
};
