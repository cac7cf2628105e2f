import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createReplyDecoder } from '../protocol/reply-decoder.ts';
import { createStreamListener, type StreamSample } from './stream-listener.ts';

/** Sets up a listener whose first, cut line has been received. */
const setUp = () => {
  const clock = createFakeClock();
  const samples: StreamSample[] = [];
  const listening: (readonly [boolean, number])[] = [];
  const listener = createStreamListener({
    clock,
    decode: createReplyDecoder().decode,
    onSample: (sample) => samples.push(sample),
    onListening: (isListening) => listening.push([isListening, clock.monotonicNow()]),
  });
  listener.line('ge: 52.8 V');
  /** Receives lines at once, then waits. */
  const receive = async (lines: readonly string[], thenMs: number): Promise<void> => {
    for (const line of lines) listener.line(line);
    await clock.advance(thenMs);
  };
  return { clock, samples, listening, listener, receive };
};

const voltage = (volts = 52.8): string => `Pack voltage: ${volts} V`;
const soc = (percent = 77): string => `SOC: ${percent} %`;

describe('the records of a stream', () => {
  test('[OBD-245] lines that follow within 150 ms are one record, which ends with a pause', async () => {
    const rig = setUp();
    await rig.receive([voltage()], 149);
    await rig.receive([soc()], 149);
    expect(rig.samples).toEqual([]);
    await rig.clock.advance(1);
    expect(rig.samples.map(({ raw }) => raw)).toEqual([[voltage(), soc()]]);
    expect(rig.samples[0]?.reply.sample).toMatchObject({ packVoltageV: 52.8, socPercent: 77 });
    await rig.clock.advance(1_000);
    expect(rig.samples).toHaveLength(1);
  });

  test('[OBD-245] a line like the first one of a record begins the next record, without a pause', async () => {
    const rig = setUp();
    await rig.receive([voltage(52), soc(70)], 100);
    await rig.receive([voltage(53)], 100);
    expect(rig.samples.map(({ raw }) => raw)).toEqual([[voltage(52), soc(70)]]);
    await rig.receive([soc(71)], 150);
    expect(rig.samples.map(({ raw }) => raw).slice(1)).toEqual([[voltage(53), soc(71)]]);
  });

  test('[OBD-245] the first line of a connection may be cut and is not read; empty lines are no lines', async () => {
    const rig = setUp();
    await rig.clock.advance(500);
    expect(rig.samples).toEqual([]);
    await rig.receive(['', voltage(), ' ', soc()], 150);
    expect(rig.samples.map(({ raw }) => raw)).toEqual([[voltage(), soc()]]);
    rig.listener.restart();
    await rig.receive([soc(7), voltage(50)], 150);
    expect(rig.samples.at(-1)?.raw).toEqual([voltage(50)]);
  });

  test('[DP-05] a record without a pause is cut after 512 lines', async () => {
    const rig = setUp();
    const lines = Array.from({ length: 600 }, (_, at) => `${String.fromCodePoint(0x4e00 + at)}: 1`);
    await rig.receive([voltage(), ...lines], 1_000);
    expect(rig.samples[0]?.raw).toHaveLength(512);
  });

  test('[DP-05] records that follow within 50 ms are dropped', async () => {
    const rig = setUp();
    const at: number[] = [];
    for (let ms = 0; ms < 1_000; ms += 10) {
      const before = rig.samples.length;
      await rig.receive([voltage(52 + ms / 1_000)], 10);
      if (rig.samples.length > before) at.push(ms);
    }
    expect(at.slice(0, 4)).toEqual([10, 60, 110, 160]);
  });

  test('[OBD-245] a record that arrives while the time of silence ends is read', async () => {
    const rig = setUp();
    await rig.receive([voltage()], 10_100);
    await rig.receive([soc()], 100);
    expect(rig.samples).toHaveLength(1);
    await rig.clock.advance(50);
    expect(rig.samples.map(({ raw }) => raw)).toEqual([[voltage()], [soc()]]);
  });

  test('[OBD-17] a record that is not understood gives no sample, and the next one is read', async () => {
    const rig = setUp();
    await rig.receive(['hello'], 200);
    expect(rig.samples).toEqual([]);
    await rig.receive([voltage()], 200);
    expect(rig.samples).toHaveLength(1);
  });
});

describe('records of different shapes', () => {
  test('[OBD-247] a value is merged until it is 10 s older than the last record', async () => {
    const rig = setUp();
    await rig.receive([voltage()], 5_000);
    await rig.receive([soc(78)], 5_000);
    await rig.receive([soc(77)], 151);
    expect(rig.samples.at(-1)?.reply).toMatchObject({
      sample: { packVoltageV: 52.8, socPercent: 77 },
      olderByMs: new Map([['packVoltageV', 10_000]]),
    });
    await rig.receive([soc(76)], 151);
    expect(rig.samples.at(-1)?.reply.sample).toMatchObject({ socPercent: 76 });
    expect(rig.samples.at(-1)?.reply.sample).not.toHaveProperty('packVoltageV');
  });

  test('[OBD-247] a value that two records report is the one of the latest record', async () => {
    const rig = setUp();
    const both = (percent: number): string => `V=52.8 SOC=${percent}`;
    await rig.receive([both(80)], 500);
    await rig.receive([soc(79)], 500);
    expect(rig.samples.at(-1)?.reply.sample.socPercent).toBe(79);
    await rig.receive([both(78)], 500);
    expect(rig.samples.at(-1)?.reply).toMatchObject({
      sample: { packVoltageV: 52.8, socPercent: 78 },
      olderByMs: new Map(),
    });
    expect(rig.samples.at(-1)?.raw).toEqual([both(78)]);
  });

  test('[OBD-247] values of the connection before are not merged', async () => {
    const rig = setUp();
    await rig.receive([voltage()], 200);
    rig.listener.restart();
    await rig.receive(['cut', soc()], 200);
    expect(rig.samples.at(-1)?.reply.sample).not.toHaveProperty('packVoltageV');
  });

  test('[OBD-247] lines that arrived before the end of a connection are not part of the next record', async () => {
    const rig = setUp();
    await rig.receive([soc(70)], 100);
    rig.listener.restart();
    await rig.receive(['cut', voltage()], 200);
    expect(rig.samples.map(({ raw }) => raw)).toEqual([[voltage()]]);
  });
});

