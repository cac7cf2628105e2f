import fc from 'fast-check';
import type { NativeSample } from '../protocol/native-encoder.fixture.ts';
import { FAULTS } from '../protocol/pack-sample.ts';

/** Multiples of a unit, divided as the decoder divides them. */
const steps = (low: number, high: number, perUnit: number): fc.Arbitrary<number> =>
  fc.integer({ min: low, max: high }).map((value) => value / perUnit);

const faults = fc.subarray([...FAULTS]);

/** Any pack that the native dialect can report. */
export const packs: fc.Arbitrary<NativeSample> = fc
  .record({ cells: fc.integer({ min: 0, max: 128 }), sensors: fc.integer({ min: 0, max: 64 }) })
  .chain(({ cells, sensors }) => {
    const many = <T>(each: fc.Arbitrary<T>, length: number): fc.Arbitrary<T[]> =>
      fc.array(each, { minLength: length, maxLength: length });
    return fc.record({
      sequence: fc.integer({ min: 0, max: 65_535 }),
      uptimeS: fc.integer({ min: 0, max: 2_000_000_000 }),
      packVoltageV: steps(0, 800_000, 1_000),
      currentA: steps(-100_000, 100_000, 100),
      socPercent: steps(0, 1_000, 10),
      sohPercent: steps(0, 1_000, 10),
      designCapacityAh: steps(0, 1_000_000, 100),
      remainingAh: steps(0, 1_000_000, 100),
      cycles: fc.integer({ min: 0, max: 100_000 }),
      switches: fc.record({
        charge: fc.boolean(),
        discharge: fc.boolean(),
        precharge: fc.boolean(),
      }),
      alarms: faults,
      protections: faults,
      cellVoltagesV: many(fc.option(steps(1, 6_000, 1_000)), cells),
      temperaturesC: many(fc.option(fc.integer({ min: -60, max: 200 })), sensors),
      balancing: many(fc.boolean(), cells),
    });
  });

/** Bytes that devices send, and bytes that they never should send. */
export const utterances: fc.Arbitrary<Uint8Array> = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc
    .constantFrom(
      '\r\nOK\r\n',
      '\r\nERROR\r\n',
      '\r\nREADY\r\n',
      '\r\n+ALARM: PRT=0001,CELL=12,VAL=3712,LIM=3650\r\n',
      '\r\nbusy p...\r\n',
      'AT+ADATA\r\n',
      '+ADATA: 1,17,86405,1,1,3302,-1240,785,990,10000,7772,123,3,0000,0000,3302,25,0\r\n',
      '+ADATA: VER=1,SEQ=17,UP=86405,NC=4,NT=2\r\n',
      '+ADATA: 1,17,86405,200,2,',
      '+ADATA: ',
      'soc: 77 %\r\n',
      '{"v":13.2,"cells":[3.3',
      ']}',
      '\u001b[2J\u001b[c\u0000',
      '20 °C 🔋\r',
      '\n\n\n\r\r',
    )
    .map((text) => new TextEncoder().encode(text)),
);

/** Splits the bytes at these places (taken modulo the length). */
export const cutAt = (bytes: Uint8Array, places: readonly number[]): readonly Uint8Array[] => {
  const cuts = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort(
    (a, b) => a - b,
  );
  return [0, ...cuts].map((from, index) => bytes.slice(from, cuts[index] ?? bytes.length));
};
