import { expect, test } from 'vitest';
import { directionAfter, directionOf } from './direction.ts';

test.each([
  ...['charging', 'Charge', 'chg', 'CHRG', 'laden', 'Ladung'],
  ...['(charging)', ' [charging] ', '<charging>', ', - charging', 'charging.', 'charging!.)'],
])('[OBD-174] %j means charging', (text) => {
  expect(directionOf(text)).toBe(1);
});

test.each([
  ...['discharging', 'Discharge', 'dischg', 'dischrg', 'DSG', 'dchg', 'Entladen', 'Entladung'],
  ...['(discharging)', ' [dsg] ', '<dsg>', ', - dsg', 'dsg.', 'dsg!.)'],
])('[OBD-174] %j means discharging', (text) => {
  expect(directionOf(text)).toBe(-1);
});

test.each([
  ...['', 'idle', 'not charging', 'charging fast', 'discharging fast', 'no discharge', 'charge 5'],
  ...[
    'char,ging',
    'charg.ing',
    'dis charging',
    'x(charging',
    '*charging',
    'charging*',
    'charging?',
  ],
])('[OBD-174] %j means no direction', (text) => {
  expect(directionOf(text)).toBeUndefined();
});

test.each([
  ['12.4 A (discharging)', -1],
  ['12.4A charging', 1],
  ['12.4 mA, charging', 1],
  ['12 µA charging', 1],
  ['12.4  a  -  Discharging', -1],
  ['at 12.4 A: 5 A charging', 1],
  ['12.4 A', undefined],
  ['12.4 Ah charging', undefined],
  ['12.4 xyzA charging', undefined],
  ['A charging', undefined],
  ['charging', undefined],
  ['12.4 A battery charging', undefined],
  ['', undefined],
])('[OBD-174] the direction after a current: %s', (text, direction) => {
  expect(directionAfter(text)).toBe(direction);
});
