import { describe, expect, test } from 'vitest';
import { createMemory, inferReply } from './infer-reply.ts';

const lines = (text: string) => text.split('\n');
const read = (text: string) => inferReply(lines(text));
const sampleOf = (values: object) => ({
  cellVoltagesV: [],
  temperaturesC: [],
  alarms: [],
  protections: [],
  lacksFaults: true,
  ...values,
});

describe('[OBD-296] records that name their packs', () => {
  const packs = (text: string, memory = createMemory()) => {
    const reply = inferReply(lines(text), memory);
    return [
      reply?.sample.socPercent,
      ...(reply?.packs ?? []).map(({ label, sample }) => `${label}: ${sample.socPercent}`),
    ];
  };
  const record = (values: object) => JSON.stringify(values);
  test.each([
    [
      'are several packs',
      [
        { pack: 1, soc: 50 },
        { pack: 2, soc: 60 },
      ],
      [50, '1: 50', '2: 60'],
    ],
    [
      'are merged by their number',
      [
        { pack: 1, soc: 50 },
        { pack: 2, soc: 60 },
        { pack: 1, soc: 51 },
      ],
      [51, '1: 51', '2: 60'],
    ],
    [
      'without a value are left out',
      [
        { pack: 1, mode: 'idle' },
        { pack: 2, soc: 60 },
      ],
      [60, '2: 60'],
    ],
    [
      'with one number are one',
      [
        { pack: 1, soc: 50 },
        { pack: 1, soc: 51 },
      ],
      [51],
    ],
    [
      'give way to a state of charge of the whole',
      [{ soc: 55 }, { pack: 1, soc: 50 }, { pack: 2, soc: 60 }],
      [55],
    ],
    [
      'give way to a voltage of the whole',
      [{ pack_voltage: 52.1 }, { pack: 1, soc: 50 }, { pack: 2, soc: 60 }],
      [undefined],
    ],
    [
      'do not give way to other values',
      [{ cycles: 12 }, { pack: 1, soc: 50 }, { pack: 2, soc: 60 }],
      [50, '1: 50', '2: 60'],
    ],
  ])('%s', (_, records, expected) => {
    // Records of one form begin with the same key.
    const text = records.map((each) => record({ form: 'x', ...each })).join('\n');
    expect(packs(text)).toEqual(expected);
  });
  test('keep their evidence and their other values', () => {
    const reply = read('{"pack":1,"soc":50,"mode":"idle"}\n{"pack":2,"soc":60}');
    const pack = (label: string, text: string, others: readonly object[]) => ({
      label,
      sample: sampleOf({ socPercent: Number(text) }),
      evidence: [
        {
          place: 'socPercent',
          key: 'soc',
          text,
          reason: 'a state of charge by its name, between 0 and 100',
        },
      ],
      others: [{ key: 'pack', text: label }, ...others],
    });
    const { label: _, ...first } = pack('1', '50', [{ key: 'mode', text: 'idle' }]);
    expect(reply).toEqual({
      ...first,
      packs: [pack('1', '50', [{ key: 'mode', text: 'idle' }]), pack('2', '60', [])],
    });
  });
  test.each([
    ['of which one has a number of unknown scale', 'Pack 1\nCurrent: 5\nPack 2\nSOC: 60 %'],
    ['of which one has no value', 'Pack 1\nMode: idle\nPack 2\nSOC: 60 %'],
    ['of which one has a foreign scale', 'Pack 1\nTemp: 251\nPack 2\nSOC: 60 %'],
  ])('[OBD-304] in one record, %s, are not one', (_, text) => {
    expect(packs(text)).toEqual([60, '2: 60']);
  });
  test('without any value are not read', () => {
    expect(read('{"pack":1,"mode":"a"}\n{"pack":2,"mode":"b"}')).toBeUndefined();
  });
  test.each([
    ['that return', [[1], [2], [1]], [[50.1], [50.2], [50.1, '1: 50.1']]],
    ['of one reply, from 1', [[1, 2]], [[50.1, '1: 50.1', '2: 50.2']]],
    ['that continue a count', [[5, 6], [7]], [[50.6], [50.7]]],
    ['beside records without an id', [[0, 5, 6]], [[50.6]]],
  ])('have ids %s', (_, replies, expected) => {
    const memory = createMemory();
    const found = replies.map((ids) =>
      packs(
        ids.map((id) => record(id === 0 ? { a: 1 } : { id, soc: 50 + id / 10 })).join('\n'),
        memory,
      ),
    );
    expect(found).toEqual(expected);
  });
  test('count by their number if they have an id too', () => {
    const text = '{"id":5,"pack":1,"soc":50}\n{"id":6,"pack":2,"soc":60}';
    expect(packs(text)).toEqual([50, '1: 50', '2: 60']);
  });
  test('with two ids are not mixed while the ids may be packs', () => {
    expect(read('{"id":5,"soc":50,"cycles":12}\n{"id":6,"soc":60}')?.sample).toEqual(
      sampleOf({ socPercent: 60 }),
    );
  });
  test('are mixed if the ids count records', () => {
    expect(read('{"id":20,"soc":50,"cycles":12}\n{"id":21,"soc":60}')?.sample).toEqual(
      sampleOf({ socPercent: 60, cycles: 12 }),
    );
  });
});
