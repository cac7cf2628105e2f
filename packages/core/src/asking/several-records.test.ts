import { expect, test } from 'vitest';
import { profileOf } from '../profiles/profile.fixture.ts';
import { createPackWatch } from '../recording/pack-watch.ts';
import type { LiveSample } from '../telemetry/telemetry.ts';
import { setUp } from './asking-rig.fixture.ts';

const cell = (index: number) => ({ to: 'cells', index });
const FAULT = { bits: { 0: 'protection:shortCircuit' } };

/** A device that sends two records by itself, each with half of the cells, a switch and some faults. */
const listening = async (
  onSample: (sample: LiveSample) => void = () => undefined,
  rounds = 3,
  second: object = FAULT,
) => {
  const profile = profileOf({
    ...{ id: 'two', name: 'Two' },
    records: [
      {
        ...{ id: 'a', has: 'C1:', read: 'keys', separator: ':', pairs: ' ' },
        keys: { C1: cell(1), C2: cell(2), FA: FAULT, CHG: { bits: { 0: 'charge' } } },
      },
      {
        ...{ id: 'b', has: 'C3:', read: 'keys', separator: ':', pairs: ' ' },
        keys: { C3: cell(3), C4: cell(4), FB: second, DSG: { bits: { 0: 'discharge' } } },
      },
    ],
  });
  const rig = await setUp({}, { load: () => Promise.resolve(profile) });
  await rig.choice.choose('two');
  rig.telemetry.samples$.subscribe(onSample);
  /** Sends both records, one second apart, and returns what is shown after each. */
  const round = async (secondCell: string, { faults = 0, charge = 1 } = {}) => {
    const shown = [];
    for (const record of [
      `C1:3.302 C2:${secondCell} FA:${faults} CHG:${charge}\r\n`,
      'C3:3.303 C4:3.302 FB:0 DSG:1\r\n',
    ]) {
      await rig.clock.advance(1_000);
      rig.fake.device.send(record);
      await rig.clock.advance(0);
      shown.push(rig.sample()?.sample);
    }
    return shown;
  };
  rig.fake.device.send('begin\r\n'); // the first line of a connection is ignored
  for (let count = 0; count < rounds; count += 1) await round('3.304');
  return { ...rig, round };
};

test('[OBD-277] [OBD-63] a cell that jumps in one of several records is held until the record is repeated', async () => {
  const { round } = await listening();
  for (const shown of await round('3.904')) expect(shown?.cellVoltagesV[1]).toBe(3.304);
  for (const shown of await round('3.304')) expect(shown?.cellVoltagesV[1]).toBe(3.304);
  for (const shown of await round('3.904')) expect(shown?.cellVoltagesV[1]).toBe(3.304);
  for (const shown of await round('3.904')) expect(shown?.cellVoltagesV[1]).toBe(3.904);
});

test('[OBD-277] [OBD-63] a switch that one of several records reports is held until the record is repeated', async () => {
  const { round } = await listening();
  for (const shown of await round('3.304', { charge: 0 }))
    expect(shown?.switches?.charge).toBe(true);
  for (const shown of await round('3.304', { charge: 0 }))
    expect(shown?.switches?.charge).toBe(false);
});

test('[OBD-277] [OBD-68] a fault in one of several records is shown at once and disappears after two records without it', async () => {
  const { round, sample } = await listening();
  for (const shown of await round('3.304', { faults: 1 }))
    expect(shown?.protections).toEqual(['shortCircuit']);
  expect(sample()?.held).toEqual([{ key: 'protections', fault: 'shortCircuit' }]);
  await round('3.304', { faults: 1 });
  expect(sample()?.held).toEqual([]);
  for (const shown of await round('3.304')) expect(shown?.protections).toEqual(['shortCircuit']);
  for (const shown of await round('3.304')) expect(shown?.protections).toEqual([]);
});

test('[OBD-334] a fault of a fast record disappears after two records without it, before the slow record comes', async () => {
  const other = { bits: { 0: 'protection:cellOverVoltage' } };
  const { fake, clock, round, sample } = await listening(undefined, 3, other);
  const shown: unknown[] = [];
  await round('3.304', { faults: 1 });
  for (const faults of [1, 0, 0]) {
    await clock.advance(1_000);
    fake.device.send(`C1:3.302 C2:3.304 FA:${faults} CHG:1\r\n`);
    await clock.advance(0);
    shown.push([sample()?.sample.protections, sample()?.held]);
  }
  const unsure = [{ key: 'protections', fault: 'shortCircuit' }];
  expect(shown).toEqual([
    [['shortCircuit'], []],
    [['shortCircuit'], unsure],
    [[], []],
  ]);
});

