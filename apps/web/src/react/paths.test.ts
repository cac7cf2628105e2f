import { expect, test } from 'vitest';
import { currentAddress, sessionPaths } from './paths.ts';

test('[REC-73] the list of sessions, a session and a comparison have addresses below Home and Terminal', () => {
  const home = sessionPaths('home');
  expect(home.list).toBe('/mainpage/home/sessions');
  expect(home.details('abc-1')).toBe('/mainpage/home/sessions/abc-1');
  expect(sessionPaths('terminal').compare('abc-1@12', 'live')).toBe(
    '/mainpage/terminal/compare/abc-1%4012/live',
  );
});

test.each([
  ['/mainpage/home', '?view=sessions', '/mainpage/home/sessions'],
  ['/mainpage/terminal', '?view=sessions&id=abc', '/mainpage/terminal/sessions/abc'],
  ['/mainpage/home', '?view=sessions&a=abc%400&b=', '/mainpage/home/compare/abc%400/live'],
  ['/mainpage/home', '?view=teach', '/mainpage/home/teach'],
  ['/mainpage/home', '?view=other', undefined],
  ['/mainpage/users', '?view=sessions', undefined],
])('[REC-73] the old address %s%s redirects to %s', (path, search, expected) => {
  expect(currentAddress(path, search)).toBe(expected);
});
