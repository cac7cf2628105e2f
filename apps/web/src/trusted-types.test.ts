import { expect, test } from 'vitest';
import { ownScript, plainText } from './trusted-types.ts';

test('[RX-07] text of style sheets is accepted, markup is rejected', () => {
  expect(plainText('.a > .b { color: red }')).toBe('.a > .b { color: red }');
  expect(() => plainText('<img src=x onerror=alert(1)>')).toThrow(TypeError);
});

test('[RX-07] worker scripts are accepted from this origin only', () => {
  const page = 'https://app.example/mainpage/home';
  expect(ownScript('/firebase-messaging-sw.js', page)).toBe('/firebase-messaging-sw.js');
  for (const url of [
    'https://evil.example/x.js',
    '//evil.example/x.js',
    'data:text/javascript,1',
    'blob:x',
  ]) {
    expect(() => ownScript(url, page)).toThrow(TypeError);
  }
});
