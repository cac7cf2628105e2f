/**
 * How long a `Retry-After` header asks to wait, in ms; undefined when there is none that makes sense (NW-09).
 * It holds either seconds or a date: RFC 9110, section 10.2.3.
 */
export const retryAfterMs = (header: string | null, wallNow: number): number | undefined => {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - wallNow);
};
