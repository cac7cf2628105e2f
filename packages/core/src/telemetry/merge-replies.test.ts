import { describe, expect, test } from 'vitest';
import type { PackSample } from '../protocol/pack-sample.ts';
import type { DecodedReply } from '../protocol/reply-decoder.ts';
import { mergeReplies, numberedIn } from './merge-replies.ts';

const EMPTY: PackSample = { alarms: [], protections: [], cellVoltagesV: [], temperaturesC: [] };

const record = (at: number, sample: Partial<PackSample>, reply: Partial<DecodedReply> = {}) => ({
  at,
  numbered: new Set(numberedIn({ ...EMPTY, ...sample })),
  reply: {
    sample: { ...EMPTY, ...sample },
    others: [],
    understanding: { kind: 'native' } as const,
    ...reply,
  },
});
/** Merges two records that are 400 ms apart. */
const merged = (
  before: Partial<PackSample>,
  now: Partial<PackSample>,
  replies: readonly [Partial<DecodedReply>, Partial<DecodedReply>] = [{}, {}],
): DecodedReply =>
  mergeReplies([record(600, before, replies[0]), record(1_000, now, replies[1])], 1_000);

describe('the merged sample', () => {
  test('[OBD-247] the sample has the latest of each value and its age relative to the last record', () => {
    const reply = merged(
      { packVoltageV: 52.8, socPercent: 77, cellVoltagesV: [3.3, 3.31] },
      { socPercent: 78, temperaturesC: [25] },
    );
    expect(reply.sample).toEqual({
      ...EMPTY,
      packVoltageV: 52.8,
      socPercent: 78,
      cellVoltagesV: [3.3, 3.31],
      temperaturesC: [25],
    });
    expect(reply.olderByMs).toEqual(
      new Map([
        ['packVoltageV', 400],
        ['cellVoltagesV', 400],
      ]),
    );
  });

  test('[OBD-312] no value is younger than the last record, also if that may be the late reply to an earlier poll', () => {
    const replies = [record(600, { packVoltageV: 52.8 }), record(100, { socPercent: 78 })];
    expect(mergeReplies(replies, 100).olderByMs).toEqual(new Map());
  });

  test('[OBD-247] a list of the last record replaces an earlier one, an empty list does not', () => {
    const lists = {
      cellVoltagesV: [3.3, 3.31],
      temperaturesC: [25],
      balancing: [true, false],
    };
    expect(merged(lists, { packVoltageV: 6.61 }).sample).toEqual({
      ...EMPTY,
      ...lists,
      packVoltageV: 6.61,
    });
    const later = { cellVoltagesV: [3.2], temperaturesC: [30, 31], balancing: [false] };
    expect(merged(lists, later)).toMatchObject({ sample: later, olderByMs: new Map() });
  });

  test('[OBD-332] records that contain other cells have one list, also with a cell that none contains', () => {
    const first = { cellVoltagesV: [3.3, null], temperaturesC: [25], balancing: [true, false] };
    const second = { cellVoltagesV: [null, null, null, 3.4], temperaturesC: [26] };
    for (const replies of [
      [record(600, first), record(1_000, second)],
      [record(600, second), record(1_000, first)],
    ]) {
      const { sample, olderByMs } = mergeReplies(replies, 1_000);
      expect(sample.cellVoltagesV).toEqual([3.3, null, null, 3.4]);
      expect(sample.temperaturesC).toEqual(replies[1]?.reply.sample.temperaturesC);
      expect(sample).not.toHaveProperty('balancing'); // it is that of some cells only
      expect(olderByMs?.get('cellVoltagesV')).toBe(400);
    }
  });

  test('[OBD-332] records of the same time have no older values', () => {
    const replies = [
      record(5, { cellVoltagesV: [3.3] }),
      record(5, { cellVoltagesV: [null, 3.4] }),
    ];
    expect(mergeReplies(replies, 5)).toMatchObject({
      sample: { cellVoltagesV: [3.3, 3.4] },
      olderByMs: new Map(),
    });
  });

  test('[OBD-247] a record alone has no older values', () => {
    expect(mergeReplies([record(5, { socPercent: 50 })], 5)).toMatchObject({
      sample: { socPercent: 50 },
      olderByMs: new Map(),
    });
  });
});

describe('the faults of records', () => {
  const faults = { alarms: ['cellImbalance'], protections: ['shortCircuit'] } as const;

  test('[OBD-247] faults stay if a record does not report faults, and end if it reports none', () => {
    expect(merged(faults, { lacksFaults: true }).sample).toEqual({ ...EMPTY, ...faults });
    expect(merged(faults, {}).sample).toEqual(EMPTY);
  });

  test('[OBD-247] it is unknown whether there are faults only if no record reports them', () => {
    expect(merged({ lacksFaults: true }, { lacksFaults: true }).sample.lacksFaults).toBe(true);
    expect(merged({}, { lacksFaults: true }).sample).not.toHaveProperty('lacksFaults');
    expect(merged({ lacksFaults: true }, {}).sample).not.toHaveProperty('lacksFaults');
  });

  test('[OBD-247] the missing report of faults is not a value and has no age', () => {
    expect(merged({ lacksFaults: true, socPercent: 5 }, {}).olderByMs).toEqual(
      new Map([['socPercent', 400]]),
    );
  });
});

describe('what else the records contain', () => {
  test('[OBD-247] values without a known meaning are merged by their names', () => {
    const others = (...pairs: readonly string[]) => ({
      others: pairs.map((pair) => ({ key: pair.slice(0, 1), text: pair })),
    });
    expect(merged({}, {}, [others('a1', 'b1'), others('b2', 'c2')]).others).toEqual(
      others('a1', 'b2', 'c2').others,
    );
  });

  test('[OBD-247] each inferred value keeps the reason of its latest record', () => {
    const reason = (place: 'currentA' | 'socPercent' | 'cycles', text: string) => ({
      place,
      key: place,
      text,
      reason: 'name',
    });
    const inferred = (...evidence: readonly ReturnType<typeof reason>[]) => ({
      understanding: { kind: 'inferred' as const, evidence },
    });
    const first = inferred(reason('currentA', '1'), reason('socPercent', '1'));
    const second = inferred(reason('socPercent', '2'), reason('cycles', '2'));
    expect(merged({}, {}, [first, second]).understanding).toEqual(
      inferred(reason('currentA', '1'), reason('socPercent', '2'), reason('cycles', '2'))
        .understanding,
    );
    expect(merged({}, {}, [first, {}]).understanding).toEqual({ kind: 'native' });
    expect(merged({}, {}, [{}, second]).understanding).toEqual(second.understanding);
  });
});
