import { expect, test } from 'vitest';
import { bytesOf } from './device-bytes.ts';
import { createProfileReader } from './profile-reader.ts';
import { profileOf } from './profile.fixture.ts';

const counted = (name: string, width: number) => ({
  ...{ id: name, read: 'layout', whole: true },
  layout: [
    { u: 1, as: 'n' },
    { repeat: 'n', of: [{ u: width, name }] },
  ],
});

test.each([
  ['01 0102', ['wide', 258]],
  ['01 02', ['narrow', 2]],
  ['01 02 03 04', undefined],
  ['03 0102', undefined],
])(
  '[OBD-355] of two layouts, the one that ends with the frame %s reads it, or the last one says why not',
  (hex, value) => {
    const profile = profileOf({
      frame: { split: 'reply' },
      records: [counted('wide', 2), counted('narrow', 1)],
    });
    const { readings, refused } = createProfileReader(profile).readReply(
      bytesOf(`hex: ${hex}`) ?? new Uint8Array(),
      { at: 0 },
    );
    const values = readings.flatMap(({ others }) => others.map((each) => [each.name, each.value]));
    expect(values).toEqual(value === undefined ? [] : [value]);
    expect(refused).toEqual(
      value === undefined ? [{ recordId: 'narrow', reason: expect.stringContaining('bytes') }] : [],
    );
  },
);

test('[OBD-370] a text is as wide as the value before it says; one that does not fit is refused', () => {
  const layout = [
    { u: 1, as: 'width' },
    { text: 'width', to: 'model' },
    { u: 1, name: 'Next' },
  ];
  const profile = profileOf({
    frame: { split: 'reply' },
    records: [{ id: 'a', read: 'layout', layout }],
  });
  const read = (hex: string) =>
    createProfileReader(profile).readReply(bytesOf(`hex: ${hex}`) ?? new Uint8Array(), { at: 0 });
  expect(read('02 42 4D 07').readings).toMatchObject([
    { texts: { model: 'BM' }, others: [{ name: 'Next', value: 7 }] },
  ]);
  expect(read('09 42 4D 07')).toEqual({
    readings: [],
    refused: [{ recordId: 'a', reason: 'the frame has 4 bytes, 10 are needed' }],
  });
});
