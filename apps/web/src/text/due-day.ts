import { dateText, isoDate } from './format.ts';

/** The server stores a time. Noon UTC stands for a day of the calendar, which is the same in every time zone. */
const NOON = 'T12:00:00.000Z';

/** Returns the stored time of a day such as "2026-11-22". */
export const dueTime = (day: string): number => Date.parse(day + NOON);

/** Returns the day of a stored time. Earlier versions stored the end of the day in the time zone of the user. */
export const dueDay = (at: number): string => {
  const utc = new Date(at).toISOString();
  return utc.endsWith(NOON) ? utc.slice(0, -NOON.length) : isoDate(at);
};

/** Formats the day of a stored time: "Nov 22, 2026". */
export const dueText = (at: number): string => dateText(Date.parse(`${dueDay(at)}T00:00`));

/** Whether the day of a stored time has ended here. */
export const isDuePast = (at: number, now: number): boolean => dueDay(at) < isoDate(now);
