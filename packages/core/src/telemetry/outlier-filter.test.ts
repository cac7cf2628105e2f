import { describe, expect, test } from 'vitest';
import type { PackSample } from '../protocol/pack-sample.ts';
import { isHeldIn, judgeSample, type HeldValue, type Judged } from './outlier-filter.ts';
import { aPack } from './pack.fixture.ts';

/** Judges replies that are `gapMs` apart; returns the last judgement. */
const judge = (samples: readonly PackSample[], gapMs = 2_000): Judged => {
  let judged: Judged | undefined;
  for (const sample of samples) judged = judgeSample(judged?.memory, sample, gapMs);
  if (judged === undefined) throw new Error('nothing to judge');
  return judged;
};

const cells = (...volts: readonly (number | null)[]): Partial<PackSample> => ({
  cellVoltagesV: volts,
});
const loaded = (amps: number, sagV: number): Partial<PackSample> => ({
  currentA: amps,
  packVoltageV: 13.211 - 4 * sagV,
  ...cells(3.302 - sagV, 3.304 - sagV, 3.303 - sagV, 3.302 - sagV),
});

/** Each case: a name, a change, and the places that are held until the next reply. */
const jumps: readonly (readonly [string, Partial<PackSample>, string])[] = [
  ['a cell', cells(3.302, 3.904, 3.303, 3.302), 'cellVoltagesV 2'],
  ['an open sense wire', cells(3.302, 3.304, null, 3.302), 'cellVoltagesV 3'],
  ['fewer cells', { ...cells(3.302, 3.304, 3.303), balancing: [] }, 'cellVoltagesV'],
  ['the pack', { packVoltageV: 13.611 }, 'packVoltageV'],
  ['a current that moves no cell', { currentA: -52.4 }, 'currentA'],
  ['the charge', { socPercent: 38.5 }, 'socPercent'],
  ['health', { sohPercent: 91 }, 'sohPercent'],
  ['capacity', { designCapacityAh: 140 }, 'designCapacityAh'],
  ['what remains', { remainingAh: 37.72 }, 'remainingAh'],
  ['cycles that fall', { cycles: 122 }, 'cycles'],
  ['one counter alone', { uptimeS: 64 }, 'uptimeS'],
  ['the other counter alone', { sequence: 3 }, 'sequence'],
  ['an unplugged thermistor', { temperaturesC: [-40, 26] }, 'temperaturesC 1'],
  ['a missing sensor', { temperaturesC: [25, null] }, 'temperaturesC 2'],
  ['a switch', { switches: { charge: true, discharge: false, precharge: false } }, 'switches'],
];

const placesOf = ({ held }: Judged): readonly string[] =>
  held.map(({ key, number }) => (number === undefined ? key : `${key} ${number}`));

