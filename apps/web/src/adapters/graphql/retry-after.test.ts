import { describe, expect, test } from 'vitest';
import { retryAfterMs } from './retry-after.ts';

describe('Retry-After', () => {
  const now = Date.UTC(2026, 0, 1);

  test('[NW-09] the header contains seconds or a date', () => {
    expect(retryAfterMs('0', now)).toBe(0);
    expect(retryAfterMs(' 7 ', now)).toBe(7_000);
    expect(retryAfterMs('Thu, 01 Jan 2026 00:00:09 GMT', now)).toBe(9_000);
    expect(retryAfterMs('Wed, 31 Dec 2025 00:00:00 GMT', now)).toBe(0);
  });

  test('[NW-09] any other value is ignored', () => {
    for (const header of [null, '', '-1', '1.5', '1e3', 'soon', '99999999999999']) {
      expect(retryAfterMs(header, now)).toBeUndefined();
    }
  });
});
