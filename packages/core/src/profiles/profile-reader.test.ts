import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadAllBuiltIn, loadBuiltIn } from './built-in.ts';
import { bytesOf, joined } from './device-bytes.ts';
import { mergeReadings } from './merge-readings.ts';
import { createFramer } from './framer.ts';
import { scannerOf, type Scanner } from './frame-scan.ts';
import { createProfileReader } from './profile-reader.ts';
import { profileOf } from './profile.fixture.ts';

const of = (text: string): Uint8Array => bytesOf(text) ?? new Uint8Array();
const readOf = (parts: object, text: string, poll?: string) => {
  const reader = createProfileReader(profileOf(parts));
  const context = { at: 5, ...(poll === undefined ? {} : { poll }) };
  const [first, rest] = [reader.read(of(text), context), reader.flush(context)];
  return {
    readings: [...first.readings, ...rest.readings],
    refused: [...first.refused, ...rest.refused].map(({ reason }) => reason),
  };
};
const layout = (items: readonly object[], more: object = {}) => ({
  frame: { split: 'header', header: 'hex: AA', size: 8 },
  records: [{ id: 'a', read: 'layout', layout: [{ skip: 1 }, ...items] }],
  ...more,
});

describe('splitting bytes into frames', () => {
  test('[OBD-202] the readings do not depend on the chunks in which bytes arrive', async () => {
    for (const profile of await loadAllBuiltIn()) {
      for (const { bytes, poll } of profile.tests) {
        const all = of(bytes);
        const context = { at: 0, ...(poll === undefined ? {} : { poll }) };
        const whole = createProfileReader(profile);
        const expected = [...whole.read(all, context).readings, ...whole.flush(context).readings];
        for (const size of [1, 7, 64]) {
          const reader = createProfileReader(profile);
          const found = [];
          for (let from = 0; from < all.length; from += size) {
            found.push(...reader.read(all.subarray(from, from + size), context).readings);
          }
          expect([...found, ...reader.flush(context).readings]).toEqual(expected);
        }
      }
    }
  });

  test('[OBD-202] after garbage the next frame is read', async () => {
    for (const id of [
      'jbd',
      'daly-uart',
      'seplos-v2',
      'voltronic-pi30',
      've-direct',
      'junctek-kg-f',
    ] as const) {
      const profile = await loadBuiltIn(id);
      const vector = profile.tests.find(({ expect: wanted }) => Object.keys(wanted).length > 0);
      const frame = of(vector?.bytes ?? '');
      const context = { at: 0, ...(vector?.poll === undefined ? {} : { poll: vector.poll }) };
      const once = createProfileReader(profile).read(frame, context).readings;
      for (const garbage of ['hex: 00 FF DD A5 28 7E 0D 0A', 'hex: A5 01 90 08 12 0D']) {
        const reader = createProfileReader(profile);
        reader.read(of(garbage), context);
        const { readings } = reader.read(joined(frame, frame), context);
        expect(readings.length, `${id} after ${garbage}`).toBeGreaterThanOrEqual(once.length);
        expect(readings.at(-1)).toEqual(once.at(-1));
      }
    }
  });

  test('[OBD-203] a frame whose checksum does not match after one changed bit is never shown', async () => {
    for (const profile of await loadAllBuiltIn()) {
      const { split } = profile.frame;
      if (profile.checksum === undefined && split !== 'modbus') continue;
      for (const { bytes, poll, expect: wanted } of profile.tests) {
        if (Object.keys(wanted).length === 0) continue;
        const all = of(bytes);
        const context = { at: 0, ...(poll === undefined ? {} : { poll }) };
        const right = createProfileReader(profile)
          .read(all, context)
          .readings.map((each) => JSON.stringify(each));
        for (let at = 0; at < all.length; at += 3) {
          const damaged = Uint8Array.from(all);
          damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8));
          const shown = createProfileReader(profile).read(damaged, context).readings;
          for (const each of shown) expect(right).toContain(JSON.stringify(each));
        }
      }
    }
  });

  test('[OBD-311] a Junctek record with a wrong name or a missing comma is not shown', async () => {
    // Its checksum covers only the numbers: with one wrong bit, a record of values is named as one of settings.
    const profile = await loadBuiltIn('junctek-kg-f');
    for (const { bytes, expect: wanted } of profile.tests) {
      if (Object.keys(wanted).length === 0) continue;
      const read = (text: string): readonly string[] =>
        createProfileReader(profile)
          .read(of(text), { at: 0 })
          .readings.map((each) => JSON.stringify(each));
      const right = read(bytes);
      for (let at = 0; at < bytes.length; at += 1) {
        const [before, after] = [bytes.slice(0, at), bytes.slice(at + 1)];
        const flipped = [1, 2, 4, 8, 16, 32, 64, 128].map((mask) =>
          String.fromCharCode(bytes.charCodeAt(at) ^ mask),
        );
        const texts = ['', bytes.charAt(at).repeat(2), ...flipped].map(
          (each) => before + each + after,
        );
        expect(texts.flatMap(read).filter((each) => !right.includes(each))).toEqual([]);
      }
    }
  });

  test('[OBD-215] when reading begins within a line, that line is skipped', () => {
    const profile = profileOf({});
    const reader = createProfileReader(profile, { startsWhole: false });
    const { readings } = reader.read(of('3.21\r\n13.22\r\n'), { at: 0 });
    expect(readings.map(({ scalars }) => scalars.packVoltage)).toEqual([13.22]);
  });
});