describe('a value that jumps', () => {
  test.each(jumps)(
    '[OBD-62] %s: the change is held for one reply and shown by the second',
    (_, change, place) => {
      const first = judge([aPack(0), aPack(1, change)]);
      expect(placesOf(first)).toEqual([place]);
      expect({ ...first.sample, sequence: 0, uptimeS: 0 }).toEqual({
        ...aPack(1),
        sequence: 0,
        uptimeS: 0,
      });
      const then = { ...change };
      if (then.uptimeS !== undefined) then.uptimeS += 2;
      if (then.sequence !== undefined) then.sequence += 1;
      const second = judge([aPack(0), aPack(1, change), aPack(2, then)]);
      expect(placesOf(second)).toEqual([]);
      expect(second.sample).toEqual(aPack(2, then));
    },
  );

  test.each(jumps)('[OBD-63] %s: a change in a single reply is never shown', (_, change) => {
    const after = judge([aPack(0), aPack(1, change), aPack(2)]);
    expect(after.sample).toEqual(aPack(2));
    expect(after.held).toEqual([]);
  });

  test('[OBD-352] with a confirmed number of cells or sensors, a wrong cell or sensor of the second reply is not shown', () => {
    const more = { ...cells(3.302, 3.304, 3.303, 3.302, 3.301), temperaturesC: [25, 26, 27] };
    const wrong = { ...cells(3.302, 3.304, 0.337, 3.302, 3.301), temperaturesC: [25, 2, 27] };
    const none = { ...cells(), temperaturesC: [] };
    for (const before of [{}, none]) {
      const replies = [aPack(0, before), aPack(1, more), aPack(2, wrong)];
      const second = judge(replies);
      expect(placesOf(second)).toEqual(['cellVoltagesV 3', 'temperaturesC 2']);
      expect(second.sample).toMatchObject({
        cellVoltagesV: [3.302, 3.304, null, 3.302, 3.301],
        temperaturesC: [25, null, 27],
      });
      const others = [aPack(3, more), aPack(4, more)];
      expect(judge([...replies, ...others]).sample).toMatchObject(more);
      expect(judge([...replies, ...others]).held).toEqual([]);
    }
  });

  test('[OBD-64] a change of load that current, pack and cells show together is shown at once', () => {
    for (const [amps, sagV] of [
      [-112.4, 0.12],
      [-600, 0.9],
      [50, -0.06],
    ] as const) {
      const judged = judge([aPack(0), aPack(1, loaded(amps, sagV))]);
      expect(placesOf(judged)).toEqual([]);
      expect(judged.sample.currentA).toBe(amps);
    }
  });

  test('[OBD-64] a small load is not a jump', () => {
    expect(judge([aPack(0), aPack(1, { currentA: -21 })]).sample.currentA).toBe(-21);
  });

  test('[OBD-65] a value that changes with every reply is shown by the third one', () => {
    const restless = [60, 40, 20].map((socPercent, at) => aPack(at + 1, { socPercent }));
    expect(judge([aPack(0), ...restless.slice(0, 2)]).sample.socPercent).toBe(78.5);
    expect(judge([aPack(0), ...restless]).sample.socPercent).toBe(20);
  });

  test('[OBD-277] a repeated old value does not confirm a jump', () => {
    const jump = aPack(1, { temperaturesC: [25, 99], protections: ['shortCircuit'] });
    const first = judgeSample(judge([aPack(0)]).memory, jump, 2_000);
    const older = new Map([
      ['temperaturesC', 2_000],
      ['protections', 2_000],
    ]);
    const repeated = judgeSample(first.memory, jump, 2_000, older);
    expect(repeated.sample.temperaturesC).toEqual(aPack(0).temperaturesC);
    expect(repeated.held).toEqual(first.held);
    const reported = judgeSample(repeated.memory, jump, 2_000);
    expect(reported).toMatchObject({ held: [], sample: { temperaturesC: [25, 99] } });
  });

  test('[OBD-66] a value that was held for more than ten seconds is removed', () => {
    const judged = judge([aPack(0), aPack(7, { temperaturesC: [25, 99], cycles: 7 })], 14_000);
    expect(judged.sample.temperaturesC).toEqual([25, null]);
    expect(judged.sample).not.toHaveProperty('cycles');
    expect(placesOf(judged)).toEqual(['cycles', 'temperaturesC 2']);
  });

  test('[OBD-66] the last good value is shown until it is ten seconds old', () => {
    const change: Partial<PackSample> = {
      ...cells(3.302, 3.304, 3.303),
      balancing: [true, true, true],
      switches: { charge: false, discharge: true, precharge: false },
      socPercent: 12,
      temperaturesC: [25],
    };
    const { socPercent: _soc, switches: _switches, ...rest } = aPack(1);
    expect(judge([aPack(0), aPack(1, change)], 9_999).sample).toEqual(aPack(1));
    expect(judge([aPack(0), aPack(1, change)], 10_000).sample).toStrictEqual({
      ...rest,
      cellVoltagesV: [null, null, null],
      temperaturesC: [null],
      balancing: [true, true, true],
    });
  });

  test('[OBD-66] a value that was never reported is not shown in place of a held one', () => {
    const { balancing: _, ...without } = aPack(0);
    const { balancing: _now, ...fewer } = aPack(1, cells(3.302, 3.304));
    expect(judge([without, fewer]).sample).toStrictEqual({
      ...fewer,
      cellVoltagesV: [3.302, 3.304, 3.303, 3.302],
    });
    const unread = aPack(0, cells(3.302, null, 3.303, 3.302));
    const read = judge([unread, aPack(1)]);
    expect(read.sample.cellVoltagesV).toEqual([3.302, null, 3.303, 3.302]);
  });

  test('[OBD-62] a held value is given as it was reported, with the number of its cell or sensor', () => {
    const { cycles: _, ...without } = aPack(1, {
      ...cells(3.302, 3.904, 3.303, null),
      temperaturesC: [25],
      socPercent: 12,
      switches: { charge: false, discharge: true, precharge: false },
    });
    expect(judge([aPack(0), without]).held).toEqual([
      { key: 'socPercent', reported: 12 },
      { key: 'cycles', reported: null },
      { key: 'switches' },
      { key: 'cellVoltagesV', number: 2, reported: 3.904 },
      { key: 'cellVoltagesV', number: 4, reported: null },
      { key: 'temperaturesC' },
    ]);
  });

  test('[OBD-277] a repeated old value is not held, although others have changed since', () => {
    const sagged = [3.102, 3.104, 3.103, 3.102];
    const older = new Map([
      ['packVoltageV', 2_000],
      ['currentA', 2_000],
    ]);
    const judged = judgeSample(judge([aPack(0)]).memory, aPack(1, cells(...sagged)), 2_000, older);
    expect(judged.held).toEqual([]);
    expect(judged.sample).toEqual(aPack(1, cells(...sagged)));
  });

  test('[OBD-62] a value that jumps is held also if both replies arrive at once', () => {
    const jump = { socPercent: 38.5 };
    expect(judge([aPack(0), aPack(1, jump)], 0).sample.socPercent).toBe(78.5);
    expect(judge([aPack(0), aPack(1, jump), aPack(2, jump)], 0).sample.socPercent).toBe(38.5);
  });

  test('[OBD-277] a value that is a little newer than the earlier reply confirms a jump', () => {
    const jump = aPack(1, { temperaturesC: [25, 99] });
    const first = judgeSample(judge([aPack(0)]).memory, jump, 2_000);
    const newer = new Map([['temperaturesC', 1_999]]);
    expect(judgeSample(first.memory, aPack(2, jump), 2_000, newer)).toMatchObject({ held: [] });
  });

  test('[OBD-277] a repeated old value leaves the faults as they are', () => {
    const short = aPack(1, { protections: ['shortCircuit'], alarms: ['cellImbalance'] });
    const before = judge([aPack(0), short, aPack(2, short)]);
    const older = new Map([['protections', 2_000]]);
    const after = judgeSample(before.memory, aPack(3), 2_000, older);
    expect(after.sample).toMatchObject({
      protections: ['shortCircuit'],
      alarms: ['cellImbalance'],
    });
    expect(after.held).toEqual([{ key: 'alarms', fault: 'cellImbalance' }]);
  });

  test('[OBD-79] a pause of a minute is long enough, a shorter one is not', () => {
    const change = aPack(300, { currentA: 40, uptimeS: 160 });
    expect(judge([aPack(0), change], 59_999).held).not.toEqual([]);
    expect(judge([aPack(0), change], 60_000).held).toEqual([]);
  });

  test('[OBD-79] after a minute without replies, values are not compared with earlier ones', () => {
    const after = judge([aPack(0), aPack(300, { currentA: 40, socPercent: 20 })], 600_000);
    expect(after).toMatchObject({ held: [], isRestart: false, sample: { currentA: 40 } });
    const rebooted = judge([aPack(0), aPack(1, { uptimeS: 4, sequence: 60 })], 600_000);
    expect(rebooted.isRestart).toBe(true);
  });

  test('[OBD-67] if both counters fall, the device has restarted and all values are shown', () => {
    const judged = judge([aPack(50), aPack(1, { ...loaded(0, 0.5), cycles: 3 })]);
    expect(judged).toMatchObject({ isRestart: true, held: [], sample: { cycles: 3 } });
    const single = aPack(3, { uptimeS: 4, sequence: 61 });
    const repeated = aPack(4, { uptimeS: 6, sequence: 62 });
    expect(judge([aPack(50), single]).isRestart).toBe(false);
    expect(judge([aPack(50), single, repeated]).isRestart).toBe(true);
    const wrapped = [aPack(50, { sequence: 1 }), aPack(51, { sequence: 2 })];
    expect(judge([aPack(49), ...wrapped]).isRestart).toBe(false);
  });

  test('[OBD-67] a device with one counter has restarted when it stays lower in two replies', () => {
    for (const key of ['uptimeS', 'sequence'] as const) {
      const { [key]: _, ...first } = aPack(50);
      const { [key]: _second, ...second } = aPack(1, { cycles: 3 });
      const { [key]: _third, ...third } = aPack(2, { cycles: 3 });
      expect(judge([first, second])).toMatchObject({
        isRestart: false,
        sample: { cycles: 123 },
      });
      expect(judge([first, second, third])).toMatchObject({
        isRestart: true,
        sample: { cycles: 3 },
      });
    }
  });

  test('[OBD-67] the first reply of a connection is no restart', () => {
    expect(judge([aPack(0)])).toMatchObject({ isRestart: false, held: [] });
  });

  test('[OBD-67] if only one of the replies has an uptime, the sequence number shows a restart', () => {
    const { uptimeS: _before, ...before } = aPack(50);
    const { uptimeS: _after, ...after } = aPack(1);
    expect(judge([aPack(50), after], 600_000).isRestart).toBe(true);
    expect(judge([before, aPack(1)], 600_000).isRestart).toBe(true);
    expect(judge([before, aPack(51)], 600_000).isRestart).toBe(false);
  });

  test('[OBD-67] counters that do not change, or are no longer reported, are no restart', () => {
    expect(judge([aPack(1), aPack(1)]).isRestart).toBe(false);
    expect(judge([aPack(1), aPack(1)], 600_000).isRestart).toBe(false);
    const { uptimeS: _u, sequence: _s, ...without } = aPack(2);
    expect(judge([aPack(50), without, without]).isRestart).toBe(false);
    expect(judge([without, aPack(1)]).isRestart).toBe(false);
    expect(judge([aPack(50), without], 600_000).isRestart).toBe(false);
  });

  test('[OBD-62] a value that is reported for the first time is shown', () => {
    const { socPercent: _, ...without } = aPack(0);
    expect(judge([without, aPack(1)]).sample.socPercent).toBe(78.5);
  });
});

