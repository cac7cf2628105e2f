import { Subject } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { createLive } from '../prelude/live.ts';
import { err, ok } from '../prelude/result.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import type { ReadReply, ReplyProfile } from '../protocol/reply-decoder.ts';
import { aPack } from './pack.fixture.ts';
import type { PollResult } from './poll-result.ts';
import { compact, setUp, type Source } from './telemetry-rig.fixture.ts';

const answered = (sample: PackSample): PollResult => ({
  status: 'answered',
  reply: { sample, others: [], understanding: { kind: 'native' } },
  raw: ['7'],
  roundTripMs: 30,
});

/** Sets up the home section of a device that another source asks. */
const setUpSource = async () => {
  const results = new Subject<PollResult>();
  const source = createLive<Source>({ results$: results });
  const rig = await setUp(undefined, source.live);
  rig.telemetry.setSection('home');
  await rig.clock.advance(0);
  return { ...rig, results, source };
};

describe('a source that asks the device', () => {
  test('[OBD-270] the results of the source are shown and counted, and the app sends nothing of its own', async () => {
    const rig = await setUpSource();
    rig.results.next(answered(aPack(0)));
    rig.results.next({ status: 'timeout' });
    expect(rig.soc()).toBe(78.5);
    expect(rig.telemetry.health$.value).toMatchObject({
      answeredOfLast: 1,
      sentOfLast: 2,
      roundTripMs: 30,
    });
    await rig.clock.advance(10_000);
    expect(rig.fake.device.writtenText()).toBe('');
  });

  test('[OBD-270] values that are all of the same record have no ages of their own', async () => {
    const rig = await setUpSource();
    const reply = { sample: aPack(0), others: [], understanding: { kind: 'native' } } as const;
    const result = { status: 'answered', raw: [], roundTripMs: 30 } as const;
    rig.results.next({ ...result, reply: { ...reply, olderByMs: new Map() } });
    expect(rig.shown()).not.toHaveProperty('olderByMs');
    const olderByMs = new Map([['socPercent', 400]]);
    rig.results.next({ ...result, reply: { ...reply, olderByMs } });
    expect(rig.shown()).toMatchObject({ olderByMs });
  });

  test('[OBD-319] sensors that are no longer read are named, and nothing is named while all are read', async () => {
    const rig = await setUpSource();
    rig.results.next(answered(aPack(0)));
    expect(rig.shown()).not.toHaveProperty('lostSensors');
    for (const at of [1, 2]) {
      await rig.clock.advance(2_000);
      rig.results.next(answered(aPack(at, { temperaturesC: [25, null] })));
    }
    expect(rig.shown()).toMatchObject({ lostSensors: [2] });
  });

  test('[OBD-28] a sample has the decimals and the number of its pack if they are known', async () => {
    const rig = await setUpSource();
    rig.results.next(answered(aPack(0)));
    expect(rig.shown()).not.toHaveProperty('decimals');
    expect(rig.shown()).not.toHaveProperty('packLabel');
    const values = { sample: aPack(1), others: [], understanding: { kind: 'native' } } as const;
    const decimals = new Map([['packVoltageV', 3]]);
    const packs = [{ ...values, label: '1', decimals }];
    const result = { status: 'answered', raw: [], roundTripMs: 30 } as const;
    rig.results.next({ ...result, reply: { ...values, packs } });
    expect(rig.shown()).toMatchObject({ decimals, packLabel: '1' });
    expect(rig.shown()).not.toHaveProperty('pack');
  });

  test('[OBD-28] a reply in the native dialect is decoded while the source asks', async () => {
    const rig = await setUpSource();
    const native = compact(1).trim().split('\r\n').slice(0, 1);
    expect(rig.telemetry.decode(native)).toMatchObject({
      value: { sample: { socPercent: 78.5 }, understanding: { kind: 'native' } },
    });
  });

  test('[OBD-275] the results of a source are not awaited outside of the home section', async () => {
    const rig = await setUpSource();
    expect(rig.results.observed).toBe(true);
    rig.telemetry.setSection('terminal');
    expect(rig.results.observed).toBe(false);
  });

  test('[OBD-274] when another source replaces a source, the values of the replaced one are not shown or read again', async () => {
    const rig = await setUpSource();
    rig.results.next(answered(aPack(0)));
    rig.source.set({ name: 'mine', read: () => ok({ sample: aPack(1), others: [] }) });
    expect(rig.shown()).toEqual({ kind: 'none' });
    expect(rig.telemetry.health$.value.sentOfLast).toBe(0);
  });

  test('[OBD-270] lines that the device sends by itself are read by the source alone', async () => {
    const rig = await setUpSource();
    for (let record = 0; record < 5; record += 1) {
      rig.fake.device.send('Pack voltage: 52.8 V\r\nSOC: 77 %\r\n');
      await rig.clock.advance(1_000);
    }
    expect(rig.shown()).toEqual({ kind: 'none' });
  });

  test('[OBD-274] values of the source before are not compared with new ones', async () => {
    const rig = await setUpSource();
    rig.results.next(answered(aPack(0)));
    const other = new Subject<PollResult>();
    rig.source.set({ results$: other });
    other.next(answered(aPack(1, { socPercent: 10 })));
    expect(rig.shown()).toMatchObject({ held: [], sample: { socPercent: 10 } });
  });
});

