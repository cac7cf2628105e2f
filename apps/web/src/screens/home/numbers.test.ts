import { describe, expect, test } from 'vitest';
import { fixed, hoursText, uptimeText } from './numbers.ts';

describe('numbers for people', () => {
  test('[PAGE-40] digits are fixed, an unknown value is a dash, and zero has no sign', () => {
    expect(fixed(13.2114, 3)).toBe('13.211');
    expect(fixed(-12.4, 2)).toBe('−12.40');
    expect(fixed(-0.001, 2)).toBe('0.00');
    expect(fixed(undefined, 3)).toBe('—');
  });

  test('[PAGE-41] a time to go is told in hours and minutes, and not beyond what it can know', () => {
    expect(hoursText(0.63)).toBe('38 min');
    expect(hoursText(6.268)).toBe('6 h 16 min');
    expect(hoursText(1.999)).toBe('2 h 00 min');
    expect(hoursText(400)).toBe('over 99 h');
  });

  test('[PAGE-42] an uptime is told in its two largest units', () => {
    expect(uptimeText(40)).toBe('40 s');
    expect(uptimeText(725)).toBe('12 min');
    expect(uptimeText(11_100)).toBe('3 h 05 min');
    expect(uptimeText(86_405)).toBe('1 d 0 h');
  });
});