describe('faults', () => {
  const short = { protections: ['shortCircuit'] } as const;

  test('[OBD-68] a fault is shown at once, and marked until a second reply confirms it', () => {
    const first = judge([aPack(0), aPack(1, short)]);
    expect(first.sample.protections).toEqual(['shortCircuit']);
    expect(first.held).toEqual([{ key: 'protections', fault: 'shortCircuit' }]);
    expect(judge([aPack(0), aPack(1, short), aPack(2, short)]).held).toEqual([]);
    expect(judge([aPack(0), aPack(1, short), aPack(2)]).sample.protections).toEqual([]);
  });

  test('[OBD-68] a confirmed alarm stays confirmed when its protection appears', () => {
    const alarm = { alarms: ['shortCircuit'] } as const;
    const both = { ...alarm, ...short };
    const replies = [aPack(0), aPack(1, alarm), aPack(2, alarm), aPack(3, both)];
    expect(judge([...replies, aPack(4)]).sample).toMatchObject({
      alarms: ['shortCircuit'],
      protections: [],
    });
  });

  test('[OBD-68] a fault disappears only when two replies lack it', () => {
    const replies = [aPack(0, short), aPack(1, short)];
    const once = judge([...replies, aPack(2)]);
    expect(once.sample.protections).toEqual(['shortCircuit']);
    expect(once.held).toEqual([{ key: 'protections', fault: 'shortCircuit' }]);
    expect(judge([...replies, aPack(2), aPack(3)]).sample.protections).toEqual([]);
    expect(judge([...replies, aPack(2), aPack(3, short)]).held).toEqual([]);
    expect(judge([aPack(0, short), aPack(1)]).sample.protections).toEqual(['shortCircuit']);
    expect(judge([aPack(0, short), aPack(1), aPack(2)]).sample.protections).toEqual([]);
  });

  test('[OBD-68] each fault is judged alone, in its own list', () => {
    const both = aPack(1, { alarms: ['cellImbalance', 'packOverVoltage'] });
    const one = aPack(3, { alarms: ['packOverVoltage'], ...short });
    const judged = judge([aPack(0), both, both, one]);
    expect(judged.sample).toMatchObject({
      alarms: ['packOverVoltage', 'cellImbalance'],
      protections: ['shortCircuit'],
    });
    expect(judged.held).toEqual([
      { key: 'alarms', fault: 'cellImbalance' },
      { key: 'protections', fault: 'shortCircuit' },
    ]);
  });
});

