import { describe, expect, test } from 'vitest';
import { bytesOf, createProfileReader, loadBuiltIn, type Profile } from './index.ts';
import { replyStart } from './iso-tp.ts';

test.each([
  ['220102\r', [0x62, 0x01, 0x02]],
  ['22 01 02 1\r', [0x62, 0x01, 0x02]],
  ['2101\r', [0x61, 0x01]],
  ['015B\r', [0x41, 0x5b]],
  ['0C0D\r', []],
  ['ATZ\r', []],
  ['22\r', []],
])('[OBD-325] the reply to %j begins with %j', (command, start) => {
  expect(replyStart(command)).toEqual(start);
});

describe('[OBD-325] a reply to a poll that names another record', () => {
  const cellsIn = (profile: Profile, bytes: string, poll?: string) =>
    createProfileReader(profile)
      .readReply(bytesOf(bytes) ?? new Uint8Array(), {
        at: 0,
        ...(poll === undefined ? {} : { poll }),
      })
      .readings.flatMap(({ cells }) => cells.map(({ number }) => number));

  test('is not read, so that no cell is shown in the place of another cell', async () => {
    const profile = await loadBuiltIn('elm327-hyundai-kia');
    const right = profile.tests.find(({ poll }) => poll === 'h02')?.bytes ?? '';
    const wrong = right.replace('620102', '620103');
    expect(wrong).not.toBe(right);
    expect(cellsIn(profile, right, 'h02')[0]).toBe(1);
    expect(cellsIn(profile, wrong, 'h02')).toEqual([]);
    expect(cellsIn(profile, wrong)[0]).toBe(33); // a capture without commands: it is not known what was asked
  });
});

describe('[OBD-212] a reply of several frames in which the line has lost characters', () => {
  const temperatures = [11.9, 12.3, 12.3];
  test.each([
    ['nothing', /$^/, temperatures],
    ['a byte of the first frame', /02 51 /, []],
    ['a byte of a middle frame', /4D 0D /, []],
    ['a byte of the last frame', /0C 00 /, []],
    ['what fills the last frame up', / FF FF FF FF(?=\r)/, temperatures],
  ])('is read only if no value moves to another place: %s', async (_, lost, expected) => {
    const profile = await loadBuiltIn('elm327-nissan-leaf');
    const right = profile.tests.find(({ poll }) => poll === 'group4')?.bytes ?? '';
    const bytes = bytesOf(right.replace(lost, '')) ?? new Uint8Array();
    const { readings } = createProfileReader(profile).readReply(bytes, { at: 0, poll: 'group4' });
    const read = readings.flatMap(({ temps }) => temps.map(({ value }) => value));
    expect(read.map((value) => Number(value?.toFixed(1)))).toEqual(expected);
  });
});