describe('whether the device sends records by itself', () => {
  test('[OBD-246] a stream is known with the second decoded record, until the device is silent for 10 s', async () => {
    const rig = setUp();
    await rig.receive([voltage()], 1_000);
    await rig.receive(['hello'], 1_000);
    expect(rig.listening).toEqual([]);
    await rig.receive([voltage()], 20_000);
    expect(rig.listening).toEqual([
      [true, 2_150],
      [false, 12_150],
    ]);
  });

  test('[OBD-246] a device with a long period may be silent for three periods', async () => {
    const rig = setUp();
    for (let record = 0; record < 3; record += 1) await rig.receive([voltage()], 4_000);
    await rig.clock.advance(30_000);
    expect(rig.listening).toEqual([
      [true, 4_150],
      [false, 8_150 + 3 * 4_000],
    ]);
  });

  test('[OBD-246] an answer that does not end shows it at once, for at least 10 s', async () => {
    const rig = setUp();
    rig.listener.streaming();
    await rig.clock.advance(5_000);
    rig.listener.streaming();
    await rig.clock.advance(20_000);
    expect(rig.listening).toEqual([
      [true, 0],
      [false, 15_000],
    ]);
  });

  test('[OBD-246] after silence two records are needed again', async () => {
    const rig = setUp();
    await rig.receive([voltage()], 1_000);
    await rig.receive([voltage()], 20_000);
    await rig.receive([voltage()], 5_000);
    expect(rig.listening).toHaveLength(2);
    await rig.receive([voltage()], 200);
    expect(rig.listening).toHaveLength(3);
  });

  test('[OBD-246] nothing is known at the start of another connection', async () => {
    const rig = setUp();
    rig.listener.streaming();
    await rig.receive([voltage()], 100);
    rig.listener.restart();
    expect(rig.listening.at(-1)).toEqual([false, 100]);
    await rig.clock.advance(30_000);
    expect(rig.samples).toEqual([]);
    expect(rig.clock.pendingTimers()).toBe(0);
  });

  test('[LR-06] after dispose no timer is left', async () => {
    const rig = setUp();
    await rig.receive([voltage()], 200);
    await rig.receive([soc()], 0);
    expect(rig.clock.pendingTimers()).toBe(2);
    rig.listener.dispose();
    expect(rig.clock.pendingTimers()).toBe(0);
  });
});

test('[OBD-332] cells and sensors that a device sends in several records keep their numbers and their values', async () => {
  const rig = setUp();
  const texts = (hot: number): readonly string[] => [
    'Cell1: 3.301 V, Cell2: 3.302 V',
    'Cell3: 3.303 V, Cell4: 3.304 V',
    'Temp1: 21 C, SOC: 50 %',
    `Temp2: ${hot} C, Current: 1.2 A`,
  ];
  await rig.receive(['begin'], 1_000);
  for (let round = 0; round < 6; round += 1)
    for (const text of texts(25)) await rig.receive([text], 1_000);
  for (const [at, text] of texts(26).entries()) {
    await rig.receive([text], 1_000);
    const { sample, olderByMs } = rig.samples.at(-1)?.reply ?? {};
    expect(sample?.cellVoltagesV).toEqual([3.301, 3.302, 3.303, 3.304]);
    expect(sample?.temperaturesC).toEqual([21, at === 3 ? 26 : 25]);
    expect(olderByMs?.get('cellVoltagesV 4') ?? 0).toBe([3_000, 0, 1_000, 2_000][at]);
  }
  await rig.receive(['Cell1: 3.301 V, Cell2: 0 V'], 1_000);
  expect(rig.samples.at(-1)?.reply.sample.cellVoltagesV).toEqual([3.301, null, 3.303, 3.304]);
});

test('[OBD-332] a cell that is not read is not replaced by that of another record with the same cells', async () => {
  const rig = setUp();
  await rig.receive(['begin'], 1_000);
  await rig.receive(['Cell1: 3.301 V, Cell2: 3.302 V'], 1_000);
  await rig.receive(['SOC: 50 %, Cell1: 3.301 V, Cell2: 3.302 V'], 1_000);
  await rig.receive(['Cell1: 3.301 V, Cell2: 0 V'], 1_000);
  expect(rig.samples.at(-1)?.reply.sample.cellVoltagesV).toEqual([3.301, null]);
  await rig.receive(['SOC: 50 %, Cell1: 0 V, Cell2: 3.303 V'], 1_000);
  expect(rig.samples.at(-1)?.reply.sample.cellVoltagesV).toEqual([null, 3.303]);
});
