import { afterEach, expect, test, vi } from 'vitest';
import { dueDay, dueText, dueTime, isDuePast } from './due-day.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each(['Pacific/Auckland', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  '[PAGE-184] a due day is the same day of the calendar in %s, and past when this day has ended there',
  (zone) => {
    vi.stubEnv('TZ', zone);
    const at = dueTime('2026-12-01');
    expect(at).toBe(Date.parse('2026-12-01T12:00:00Z')); // it is the same in every time zone
    expect(dueDay(at)).toBe('2026-12-01');
    expect(dueText(at)).toBe('Dec 1, 2026');
    expect(isDuePast(at, Date.parse('2026-12-01T23:59'))).toBe(false);
    expect(isDuePast(at, Date.parse('2026-12-02T00:00'))).toBe(true);
  },
);

test.each(['Pacific/Auckland', 'America/Los_Angeles'])(
  '[PAGE-184] the end of a day in %s, which an earlier version stored, is that day there',
  (zone) => {
    vi.stubEnv('TZ', zone);
    expect(dueDay(Date.parse('2026-12-01T23:59'))).toBe('2026-12-01');
  },
);