describe('decoding values', () => {
  test('[OBD-217] a layout defines width, sign, byte order, bits, scale and offset of a value', () => {
    const parts = layout([
      { i: 2, little: true, to: 'current', scale: 0.01 },
      { u: 2, to: 'packVoltage', scale: 0.01, as: 'x' },
      { skip: -2 },
      { u: 2, bit: 8, width: 8, name: 'High byte' },
      { u: 1, to: 'temps', fold: 100 },
      { u: 1, to: 'temps', unit: 'degF' },
    ]);
    const [reading] = readOf(parts, 'hex: AA 9C FF 14 A0 68 32 00').readings;
    expect(reading).toMatchObject({
      scalars: { current: -1, packVoltage: 52.8 },
      temps: [
        { number: 1, value: -4 },
        { number: 2, value: 10 },
      ],
      others: [{ name: 'High byte', value: 20 }],
    });
  });

  test('[OBD-218] bits and maps define faults, switches and texts', () => {
    const parts = layout([
      {
        u: 1,
        bits: {
          0: 'protection:cellOverVoltage',
          1: 'alarm:shortCircuit',
          2: 'charge',
          3: '!discharge',
          4: 'fan',
        },
      },
      { u: 1, name: 'Mode', map: { 1: 'eco', 2: 'protection:frontEndError' } },
      { u: 1, name: 'Other mode', map: { 1: 'eco' } },
    ]);
    const [reading] = readOf(parts, 'hex: AA 15 02 09 00 00 00 00').readings;
    expect(reading).toMatchObject({
      protections: ['cellOverVoltage', 'frontEndError'],
      alarms: [],
      switches: { charge: true, discharge: true },
      others: [
        { name: 'Status', value: 'fan' },
        { name: 'Mode', value: 'frontEndError' },
        { name: 'Other mode', value: 'unknown (9)' },
      ],
    });
    expect(reading?.switches.precharge).toBeUndefined();
  });

  test('[OBD-218] the faults of a record that defines no faults are unknown', () => {
    const [reading] = readOf(
      layout([{ u: 1, to: 'soc' }]),
      'hex: AA 32 00 00 00 00 00 00',
    ).readings;
    expect(reading?.protections).toBeUndefined();
    expect(reading?.alarms).toBeUndefined();
  });

  test('[OBD-204] an implausible value is refused with the reason; a cell keeps its number', () => {
    const parts = layout([
      { u: 2, to: 'cells', scale: 0.001 },
      { u: 2, to: 'cells', scale: 0.001 },
      { u: 1, to: 'soc' },
      { u: 1, to: 'soh', most: 90 },
    ]);
    const { readings, refused } = readOf(parts, 'hex: AA FF FF 0C E4 C8 5F 00');
    expect(readings[0]?.cells).toEqual([
      { number: 1, value: null },
      { number: 2, value: 3.3 },
    ]);
    expect(readings[0]?.scalars).toEqual({});
    expect(refused).toEqual([
      'cells 65.535 is not plausible',
      'soc 200 is not plausible',
      'soh 95 is not plausible',
    ]);
  });

  test('[OBD-204] a frame with a count that is too large is refused', () => {
    const parts = layout([
      { u: 2, as: 'n' },
      { repeat: 'n', of: [{ u: 1, to: 'temps' }] },
    ]);
    expect(readOf(parts, 'hex: AA FF FF 00 00 00 00 00')).toEqual({
      readings: [],
      refused: ['n is 65535'],
    });
  });

  test('[OBD-217] a value can take its sign from another field; if the text of that field is unknown, the value is rejected', () => {
    const fields = [
      { at: 0, to: 'current', sign: { from: 'way', plus: ['C'], minus: ['D'] } },
      { at: 1, as: 'way' },
    ];
    const parts = { records: [{ id: 'row', read: 'fields', by: ',', fields }] };
    const { readings, refused } = readOf(parts, '5.5,D\r\n5.5,C\r\n5.5,?\r\n');
    expect(readings.map(({ scalars }) => scalars.current)).toEqual([-5.5, 5.5]);
    expect(refused).toEqual(['current has an unknown sign']);
  });

  test('[OBD-217] charging and discharging become one current; one of them alone gives no current', () => {
    const fields = [
      { at: 0, to: 'charging' },
      { at: 1, to: 'discharging', absent: [999] },
      { at: 2, to: 'soc' },
    ];
    const parts = { records: [{ id: 'row', read: 'fields', by: ' ', fields }] };
    const { readings } = readOf(parts, '2 12.5 50\r\n2 999 50\r\n');
    expect(readings.map(({ scalars }) => scalars)).toEqual([
      { soc: 50, current: -10.5 },
      { soc: 50 },
    ]);
  });

  test('[OBD-4] a cell that is absent in a list keeps its number', () => {
    const fields = [
      { at: 0, to: 'cells', absent: [0] },
      { at: 1, to: 'cells', absent: [0] },
      { at: 2, to: 'cells', absent: [0] },
      { at: 3, to: 'cells', absent: [0] },
    ];
    const parts = { records: [{ id: 'row', read: 'fields', by: ' ', fields }] };
    const { readings } = readOf(parts, '3.301 0 3.303 0\r\n');
    expect(readings.map(({ cells }) => cells)).toEqual([
      [
        { number: 1, value: 3.301 },
        { number: 3, value: 3.303 },
      ],
    ]);
  });

  test.each([
    ['the raw value of a missing sensor', '21.5 -127 22.5', { absent: [-127] }],
    ['a dash', '21.5 - 22.5', {}],
    ['a word', '21.5 n/a 22.5', {}],
  ])('[OBD-4] a sensor after a missing one keeps its number: %s', (_, line, more) => {
    const fields = [0, 1, 2].map((at) => ({ at, to: 'temps', ...more }));
    const parts = { records: [{ id: 'row', read: 'fields', by: ' ', fields }] };
    expect(readOf(parts, `${line}\r\n`).readings.map(({ temps }) => temps)).toEqual([
      [
        { number: 1, value: 21.5 },
        { number: 3, value: 22.5 },
      ],
    ]);
  });

  test('[OBD-4] a cell after one that is not a number keeps its number, in a text and in bytes', () => {
    const keys = { Cells: { to: 'cells', by: ',' } };
    const text = { records: [{ id: 'a', read: 'keys', keys }] };
    const bytes = layout([{ repeat: 3, of: [{ f: 4, to: 'cells' }] }], {
      frame: { split: 'header', header: 'hex: AA', size: 13 },
    });
    // The float 3.5, one that is not a number, 3.25.
    const frame = '\u00aa\u0040\u0060\0\0\u007f\u00c0\0\0\u0040\u0050\0\0';
    for (const { readings } of [readOf(text, 'Cells: 3.5,-,3.25 V\r\n'), readOf(bytes, frame)])
      expect(readings.map(({ cells }) => cells)).toEqual([
        [
          { number: 1, value: 3.5 },
          { number: 3, value: 3.25 },
        ],
      ]);
  });

  test('[OBD-217] the unit that the device writes is used; a value with a unit of another quantity is refused', () => {
    const keys = {
      U: { to: 'packVoltage' },
      T: { to: 'temps' },
      'Cell #': { to: 'cells', first: 0 },
    };
    const parts = { records: [{ id: 'a', read: 'keys', keys }] };
    const { readings, refused } = readOf(
      parts,
      'U: 13200 mV\r\nT: 25.5 \u00c2\u00b0C\r\nCell 1: 3.301 V\r\nU: 5 A\r\n',
    );
    expect(readings.map(({ scalars, temps, cells }) => ({ ...scalars, temps, cells }))).toEqual([
      { packVoltage: 13.2, temps: [], cells: [] },
      { temps: [{ number: 1, value: 25.5 }], cells: [] },
      { temps: [], cells: [{ number: 2, value: 3.301 }] },
    ]);
    expect(refused).toEqual(['packVoltage is not a number: "5 A"']);
  });

  test('[OBD-292] the decimals of a value are those of its text, its scale and its unit', () => {
    const keys = {
      U: { to: 'packVoltage' },
      I: { to: 'current', scale: 0.05 },
      R: { to: 'remaining', unit: 'As' },
      'Cell #': { to: 'cells', unit: 'mV', first: 0 },
    };
    const parts = { records: [{ id: 'a', read: 'keys', keys }] };
    const { readings } = readOf(parts, 'U: 53.20 V\r\nI: 30\r\nR: 7200\r\nCell 1: 3301.5\r\n');
    expect(Object.assign({}, ...readings.map(({ decimals }) => decimals))).toEqual({
      packVoltage: 2,
      current: 2,
      remaining: 9,
      cells: 4,
    });
  });

  const table = {
    frame: { split: 'reply' },
    records: [
      {
        id: 't',
        read: 'table',
        rows: 'cells',
        columns: {
          No: { as: 'n', first: 0 },
          Volt: { to: 'cells', scale: 0.001 },
          State: { name: 'State' },
        },
      },
    ],
  };
  test('[OBD-216] a table is read by its columns', () => {
    const { readings } = readOf(
      table,
      'No  Volt  State\r\n0   3301  Idle\r\n1   3302  Idle\r\nend\r\n',
    );
    expect(readings[0]?.cells.map(({ value }) => value)).toEqual([3.301, 3.302]);
    expect(readings[0]?.others).toEqual([{ name: 'State', value: 'Idle' }]);
  });

  test.each([
    ['does not fit the columns', 'No  Volt  State\r\n0   3301  Idle\r\n1   3302000 Idle\r\n'],
    ['is not number 1', 'No  Volt  State\r\n0   3301  Idle\r\n2   3302  Idle\r\n'],
    ['is not number 0', 'No  Volt  State\r\n1   3301  Idle\r\n2   3302  Idle\r\n'],
  ])('[OBD-216] a table is refused if one of its rows %s', (reason, text) => {
    const { readings, refused } = readOf(table, text);
    expect(readings).toEqual([]);
    expect(refused[0]).toContain(reason);
  });

  const packs = {
    frame: { split: 'reply' },
    records: [
      {
        id: 'p',
        read: 'table',
        rows: 'packs',
        columns: {
          Power: { to: 'pack' },
          Volt: { to: 'packVoltage', scale: 0.001 },
          Vlow: { name: 'Lowest cell', scale: 0.001 },
        },
      },
    ],
  };
  test.each([
    ['the column of the pack number is missing', 'Qower Volt   Vlow\r\n1     52800  3301\r\n'],
    ['two columns have the name Vlow', 'Power Volt   Vlow   Vlow\r\n1     52800  25     3301\r\n'],
    ['a row has no pack number', 'Power Volt   Vlow\r\n1!    52800  3301\r\n'],
    [
      'two rows have the same pack number',
      'Power Volt   Vlow\r\n1     52800  3301\r\n1     52700  3300\r\n',
    ],
  ])('[OBD-216] a table of packs is refused if %s', (reason, text) => {
    expect(readOf(packs, 'Power Volt   Vlow\r\n1     52800  3301\r\n').refused).toEqual([]);
    expect(readOf(packs, text)).toEqual({ readings: [], refused: [reason] });
  });
});