describe('values that only some of several records contain', () => {
  const alarms = (...each: PackSample['alarms']): Partial<PackSample> => ({ alarms: each });
  const ages = (...each: readonly string[]): ReadonlyMap<string, number> =>
    new Map(each.map((key) => [key, 2_000]));
  /** Judges a reply with values of earlier records, after the replies that are given first. */
  const judgeOlder = (
    before: readonly Partial<PackSample>[],
    change: Partial<PackSample>,
    older: ReadonlyMap<string, number>,
  ): Judged => {
    const replies = before.map((each, at) => aPack(at, each));
    return judgeSample(judge(replies).memory, aPack(before.length, change), 2_000, older);
  };

  test('[OBD-277] a new fault shows that one of the records with faults was reported again', () => {
    for (const key of ['alarms', 'protections'] as const) {
      const judged = judgeOlder([{}], { [key]: ['cellImbalance'] }, ages(key));
      expect(judged.held).toEqual([{ key, fault: 'cellImbalance' }]);
    }
  });

  test('[OBD-277] a fault that only a repeated record lacks stays unconfirmed', () => {
    const judged = judgeOlder([{}, alarms('cellImbalance')], {}, ages('alarms'));
    expect(judged.sample.alarms).toEqual(['cellImbalance']);
    expect(judged.held).toEqual([{ key: 'alarms', fault: 'cellImbalance' }]);
  });

  test('[OBD-277] a repeated fault does not confirm itself, although another one is new', () => {
    const judged = judgeOlder(
      [{}, alarms('cellImbalance')],
      alarms('cellImbalance', 'packOverVoltage'),
      ages('alarms cellImbalance'),
    );
    expect(judged.held).toEqual([
      { key: 'alarms', fault: 'cellImbalance' },
      { key: 'alarms', fault: 'packOverVoltage' },
    ]);
  });

  test('[OBD-277] a fault with an age of its own was reported again if it is missing now', () => {
    const both = alarms('cellImbalance', 'packOverVoltage');
    const older = ages('alarms', 'alarms packOverVoltage');
    const judged = judgeOlder([both, both], alarms('cellImbalance'), older);
    expect(judged.held).toEqual([{ key: 'alarms', fault: 'packOverVoltage' }]);
  });

  test('[OBD-62] a cell or sensor of another record is shown when it is reported for the first time', () => {
    const newer = new Map([['cellVoltagesV', 500]]);
    for (const before of [cells(3.302, 3.304), cells(3.302, 3.304, null, null)]) {
      const older = judgeOlder([before], {}, newer);
      expect(older.held).toEqual([]);
      expect(older.sample.cellVoltagesV).toEqual(aPack(0).cellVoltagesV);
      expect(judge([aPack(0, before), aPack(1)]).held).not.toEqual([]);
    }
    const fewer = judgeOlder([{}], cells(3.302, 3.304, 3.303), newer);
    expect(placesOf(fewer)).toEqual(['cellVoltagesV']);
  });

  test('[OBD-62] the jump of a cell that was shown before is held', () => {
    const jump = cells(3.302, 3.904, 3.303, 3.302);
    expect(placesOf(judgeOlder([{}, {}], jump, new Map([['cellVoltagesV', 500]])))).toEqual([
      'cellVoltagesV 2',
    ]);
  });

  test('[OBD-62] a switch of another record is shown when it is reported for the first time', () => {
    const before = { switches: { charge: true } };
    const change = { switches: { charge: true, discharge: false } };
    expect(judgeOlder([before], change, ages('switches')).held).toEqual([]);
    expect(placesOf(judgeOlder([before], change, ages()))).toEqual(['switches']);
  });

  test('[OBD-277] a changed switch shows that one of the records with switches was reported again', () => {
    const change = { switches: { charge: false, discharge: true, precharge: false } };
    expect(placesOf(judgeOlder([{}], change, ages('switches')))).toEqual(['switches']);
  });

  test('[OBD-277] values of an earlier record are not repeated in a reply that arrives at once', () => {
    const jump = aPack(1, { socPercent: 38.5 });
    const older = new Map([['socPercent', 100]]);
    expect(placesOf(judgeSample(judge([aPack(0)]).memory, jump, 0, older))).toEqual(['socPercent']);
  });
});