describe('the memory of the filter', () => {
  test('[OBD-62] the time between two replies limits the change of a value', async () => {
    const rig = await setUpSource();
    await rig.clock.advance(10_000);
    rig.results.next(answered(aPack(0)));
    await rig.clock.advance(2_000);
    rig.results.next(answered(aPack(1, { temperaturesC: [28, 29.1] })));
    expect(rig.shown()).toMatchObject({ held: [{ key: 'temperaturesC', number: 2 }] });
    expect(rig.telemetry.health$.value.held).toBe(1);
  });

  test('[OBD-277] a repeated value does not confirm a jump, although its result is taken a little later', async () => {
    const rig = await setUpSource();
    const jump = aPack(1, { temperaturesC: [25, 99] });
    rig.results.next(answered(aPack(0)));
    await rig.clock.advance(2_000);
    rig.results.next(answered(jump));
    const at = rig.clock.monotonicNow() + 2_000;
    await rig.clock.advance(2_001);
    const { reply, ...result } = answered(jump) as Extract<PollResult, { status: 'answered' }>;
    const olderByMs = new Map([['temperaturesC', 2_000]]);
    rig.results.next({ ...result, at, reply: { ...reply, olderByMs } });
    expect(rig.shown()).toMatchObject({ ageMs: 1, sample: { temperaturesC: [25, 26] } });
  });

  test('[OBD-312] a sample that may be older than the one before has the limits of no time', async () => {
    const rig = await setUpSource();
    await rig.clock.advance(30_000);
    rig.results.next(answered(aPack(0)));
    const late = answered(aPack(1, { temperaturesC: [25.5, 26] }));
    rig.results.next({ ...late, mayBeOlderMs: 20_000 } as PollResult);
    expect(rig.shown()).toMatchObject({ held: [], sample: { temperaturesC: [25.5, 26] } });
  });

  test('[DP-10] after a boot banner the shown values stay and age, and new ones are not compared with them', async () => {
    const rig = await setUpSource();
    rig.results.next(answered(aPack(0)));
    await rig.clock.advance(500);
    rig.fake.device.send('\r\nREADY\r\n');
    await rig.clock.advance(500);
    expect(rig.shown()).toMatchObject({ sample: { socPercent: 78.5 }, ageMs: 1_000 });
    rig.results.next(answered(aPack(1, { socPercent: 10 })));
    expect(rig.shown()).toMatchObject({ held: [], sample: { socPercent: 10 }, ageMs: 0 });
  });

  test('[OBD-62] other messages of the device leave the comparison as it is', async () => {
    const rig = await setUpSource();
    rig.results.next(answered(aPack(0)));
    rig.fake.device.send('\r\n+ALARM: 3\r\n');
    await rig.clock.advance(500);
    rig.results.next(answered(aPack(1, { socPercent: 10 })));
    expect(rig.shown()).toMatchObject({ sample: { socPercent: 78.5 } });
  });

  test('[DP-10] after a boot banner the next poll is answered', async () => {
    const rig = await setUp();
    rig.telemetry.setSection('home');
    await rig.clock.advance(500);
    rig.fake.device.send('\r\nREADY\r\n');
    await rig.clock.advance(2_000);
    expect(rig.shown()).toMatchObject({ sample: { sequence: 2 }, ageMs: 500 });
    expect(rig.log.entries()).toEqual([]);
  });

  test('[DP-10] a boot banner before the first reply is no reply', async () => {
    const rig = await setUpSource();
    rig.fake.device.send('\r\nREADY\r\n');
    await rig.clock.advance(5_000);
    expect(rig.shown()).toEqual({ kind: 'none' });
  });
});