describe('merged readings', () => {
  test('[OBD-208] the records of a cycle become one sample, and each value has its time', async () => {
    const profile = await loadBuiltIn('jbd');
    const reader = createProfileReader(profile);
    const [basic, cells] = profile.tests;
    const readings = [
      ...reader.read(of(basic?.bytes ?? ''), { at: 1_000, poll: 'basic' }).readings,
      ...reader.read(of(cells?.bytes ?? ''), { at: 1_300, poll: 'cells' }).readings,
    ];
    const [pack, ...more] = mergeReadings(readings);
    expect(more).toEqual([]);
    expect(pack?.sample).toMatchObject({
      packVoltageV: 15.59,
      cellVoltagesV: [3.899, 3.888, 3.885, 3.889],
    });
    expect(pack?.switches).toEqual({ charge: true, discharge: true });
    expect(pack?.times.get('packVoltage')).toBe(1_000);
    expect(pack?.times.get('cells 4')).toBe(1_300);
    expect(pack?.sample.lacksFaults).toBeUndefined();
  });

  test('[OBD-208] values of several packs are never mixed', async () => {
    const profile = await loadBuiltIn('pylontech');
    const vector = profile.tests.find(({ name }) => name === 'US pwr');
    const { readings } = createProfileReader(profile).read(of(vector?.bytes ?? ''), { at: 0 });
    expect(mergeReadings(readings).map(({ pack, sample }) => [pack, sample.packVoltageV])).toEqual([
      ['1', 49.905],
      ['2', 49.882],
      ['3', 49.909],
      ['4', 49.916],
    ]);
  });
});

