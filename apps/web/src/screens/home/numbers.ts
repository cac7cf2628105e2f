export { DASH, fixed } from '../controls/number-text.ts';

const MINUTES_PER_HOUR = 60;
const HOURS_PER_DAY = 24;
/** Beyond this a time to go says nothing: the current is next to none. */
const LONGEST_HOURS = 99;

/** A span of hours for people: '38 min', '6 h 16 min', 'over 99 h'. */
export const hoursText = (hours: number): string => {
  if (hours > LONGEST_HOURS) return `over ${LONGEST_HOURS} h`;
  const minutes = Math.round(hours * MINUTES_PER_HOUR);
  const whole = Math.floor(minutes / MINUTES_PER_HOUR);
  const rest = minutes % MINUTES_PER_HOUR;
  return whole === 0 ? `${rest} min` : `${whole} h ${String(rest).padStart(2, '0')} min`;
};

/** A device's uptime: '1 d 0 h', '3 h 05 min', '12 min', '40 s'. */
export const uptimeText = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / MINUTES_PER_HOUR);
  const days = Math.floor(hours / HOURS_PER_DAY);
  if (days > 0) return `${days} d ${hours % HOURS_PER_DAY} h`;
  if (hours > 0) return `${hours} h ${String(minutes % MINUTES_PER_HOUR).padStart(2, '0')} min`;
  return minutes > 0 ? `${minutes} min` : `${seconds} s`;
};
