import type { Evidence } from './evidence.ts';
import type { Entry } from './entry.ts';
import { type NumberScales, withoutForeignScales } from './foreign-scale.ts';
import { keyWords, packOf } from './key-words.ts';
import { meaningsOf, type Meaning } from './meaning.ts';
import { close } from './numbers.ts';
import type { Numbering } from './numbering.ts';
import { readCells } from './read-cells.ts';
import { readCharge } from './read-charge.ts';
import { readCurrent } from './read-current.ts';
import { readSwitches } from './read-switches.ts';
import { readTemperatures } from './read-temperatures.ts';
import { readVoltage, type ProvenFactors } from './read-voltage.ts';
import { baseOf, bestOf, readingOf, type InferredValue } from './reading.ts';
import { voltageAndCurrentOf, type Candidates } from './voltage-and-current.ts';

/** Limit in V below every mains voltage. A higher voltage needs stronger proof that it belongs to a battery. */
const BELOW_MAINS_V = 90;

/** The values of one record, with their evidence and the entries from which they were read. */
export interface Drafted {
  readonly values: DraftValues;
  readonly evidence: readonly Evidence[];
  readonly used: ReadonlySet<Entry>;
  /** True if a word or a value shows that the record is about a battery. */
  readonly isBattery: boolean;
  /** The number of the pack, if a reply reports several. */
  readonly pack?: number;
}

export interface DraftValues {
  readonly packVoltageV?: number;
  readonly currentA?: number;
  readonly socPercent?: number;
  readonly sohPercent?: number;
  readonly designCapacityAh?: number;
  readonly remainingAh?: number;
  readonly cycles?: number;
  readonly switches?: Readonly<Partial<Record<'charge' | 'discharge' | 'precharge', boolean>>>;
  readonly cellVoltagesV: readonly (number | null)[];
  readonly temperaturesC: readonly (number | null)[];
}

const MOST_CYCLES = 20_000;

const readCycles = (of: Candidates): InferredValue | undefined => {
  const best = bestOf(of('cycles'));
  if (best === undefined || best.unit !== undefined) return undefined;
  const count = baseOf(best);
  return Number.isInteger(count) && count >= 0 && count <= MOST_CYCLES
    ? readingOf('cycles', count, [best], 'a count of cycles by its name')
    : undefined;
};

/** Removes unread cells at the end that do not exist: those beyond the device's count, or all of a complete pack. */
const withoutAbsentCells = (
  volts: readonly (number | null)[],
  count = Infinity,
  isComplete = false,
): readonly (number | null)[] => {
  let { length } = volts;
  while (volts[length - 1] === null && (isComplete || length > count)) length -= 1;
  return volts.slice(0, length);
};

/** Reads the values of one pack from its meanings. */
export const draftSample = (
  meanings: readonly Meaning[],
  { proven, foreignScales, numbering }: DraftMemory,
  isKnownBattery: boolean,
): Drafted => {
  const of: Candidates = (...wanted) => meanings.filter(({ to }) => wanted.includes(to));
  const cells = readCells(of('cell'), numbering);
  const volts = cells?.volts ?? [];
  const read = volts.filter((value) => value !== null);
  const sum = read.reduce((total, value) => total + value, 0);
  const fitsCells = (voltage: number): boolean => read.length >= 3 && close(voltage, sum, 0.02);

  const candidates = voltageAndCurrentOf(of, fitsCells);
  const voltage = readVoltage(candidates, fitsCells, proven);
  const current = readCurrent(candidates, of, voltage, proven);
  const { soc, soh, remaining, capacity } = readCharge(of, foreignScales);
  const cycles = readCycles(of);
  const temperatures = readTemperatures(of('temperature'), numbering);
  const switches = readSwitches(of('switch'));

  // `Voltage: 230 V` may belong to anything: a second value or a name must show that it is a battery.
  const isBattery =
    candidates.voltage?.isBattery === true ||
    candidates.current?.isBattery === true ||
    isKnownBattery ||
    read.length > 0 ||
    [soc, soh, remaining, capacity, cycles].some((each) => each !== undefined);
  const isOwnVoltage =
    voltage !== undefined &&
    (candidates.voltage?.isBattery === true ||
      fitsCells(voltage.value) ||
      (voltage.value < BELOW_MAINS_V && (isBattery || current !== undefined)));
  const isOwnCurrent =
    isOwnVoltage || (voltage === undefined ? isBattery : candidates.current?.isBattery === true);
  const readings = {
    packVoltageV: isOwnVoltage ? voltage : undefined,
    currentA: isOwnCurrent ? current : undefined,
    socPercent: soc,
    sohPercent: soh,
    remainingAh: remaining,
    designCapacityAh: capacity,
    cycles,
  };
  const shown = Object.entries(readings).flatMap(([place, reading]) =>
    reading === undefined ? [] : [{ place, ...reading }],
  );
  const [cellCount] = of('cellCount').map(baseOf);
  const isComplete = voltage !== undefined && fitsCells(voltage.value);
  return {
    values: {
      ...(Object.fromEntries(shown.map(({ place, value }) => [place, value])) as Partial<
        Record<keyof typeof readings, number>
      >), // the keys are those of `readings`
      ...(Object.keys(switches.switches).length === 0 ? {} : { switches: switches.switches }),
      cellVoltagesV: withoutAbsentCells(volts, cellCount, isComplete),
      temperaturesC: temperatures.celsius,
    },
    evidence: [...shown, cells, temperatures, switches].flatMap((each) => each?.evidence ?? []),
    used: new Set([...shown, cells, temperatures, switches].flatMap((each) => each?.used ?? [])),
    isBattery,
  };
};

/** What earlier replies showed about the numbers of a connection. */
export interface KnownScales extends NumberScales {
  readonly proven: ProvenFactors;
  readonly numbering: Numbering;
}

type DraftMemory = Pick<KnownScales, 'proven' | 'foreignScales' | 'numbering'>;

/** Returns the values of each pack of a record. Values without a pack number belong to the whole record. */
export const draftsOf = (
  entries: readonly Entry[],
  scales: KnownScales,
  isKnownBattery: boolean,
): readonly Drafted[] => {
  const all = meaningsOf(entries);
  const meanings = withoutForeignScales(all, scales);
  // A pack without any value that is understood is one of several, too.
  const named = entries.map(({ groups }) =>
    groups.map((group) => packOf(keyWords(group))).findLast((number) => number !== undefined),
  );
  const numbers = [
    ...new Set([...named, ...all.map(({ pack }) => pack)].filter((each) => each !== undefined)),
  ];
  const whole = meanings.filter(({ pack }) => pack === undefined);
  if (numbers.length < 2) return [draftSample(meanings, scales, isKnownBattery)];
  const isWhole = whole.some(({ to }) => to === 'packVoltage' || to === 'soc');
  if (isWhole) {
    // Modules of one pack: their cells and sensors belong to it if they are numbered consecutively.
    const parts = meanings.filter(
      (each) => each.pack === undefined || each.to === 'cell' || each.to === 'temperature',
    );
    return [draftSample(parts, scales, isKnownBattery)];
  }
  const draftAll = (isKnown: boolean): readonly Drafted[] =>
    numbers.map((pack) => ({
      ...draftSample(
        meanings.filter((each) => each.pack === pack),
        scales,
        isKnown,
      ),
      pack,
    }));
  const drafts = draftAll(isKnownBattery);
  // If one of them is a battery, all are: otherwise the values of one module would be shown as those of the pack.
  return drafts.some(({ isBattery }) => isBattery) ? draftAll(true) : drafts;
};
