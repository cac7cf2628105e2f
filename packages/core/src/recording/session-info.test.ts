import { describe, expect, test } from 'vitest';
import { cleanName, cleanText, newSession, parseSessionInfo } from './session-info.ts';

const device = {
  linkId: 'serial',
  label: 'USB\u202e 0403:6001\n',
  usb: { vendorId: 1, productId: 2 },
};
const fresh = newSession('s1', 1_000, device, 9_600);
const full = {
  ...fresh,
  follows: 's0',
  identity: { model: 'ACME', hardware: '2', firmware: '1.4', serial: 'A1' },
  summary: { notes: 1, marks: 2, firstNote: 'Cell 3 replaced', worstSpreadMv: 31 },
};

describe('the info of a session', () => {
  test('[REC-1] a new info has no samples and is read back unchanged', () => {
    expect(fresh).toMatchObject({
      id: 's1',
      name: 'USB 0403:6001',
      device: 'USB 0403:6001',
      startedAt: 1_000,
      lastAt: 1_000,
      finished: false,
      samples: 0,
    });
    expect(parseSessionInfo(fresh)).toEqual(fresh);
    expect(parseSessionInfo(full)).toEqual(full);
  });

  test.each(Object.keys(full))('[ST-03] an info with a damaged %s is not read', (field) => {
    for (const damaged of [null, Number.NaN]) {
      expect(parseSessionInfo({ ...full, [field]: damaged })).toBeUndefined();
    }
  });

  test('[RX-05] a text of more than 2,000 characters is shortened and says so', () => {
    const modelOf = (length: number): string =>
      parseSessionInfo({ ...full, identity: { model: 'x'.repeat(length) } })?.identity?.model ?? '';
    expect(modelOf(2_000)).toBe('x'.repeat(2_000));
    expect(modelOf(2_001)).toBe(`${'x'.repeat(1_940)}… (61 more characters are not shown)`);
  });

  test('[ST-03] an info without a field that every session has is not read', () => {
    for (const field of Object.keys(fresh).filter((each) => each !== 'deviceKey')) {
      const rest = Object.fromEntries(Object.entries(fresh).filter(([name]) => name !== field));
      expect(parseSessionInfo(rest), field).toBeUndefined();
    }
  });

  test.each([
    ['summary', 'notes'],
    ['summary', 'marks'],
    ['summary', 'firstNote'],
    ['summary', 'worstSpreadMv'],
    ['identity', 'model'],
    ['identity', 'hardware'],
    ['identity', 'firmware'],
    ['identity', 'serial'],
  ] as const)('[ST-03] an info with a damaged %s.%s is not read', (part, field) => {
    expect(parseSessionInfo({ ...full, [part]: { ...full[part], [field]: {} } })).toBeUndefined();
  });

  test('[RX-05] texts are one visible line of limited length', () => {
    expect(cleanText(' a\u0000\u200bb \t\r\n c\u2028', 80)).toBe('a b c');
    expect(cleanText('abcdef', 4)).toBe('abcd');
    expect(cleanName('x'.repeat(100))).toHaveLength(80);
  });
});
