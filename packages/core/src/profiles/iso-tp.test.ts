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
