import { expect, test } from 'vitest';
import { profileOf } from '../profiles/profile.fixture.ts';
import { createPackWatch } from '../recording/pack-watch.ts';
import type { LiveSample } from '../telemetry/telemetry.ts';
import { setUp } from './asking-rig.fixture.ts';

const cell = (index: number) => ({ to: 'cells', index });
const FAULT = { bits: { 0: 'protection:shortCircuit' } };

/** A device that sends two records by itself, each with half of the cells, a switch and some faults. */
const listening = async (onSample: (sample: LiveSample) => void = () => undefined) => {
  const profile = profileOf({
    ...{ id: 'two', name: 'Two' },
    records: [
      {
        ...{ id: 'a', has: 'C1:', read: 'keys', separator: ':', pairs: ' ' },
        keys: { C1: cell(1), C2: cell(2), FA: FAULT, CHG: { bits: { 0: 'charge' } } },
      },
      {
        ...{ id: 'b', has: 'C3:', read: 'keys', separator: ':', pairs: ' ' },
        keys: { C3: cell(3), C4: cell(4), FB: FAULT, DSG: { bits: { 0: 'discharge' } } },
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
  for (let count = 0; count < 3; count += 1) await round('3.304');
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
