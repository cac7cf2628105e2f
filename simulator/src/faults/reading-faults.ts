import type { Reading } from '../bms/reading.ts';
import type { SeededRandom } from '../random/seeded-random.ts';

interface ReadingFault {
  readonly does: string;
  readonly value?: number;
  readonly unit?: string;
  /** Returns the changed reading. `frozen` is the first reading after the fault became active. */
  readonly spoil: (
    reading: Reading,
    setting: { readonly random: SeededRandom; readonly value: number; readonly frozen: Reading },
  ) => Reading;
}

/** Faults of the reported values. The replies stay well-formed. */
export const readingFaults = {
  spike: {
    does: 'one cell far off in one answer',
    value: 400,
    unit: 'mV',
    spoil: (reading, { random, value }) => {
      const cell = Math.floor(random.next() * reading.cells.length);
      const sign = random.next() < 0.5 ? -1 : 1;
      return {
        ...reading,
        cells: reading.cells.map((mv, i) => (i === cell ? Math.max(1, mv + sign * value) : mv)),
      };
    },
  },
  frozen: {
    does: 'the values never change; sequence and uptime do',
    spoil: (reading, { frozen }) => ({ ...frozen, uptimeS: reading.uptimeS }),
  },
} satisfies Record<string, ReadingFault>;
