import { expect, test } from 'vitest';
import { createStreamShapes, streamShape } from './stream-shapes.ts';

test.each([
  ['Voltage: 53.1', 'Voltage:'],
  ['V\t13200', 'V\t'],
  ['PID=0xA389', 'PID='],
  ['Cell voltage=3.301', 'Cell voltage='],
  ['VoltageOfTheWholePack=52.1', 'VoltageOfTheWholePack='],
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
  note('#,#', true);
  note('#,#', true);
  expect(includes('3,2.7')).toBe(false);
  note('#,#', true);
  expect(includes('9,9.9')).toBe(true);
  expect(includes('9;9.9')).toBe(false);
});

test('[OBD-242] a line that arrived while a reply was awaited is not counted', () => {
  const { note, includes } = createStreamShapes();
  for (let times = 0; times < 5; times += 1) note('#,#', false);
  note('#,#', true);
  note('#,#', true);
  expect(includes('3,2.7')).toBe(false);
  note('#,#', true);
  expect(includes('3,2.7')).toBe(true);
});

test('[OBD-242] [DP-05] 1,024 shapes are remembered, those after them are not', () => {
  const { note, includes } = createStreamShapes();
  const names = Array.from(
    { length: 1_025 },
    (_, index) => `${String.fromCodePoint(0x4e00 + index)}:`,
  );
  for (let round = 0; round < 3; round += 1) for (const name of names) note(name, true);
  expect(names.map((name) => includes(`${name} 2`))).toEqual(names.map((_, at) => at < 1_024));
});

const afterV = () => {
  const shapes = createStreamShapes();
  shapes.note('V=', false);
  return shapes;
};

test('[OBD-306] a new shape may be that of a late reply, a known one may not', () => {
  const { mayBeLate, note } = afterV();
  expect(mayBeLate('V=', 1, 0)).toBe(false);
  expect(mayBeLate('T=', 1, 0)).toBe(true);
  note('T=', false);
  expect(mayBeLate('T=', 1, 0)).toBe(false);
});

test.each([
  ['a line of the stream and a pause are between them', true, 150, false],
  ['no line of the stream is between them', false, 5_000, true],
  ['they follow each other within 150 ms', true, 149, true],
] as const)('[OBD-306] of two lines that are alike if %s', (_, isBetween, ms, isLate) => {
  const { mayBeLate, note } = afterV();
  expect(mayBeLate('T=', 1, 1_000)).toBe(true);
  if (isBetween) note('V=', false);
  expect(mayBeLate('T=', 1, 1_000 + ms)).toBe(isLate);
});

test('[OBD-306] a shape may be in as many late replies as are expected; `forgetLate` resets the count', () => {
  const { mayBeLate, note, forgetLate } = afterV();
  const next = (at: number): boolean => {
    note('V=', false);
    return mayBeLate('T=', 2, at);
  };
  expect([next(0), next(1_000), next(2_000)]).toEqual([true, true, false]);
  forgetLate();
  expect([next(3_000), next(4_000), next(5_000)]).toEqual([true, true, false]);
});

test('[OBD-306] [DP-05] the replies of 1,024 new shapes are counted, those of later shapes are not', () => {
  const { mayBeLate, note } = afterV();
  const lateTwice = (shape: string): readonly boolean[] =>
    [0, 1_000].map((at) => {
      note('V=', false);
      return mayBeLate(shape, 1, at);
    });
  for (let shape = 0; shape < 1_023; shape += 1) mayBeLate(`${shape}:`, 1, 0);
  expect(lateTwice('the last:')).toEqual([true, false]);
  expect(lateTwice('one more:')).toEqual([true, true]);
});
