/**
 * Parses a `Retry-After` header, which contains seconds or a date (RFC 9110, section 10.2.3). Returns the delay in ms,
 * or undefined if the header is absent or malformed (NW-09).
 */
export const retryAfterMs = (header: string | null, wallNow: number): number | undefined => {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - wallNow);
};