test('[REC-10] cells that arrive with the second record do not prove another pack', async () => {
  const watch = createPackWatch();
  const proofs: unknown[] = [];
  const { round, fake, clock } = await listening(({ sample, olderByMs }) => {
    proofs.push(watch.sample(sample, 0, olderByMs));
  });
  for (let record = 0; record < 12; record += 1) {
    await clock.advance(1_000);
    fake.device.send('C1:3.302 C2:3.304 FA:0 CHG:1\r\n'); // the other record is lost until its cells are too old
  }
  watch.doubt();
  await round('3.304');
  expect(new Set(proofs)).toEqual(new Set([undefined]));
});

test('[OBD-326] a cell that the second record reports for the first time is shown at once', async () => {
  const { round, sample } = await listening(undefined, 0);
  const [, first] = await round('3.304');
  expect(first?.cellVoltagesV).toEqual([3.302, 3.304, 3.303, 3.302]);
  expect(sample()?.held).toEqual([]);
});

test('[OBD-326] a cell that the first record reports for the first time is shown at once', async () => {
  const { fake, clock, round, sample } = await listening(undefined, 0);
  for (let record = 0; record < 2; record += 1) {
    await clock.advance(1_000);
    fake.device.send('C3:3.303 C4:3.302 FB:0 DSG:1\r\n');
    await clock.advance(0);
  }
  expect(sample()?.sample.cellVoltagesV).toEqual([null, null, 3.303, 3.302]);
  const [first] = await round('3.304');
  expect(first?.cellVoltagesV).toEqual([3.302, 3.304, 3.303, 3.302]);
  const [second] = await round('3.904');
  expect(second?.cellVoltagesV[1]).toBe(3.304); // a jump is still held
});

test('[OBD-327] cells of a record that the device no longer sends are not read, instead of missing in the list', async () => {
  const { fake, clock, sample } = await listening();
  for (let record = 0; record < 14; record += 1) {
    await clock.advance(1_000);
    fake.device.send('C1:3.302 C2:3.304 FA:0 CHG:1\r\n');
    await clock.advance(0);
  }
  expect(sample()?.sample.cellVoltagesV).toEqual([3.302, 3.304, null, null]);
});

test('[OBD-327] a record that has fewer cells than before is another pack', async () => {
  const { fake, clock, sample } = await listening();
  for (let record = 0; record < 14; record += 1) {
    await clock.advance(1_000);
    for (const text of ['C1:3.302 C2:3.304 FA:0 CHG:1', 'C3:3.303 FB:0 DSG:1'])
      fake.device.send(`${text}\r\n`);
    await clock.advance(0);
  }
  expect(sample()?.sample.cellVoltagesV).toEqual([3.302, 3.304, 3.303]);
});

/** A device that sends one line for each cell by itself. */
const listeningToCells = async () => {
  const profile = profileOf({
    ...{ id: 'two', name: 'Lines' },
    records: [
      { id: 'cells', read: 'keys', separator: ':', keys: { 'C#': { to: 'cells', first: 1 } } },
    ],
  });
  const rig = await setUp({}, { load: () => Promise.resolve(profile) });
  await rig.choice.choose('two');
  const send = async (cells: number, seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      await rig.clock.advance(1_000);
      for (let each = 1; each <= cells; each += 1) rig.fake.device.send(`C${each}:3.302\r\n`);
      await rig.clock.advance(100);
    }
  };
  rig.fake.device.send('begin\r\n');
  await send(4, 5);
  return { ...rig, send };
};

test('[OBD-327] after a restart of the device, or a silence of 10 s, only the cells that it sends from then on are expected', async () => {
  const { clock, fake, send, sample } = await listeningToCells();
  await send(3, 30);
  expect(sample()?.sample.cellVoltagesV).toEqual([3.302, 3.302, 3.302, null]);
  await clock.advance(11_000);
  await send(3, 5);
  expect(sample()?.sample.cellVoltagesV).toEqual([3.302, 3.302, 3.302]);
  fake.device.send('READY\r\n');
  await send(2, 5);
  expect(sample()?.sample.cellVoltagesV).toEqual([3.302, 3.302]);
});