test('[OBD-319] a temperature sensor that was read before and is not now is lost, one that was never read is not', () => {
  const replies = [[25, null, 20], [25, null, null], [25, null, null]].map((temperaturesC, at) =>
    aPack(at, { temperaturesC }),
  ); // oxfmt-ignore
  expect([1, 2, 3].map((count) => judge(replies.slice(0, count)).lostSensors)).toEqual([[], [], [3]]);
}); // oxfmt-ignore

test('[OBD-277] a held value is the same only with the same place, fault and reported value', () => {
  const cell: HeldValue = { key: 'cellVoltagesV', number: 2, reported: 4.1 };
  const fault: HeldValue = { key: 'alarms', fault: 'cellImbalance' };
  expect([isHeldIn([fault, cell], cell), isHeldIn([cell, fault], fault)]).toEqual([true, true]);
  const others: readonly HeldValue[] = [
    { ...cell, key: 'temperaturesC' },
    { ...cell, number: 3 },
    { ...cell, reported: 4.2 },
    { ...fault, fault: 'packOverVoltage' },
    { ...fault, key: 'protections' },
  ];
  for (const other of others) expect(isHeldIn([cell, fault], other)).toBe(false);
});

describe('a cell that jumps while the current does not', () => {
  const low = cells(3.302, 2.7, 3.303, 3.302);

  test('[OBD-69] the step is reported for a minute', () => {
    const step = judge([aPack(0), aPack(1, low), aPack(2, low)]);
    expect(step.sample.cellVoltagesV[1]).toBe(2.7);
    expect(step.steps).toEqual([{ number: 2, fromV: 3.304, toV: 2.7, ageMs: 0 }]);
    const more = (count: number) =>
      judge([aPack(0), ...Array.from({ length: count }, (_, at) => aPack(at + 1, low))]).steps;
    expect(more(31).length).toBe(1);
    expect(more(32)).toEqual([]);
  });

  test('[OBD-69] under a load step no cell step is reported, although the weak cell is shown one reply later', () => {
    const pulled = {
      ...loaded(-200, 0.2),
      ...cells(3.102, 2.7, 3.103, 3.102),
      packVoltageV: 12.007,
    };
    expect(placesOf(judge([aPack(0), aPack(1, pulled)]))).toEqual(['cellVoltagesV 2']);
    const second = judge([aPack(0), aPack(1, pulled), aPack(2, pulled)]);
    expect(second.sample.cellVoltagesV[1]).toBe(2.7);
    expect(second.steps).toEqual([]);
  });
});
