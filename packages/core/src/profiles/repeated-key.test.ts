import { expect, test } from 'vitest';
import { PROFILE_2_FILE, profileOfFields } from './index.ts';
import { repeatedKey } from './repeated-key.ts';

test.each([
  ['{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}', undefined],
  ['{"a":{"b":1},"c":{"b":1,"b" : 2}}', 'b'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['{"a":"\\"b\\":{","b":"}","c":"x:"}', undefined],
  ['[]', undefined],
])('[OBD-333] the repeated key of %s is %s', (json, key) => {
  expect(repeatedKey(json)).toBe(key);
});

test('[OBD-333] a profile file with a key twice in one object is refused', () => {
  const rule = { to: 'packVoltage', unit: 'V', scale: 1 } as const;
  const text = PROFILE_2_FILE.format(profileOfFields('Theirs', { V: rule }));
  expect(PROFILE_2_FILE.parse(text).ok).toBe(true);
  expect(PROFILE_2_FILE.parse(text.replace('"scale": 1', '"scale": 1, "scale": 0.1'))).toEqual({
    ok: false,
    error: { path: 'scale', problem: 'must not be used twice in one object' },
  });
});