describe('a record that the device sends by itself', () => {
  const [record = ''] = compact(7).trim().split('\r\n');

  /** Sends a record 100 ms before a poll, or `afterMs` after it, with a reply that is later than the record. */
  const setUpRecord = async (afterMs?: number) => {
    const rig = await setUp(() => compact(8));
    let restarts = 0;
    rig.telemetry.restarted$.subscribe(() => (restarts += 1));
    const sequences: (number | undefined)[] = [];
    rig.telemetry.samples$.subscribe(({ sample }) => sequences.push(sample.sequence));
    if (afterMs === undefined) {
      rig.fake.device.send(`cut\r\n${record}\r\n`);
      await rig.clock.advance(100);
    }
    rig.telemetry.setSection('home');
    await rig.clock.advance(afterMs ?? 500);
    return { ...rig, sequences, restarts: () => restarts };
  };

  test('[OBD-316] a record that arrived before a reply is not shown after it, and is no restart', async () => {
    const rig = await setUpRecord();
    expect(rig.sequences).toEqual([8]);
    expect(rig.restarts()).toBe(0);
  });

  test('[OBD-316] the age of a record counts from its last line', async () => {
    const rig = await setUpRecord(500);
    const at = rig.clock.wallNow();
    rig.fake.device.send(`cut\r\n${record.replace('1,7,107', '1,9,109')}\r\n`);
    await rig.clock.advance(200);
    expect(rig.sequences).toEqual([8, 9]);
    expect(rig.shown()).toMatchObject({ receivedAt: at, ageMs: 150 });
  });
});

/** Returns a profile that reads two packs, of which the second one has a state of charge of 20 %. */
const twoPacks = (extra: Partial<ReplyProfile> = {}): ReplyProfile => ({
  name: 'two packs',
  ...extra,
  read: () => {
    const packs = [
      { label: '1', sample: aPack(0), others: [] },
      { label: '2', sample: aPack(0, { socPercent: 20 }), others: [] },
    ];
    const reply: ReadReply = { sample: aPack(0), others: [], packs };
    return ok(reply);
  },
});