describe('hostile input', () => {
  test('[OBD-212] random bytes cause no error and no reading from frames with a checksum', async () => {
    const profiles = await loadAllBuiltIn();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), fc.nat(profiles.length - 1), (bytes, at) => {
        const profile = profiles[at];
        if (profile === undefined) return;
        const reader = createProfileReader(profile);
        const { readings } = reader.read(bytes, { at: 0 });
        reader.flush({ at: 0 });
        if (profile.checksum !== undefined) expect(readings).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('[OBD-212] a frame that is cut off at any byte shows no value that the whole frame does not contain', async () => {
    for (const profile of await loadAllBuiltIn()) {
      if (profile.frame.split === 'reply') continue;
      for (const { bytes, poll } of profile.tests) {
        const all = of(bytes);
        const context = { at: 0, ...(poll === undefined ? {} : { poll }) };
        const right = createProfileReader(profile)
          .read(all, context)
          .readings.map((each) => JSON.stringify(each));
        for (let at = 1; at < all.length; at += 5) {
          const reader = createProfileReader(profile);
          const shown = [
            ...reader.read(all.subarray(0, at), context).readings,
            ...reader.flush(context).readings,
          ];
          for (const each of shown) expect(right).toContain(JSON.stringify(each));
        }
      }
    }
  });

  test('[OBD-212] 1 MB without the end of a frame gives no reading', async () => {
    for (const profile of await loadAllBuiltIn()) {
      const reader = createProfileReader(profile);
      const flood = new Uint8Array(1_048_576).fill(0x31);
      expect(reader.read(flood, { at: 0 }).readings).toEqual([]);
    }
  });

  test('[OBD-212] after 64 KiB without a frame the next good frame is read', async () => {
    for (const profile of await loadAllBuiltIn()) {
      const vector = profile.tests.find(({ expect: wanted }) => Object.keys(wanted).length > 0);
      const context = { at: 0, ...(vector?.poll === undefined ? {} : { poll: vector.poll }) };
      const frame = of(vector?.bytes ?? '');
      const whole = createProfileReader(profile);
      const once = [...whole.read(frame, context).readings, ...whole.flush(context).readings];
      const reader = createProfileReader(profile);
      reader.read(new Uint8Array(65_536).fill(0x31), context);
      reader.flush(context);
      const found = [...reader.read(frame, context).readings, ...reader.flush(context).readings];
      expect(found.at(-1), profile.id).toEqual(once.at(-1));
    }
  });

  test.each([0x31, 0x7e, 0xaa, 0xdd, 0x0a])(
    '[OBD-212] if the byte %i is repeated ten times as often, the scanner runs at most 15 times as often',
    async (byte) => {
      for (const profile of await loadAllBuiltIn()) {
        const scans = [10_000, 100_000].map((size) => {
          let count = 0;
          const bytes = new Uint8Array(size).fill(byte);
          const counted =
            (scan: Scanner): Scanner =>
            (held) => {
              count += 1;
              return scan(held);
            };
          createFramer(profile, true, counted(scannerOf(profile))).push(bytes);
          return count;
        });
        expect((scans[1] ?? Infinity) / (scans[0] ?? 1), profile.id).toBeLessThanOrEqual(15);
      }
    },
  );
});
