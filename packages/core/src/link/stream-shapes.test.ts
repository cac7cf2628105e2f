import { expect, test } from 'vitest';
import { createStreamShapes, streamShape } from './stream-shapes.ts';

test.each([
  ['Voltage: 53.1', 'Voltage:'],
  ['V\t13200', 'V\t'],
  ['PID=0xA389', 'PID='],
  ['Cell voltage=3.301', 'Cell voltage='],
  ['12.75,-3.4,A0FF', '#,#,#'],
  ['OK 3 of 16 at 2.5', 'OK # of # at #'],
  ['1: 3.301', '#: #'],
  [
    'a very long name that goes on and on beyond it: 1',
    'a very long name that goes on and on beyond it: #',
  ],
])('[OBD-242] the shape of “%s” is “%s”', (line, shape) => {
  expect(streamShape(line)).toBe(shape);
});

test('[OBD-242] the shape of a long line is that of its first 64 characters', () => {
  expect(streamShape(`${'x '.repeat(32)}tail`)).toBe('x '.repeat(32));
});

test('[OBD-242] a shape is recognized after three lines, even if their numbers differ', () => {
  const { note, includes } = createStreamShapes();
  note('#,#');
  note('#,#');
  expect(includes('3,2.7')).toBe(false);
  note('#,#');
  expect(includes('9,9.9')).toBe(true);
  expect(includes('9;9.9')).toBe(false);
});

test('[OBD-242] 64 shapes are counted, those after them are not', () => {
  const { note, includes } = createStreamShapes();
  const names = Array.from(
    { length: 65 },
    (_, index) =>
      `name${String.fromCharCode(97 + (index % 26))}${String.fromCharCode(97 + Math.floor(index / 26))}:`,
  );
  for (let round = 0; round < 3; round += 1) for (const name of names) note(name);
  expect(names.map((name) => includes(`${name} 2`))).toEqual([
    ...Array.from({ length: 64 }, () => true),
    false,
  ]);
});