describe('a device with several packs', () => {
  test('[OBD-279] the chosen pack is shown at once, which is not a new reply', async () => {
    const rig = await setUp(undefined, createLive<Source>(twoPacks()).live);
    let samples = 0;
    rig.telemetry.samples$.subscribe(() => (samples += 1));
    rig.telemetry.choosePack('2');
    expect(rig.shown()).toEqual({ kind: 'none' });
    rig.telemetry.setSection('home');
    await rig.clock.advance(1_000);
    expect(rig.shown()).toMatchObject({ pack: { label: '1', labels: ['1', '2'] } });
    rig.telemetry.choosePack('2');
    expect(rig.shown()).toMatchObject({
      pack: { label: '2', labels: ['1', '2'] },
      sample: { socPercent: 20 },
      held: [],
      ageMs: 1_000,
    });
    expect(samples).toBe(1);
    await rig.link.disconnect();
    await rig.connect();
    await rig.clock.advance(100);
    expect(rig.shown()).toMatchObject({ pack: { label: '1' } });
  });

  test('[OBD-372] an unplugged device that returns shows the chosen pack again', async () => {
    const usb = { usb: { vendorId: 0x1a86, productId: 0x7523 } };
    const rig = await setUp(undefined, createLive<Source>(twoPacks()).live, undefined, usb);
    rig.telemetry.setSection('home');
    await rig.clock.advance(1_000);
    rig.telemetry.choosePack('2');
    rig.fake.unplug();
    await rig.clock.advance(300);
    rig.fake.plug();
    await rig.clock.advance(2_000);
    expect(rig.link.connection$.value.kind).toBe('connected');
    expect(rig.shown()).toMatchObject({ pack: { label: '2' }, sample: { socPercent: 20 } });
  });

  test('[OBD-279] the first numbered reply keeps no value of the unnumbered one before it', async () => {
    const rig = await setUpSource();
    const first = answered(aPack(0));
    if (first.status !== 'answered') throw new Error('not answered');
    rig.results.next(first);
    await rig.clock.advance(1_000);
    const sample = aPack(1, { socPercent: 20 });
    const packs = [{ ...first.reply, sample, label: '2' }];
    rig.results.next({ ...first, reply: { ...first.reply, sample, packs } });
    expect(rig.soc()).toBe(20);
  });

  test('[OBD-279] a reply without the chosen pack changes nothing', async () => {
    const rig = await setUpSource();
    const both = twoPacks().read([]);
    if (!both.ok) throw new Error('not read');
    const understanding = { kind: 'native' } as const;
    const packs = (both.value.packs ?? []).map((pack) => ({ ...pack, understanding }));
    const result = answered(aPack(0));
    if (result.status !== 'answered') throw new Error('not answered');
    rig.results.next({ ...result, reply: { ...result.reply, packs } });
    const second = packs.filter(({ label }) => label === '2');
    rig.results.next({ ...result, reply: { ...result.reply, packs: second } });
    expect(rig.soc()).toBe(78.5);
    expect(rig.telemetry.health$.value).toMatchObject({ answeredOfLast: 2, held: 0 });
    rig.telemetry.choosePack('2');
    expect(rig.soc()).toBe(20);
    rig.telemetry.choosePack('1'); // not in the last reply
    expect(rig.shown()).toEqual({ kind: 'none' });
  });
});

describe('the profile of the replies', () => {
  test('[OBD-73] the identity is read once, if the user allowed it in the profile', async () => {
    for (const [extra, times] of [
      [{ readsIdentity: true }, 1],
      [{}, 0],
    ] as const) {
      const rig = await setUp(undefined, createLive<Source>(twoPacks(extra)).live);
      rig.telemetry.setSection('home');
      await rig.clock.advance(10_000);
      expect(rig.fake.device.writtenText().match(/ATI/g)?.length ?? 0).toBe(times);
    }
  });

  test('[OBD-20] a new profile that does not understand the last reply shows nothing', async () => {
    const source = createLive<Source>(twoPacks());
    const rig = await setUp(undefined, source.live);
    rig.telemetry.setSection('home');
    await rig.clock.advance(100);
    expect(rig.soc()).toBe(78.5);
    source.set({ name: 'other', read: () => err({ kind: 'unknownFormat', detail: '' }) });
    expect(rig.shown()).toEqual({ kind: 'none' });
  });

  test('[OBD-20] a new profile applies to the last reply also if the polls after it were not answered', async () => {
    const source = createLive<Source>(undefined);
    const rig = await setUp((poll) => (poll === 1 ? compact(1) : undefined), source.live);
    rig.telemetry.setSection('home');
    await rig.clock.advance(5_000);
    expect(rig.telemetry.health$.value.timeouts).toBeGreaterThan(0);
    const read: string[] = [];
    source.set({
      name: 'mine',
      read: (lines) => {
        read.push(...lines);
        return ok({ sample: aPack(0, { socPercent: 5 }), others: [] });
      },
    });
    expect(read).toEqual(compact(1).trim().split('\r\n').slice(0, 1));
    expect(rig.soc()).toBe(5);
  });

  test('[OBD-20] the last reply of another connection is not read again', async () => {
    const source = createLive<Source>(undefined);
    const rig = await setUp(undefined, source.live);
    rig.telemetry.setSection('home');
    await rig.clock.advance(100);
    await rig.link.disconnect();
    source.set(twoPacks());
    expect(rig.shown()).toEqual({ kind: 'none' });
  });
});
