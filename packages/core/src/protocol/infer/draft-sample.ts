import type { Evidence, EvidencePlace } from './evidence.ts';
import type { Entry } from './entry.ts';
import { meaningsOf, type Meaning, type Meant } from './meaning.ts';
import { close, rounded } from './numbers.ts';
import { inBase, type Quantity } from './quantity.ts';
import { readCells } from './read-cells.ts';
import { readSwitches } from './read-switches.ts';
import { readTemperatures } from './read-temperatures.ts';

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

/** Scale factors proven for a name on this connection. A single reply may lack the value that proves them. */
export type ProvenFactors = Map<string, number>;

/** Limits in base units that no pack exceeds. */
const HIGHEST_V = 1_500;
const HIGHEST_A = 5_000;
const HIGHEST_AH = 100_000;

/** Returns the candidate with the highest score; undefined if two different values have it. */
const bestOf = (found: readonly Meaning[]): Meaning | undefined => {
  const score = Math.max(...found.map((each) => each.score));
  const best = found.filter((each) => each.score === score);
  const [first] = best;
  if (first === undefined) return undefined;
  const value = baseOf(first);
  const agrees = best.every(
    (each) =>
      each.unit === first.unit || close(baseOf(each), value, 0.005) || baseOf(each) === value,
  );
  const isEqual = best.every((each) => close(baseOf(each), value, 0.005) || baseOf(each) === value);
  return agrees && isEqual ? first : undefined;
};

const firstNumber = ({ entry }: Meaning): Quantity | undefined => entry.value.numbers[0];

const baseOf = (meaning: Meaning): number => {
  const quantity = firstNumber(meaning);
  if (quantity === undefined) return Number.NaN;
  return inBase(
    meaning.unit === undefined ? quantity : { ...quantity, unit: quantity.unit ?? meaning.unit },
  );
};

const POWERS_OF_TEN = [1, 0.1, 0.01, 0.001];

/** Reads the values of one pack from its meanings. */
export const draftSample = (
  meanings: readonly Meaning[],
  proven: ProvenFactors,
  isKnownBattery: boolean,
): Drafted => {
  const of = (...wanted: readonly Meant[]): readonly Meaning[] =>
    meanings.filter(({ to }) => wanted.includes(to));
  const evidence: Evidence[] = [];
  const used = new Set<Entry>();
  const take = (place: EvidencePlace, { entry, name }: Meaning, reason: string): void => {
    evidence.push({ place, key: name, text: entry.value.text, reason });
    used.add(entry);
  };

  const cells = readCells(of('cell'));
  let volts = cells?.volts ?? [];
  const read = volts.filter((value) => value !== null);
  const sum = read.reduce((total, value) => total + value, 0);
  const fitsCells = (voltage: number): boolean => read.length >= 3 && close(voltage, sum, 0.02);

  // Pack voltage.
  const inside = of('packVoltage').filter(({ isOutput }) => !isOutput);
  const outputs = of('packVoltage').filter((each) => each.isOutput && fitsCells(baseOf(each)));
  const byOutput = inside.length === 0 && outputs.length === 1 ? outputs[0] : undefined;
  const voltage = byOutput ?? bestOf(inside);
  const powers = of('power')
    .map(firstNumber)
    .filter((each) => each !== undefined);
  const currents = of('current');
  const current =
    byOutput === undefined
      ? bestOf(currents.filter(({ isOutput }) => !isOutput))
      : bestOf(currents.filter(({ isOutput }) => isOutput));

  /**
   * Returns the two factors with which voltage times current equals a reported power, if exactly one pair of factors
   * does.
   */
  const byPower = (): readonly [number, number] | undefined => {
    const v = voltage === undefined ? undefined : firstNumber(voltage);
    const i = current === undefined ? undefined : firstNumber(current);
    if (v === undefined || i === undefined || v.value === 0 || i.value === 0) return undefined;
    const vFactors = voltage?.unit === undefined ? POWERS_OF_TEN : [voltage.unit.factor];
    const iFactors = current?.unit === undefined ? POWERS_OF_TEN : [current.unit.factor];
    const found = vFactors.flatMap((vFactor) =>
      iFactors.flatMap((iFactor): readonly (readonly [number, number])[] => {
        const volt = v.value * vFactor;
        const watts = Math.abs(volt * i.value * iFactor);
        const fits =
          volt <= HIGHEST_V &&
          watts >= 20 &&
          powers.some((each) => close(Math.abs(inBase(each)), watts, 0.01));
        return fits ? [[vFactor, iFactor]] : [];
      }),
    );
    const [only] = found;
    if (found.length === 1) return only;
    // 13.79 V × 12.4 A and 137.9 V × 1.24 A have the same product. If both are whole numbers, they count in
    // thousandths.
    const isWhole =
      v.decimals === 0 &&
      i.decimals === 0 &&
      Math.abs(v.value) >= 5_000 &&
      Math.abs(i.value) >= 1_000;
    return isWhole
      ? found.find(([vFactor, iFactor]) => vFactor === 0.001 && iFactor === 0.001)
      : undefined;
  };
  const power = byPower();

  let packVoltageV: number | undefined;
  if (voltage !== undefined) {
    const number = firstNumber(voltage);
    const base = baseOf(voltage);
    if (number === undefined || Number.isNaN(base)) packVoltageV = undefined;
    else if (voltage.unit !== undefined) {
      packVoltageV = base;
      take(
        'packVoltageV',
        voltage,
        byOutput === undefined
          ? 'a voltage of the battery by its name and unit'
          : 'an output voltage that is the sum of the cells',
      );
    } else {
      const sums = POWERS_OF_TEN.filter((factor) => fitsCells(number.value * factor));
      const factor = sums[0] ?? power?.[0] ?? proven.get(voltage.name);
      if (factor !== undefined && (number.decimals === 0 || factor === 1)) {
        packVoltageV = rounded(number.value * factor);
        proven.set(voltage.name, factor);
        take(
          'packVoltageV',
          voltage,
          sums[0] !== undefined
            ? 'a voltage by its name; the cells add up to it'
            : power !== undefined
              ? 'a voltage by its name; with the current it gives the reported power'
              : 'a voltage by its name; an earlier reply proved its factor',
        );
      } else if (number.decimals > 0 && number.value >= 1 && number.value <= HIGHEST_V) {
        packVoltageV = number.value;
        take('packVoltageV', voltage, 'a voltage by its name; written with decimals, so in V');
      }
    }
    if (packVoltageV !== undefined && (packVoltageV < 0 || packVoltageV > HIGHEST_V))
      packVoltageV = undefined;
  }

  // Current.
  let currentA: number | undefined;
  const [chargeA, dischargeA] = (['chargeCurrent', 'dischargeCurrent'] as const).map((to) =>
    bestOf(of(to)),
  );
  if (current !== undefined) {
    const number = firstNumber(current);
    if (number === undefined || Number.isNaN(number.value)) currentA = undefined;
    else if (current.unit !== undefined) {
      currentA = baseOf(current);
      take('currentA', current, 'a current by its name and unit');
    } else {
      const factor = power?.[1] ?? proven.get(current.name);
      const isByWord = /\b(amps?|amperes?)\b/.test(current.words);
      if (isByWord) {
        currentA = number.value;
        take('currentA', current, 'a current by its name, which says amperes');
      } else if (factor !== undefined && (number.decimals === 0 || factor === 1)) {
        currentA = rounded(number.value * factor);
        proven.set(current.name, factor);
        take(
          'currentA',
          current,
          power === undefined
            ? 'a current by its name; an earlier reply proved its factor'
            : 'a current by its name; with the voltage it gives the reported power',
        );
      } else if (
        number.decimals > 0 &&
        Math.abs(number.value) <= 1_000 &&
        !isScaled(voltage, packVoltageV)
      ) {
        currentA = number.value;
        take('currentA', current, 'a current by its name; written with decimals, so in A');
      }
    }
  } else if (
    currents.length === 0 &&
    chargeA?.unit !== undefined &&
    dischargeA?.unit !== undefined
  ) {
    const [charging, discharging] = [baseOf(chargeA), baseOf(dischargeA)];
    if (charging === 0 || discharging === 0) {
      currentA = Math.abs(charging) - Math.abs(discharging);
      for (const each of [chargeA, dischargeA])
        take('currentA', each, 'charging current minus discharging current, with their unit');
    }
  }
  if (currentA !== undefined && Math.abs(currentA) > HIGHEST_A) currentA = undefined;

  // Capacities and states.
  const percent = (to: 'soc' | 'soh') => {
    const best = bestOf(of(to));
    const number = best === undefined ? undefined : firstNumber(best);
    if (best === undefined || number === undefined) return undefined;
    return { best, number, base: baseOf(best) };
  };
  const soc = percent('soc');
  const remaining = bestOf(of('remaining'));
  const capacity = bestOf(of('capacity'));
  const left = remaining === undefined ? undefined : baseOf(remaining);
  const pair = remaining?.entry.value.of ?? capacity?.entry.value.of;
  const isPair = pair !== undefined;
  const leftAh = isPair ? baseOf(remaining ?? capacity ?? raise()) : left;
  const fullAh = isPair
    ? inBase(
        pair.unit === undefined && (remaining ?? capacity)?.unit !== undefined
          ? { ...pair, unit: (remaining ?? capacity)?.unit ?? raise() }
          : pair,
      )
    : capacity === undefined
      ? undefined
      : baseOf(capacity);
  const part =
    leftAh !== undefined && fullAh !== undefined && fullAh > 0 && leftAh <= fullAh * 1.05
      ? leftAh / fullAh
      : undefined;

  let socPercent: number | undefined;
  const isFraction =
    soc !== undefined &&
    soc.best.unit === undefined &&
    soc.number.decimals > 0 &&
    soc.base > 0 &&
    soc.base <= 1;
  if (soc !== undefined && !Number.isNaN(soc.base)) {
    if (soc.best.unit !== undefined && soc.base >= 0 && soc.base <= 100) {
      socPercent = soc.base;
      take('socPercent', soc.best, 'a state of charge by its name and unit');
    } else if (soc.best.unit === undefined) {
      if (isFraction) {
        if (part !== undefined && Math.abs(part - soc.base) <= 0.005) {
          socPercent = rounded(soc.base * 100);
          take(
            'socPercent',
            soc.best,
            'a fraction: remaining divided by full capacity gives the same',
          );
        }
      } else if (
        (soc.base > 1 && soc.base <= 100) ||
        (soc.base === 0 && soc.number.decimals === 0)
      ) {
        socPercent = soc.base;
        take('socPercent', soc.best, 'a state of charge by its name, between 0 and 100');
      }
    }
  }
  const soh = percent('soh');
  let sohPercent: number | undefined;
  if (
    soh !== undefined &&
    soh.base <= 100 &&
    (soh.best.unit === undefined ? soh.base > 1 : soh.base >= 0)
  ) {
    sohPercent = soh.base;
    take(
      'sohPercent',
      soh.best,
      soh.best.unit === undefined
        ? 'a state of health by its name, between 0 and 100'
        : 'a state of health by its name and unit',
    );
  }

  const socPart = isFraction ? soc.base : socPercent === undefined ? undefined : socPercent / 100;
  const fitsSoc = part !== undefined && socPart !== undefined && Math.abs(part - socPart) <= 0.025;
  const contradictsSoc =
    part !== undefined && socPart !== undefined && Math.abs(part - socPart) > 0.25;
  const inRange = (value: number | undefined): value is number =>
    value !== undefined && value >= 0 && value <= HIGHEST_AH;
  let remainingAh: number | undefined;
  let designCapacityAh: number | undefined;
  if (isPair) {
    const source = remaining ?? capacity;
    if (source?.unit !== undefined && part !== undefined && inRange(leftAh)) {
      remainingAh = leftAh;
      designCapacityAh = fullAh;
      take('remainingAh', source, 'the first of two capacities, with their unit');
      take('designCapacityAh', source, 'the second of two capacities, with their unit');
    }
  } else {
    const bareFits = (meaning: Meaning | undefined): boolean => {
      const both = remaining !== undefined && capacity !== undefined && part !== undefined;
      const isDecimal = [remaining, capacity].some(
        (each) => each !== undefined && (firstNumber(each)?.decimals ?? 0) > 0,
      );
      const bothDecimal = [remaining, capacity].every(
        (each) => each !== undefined && (firstNumber(each)?.decimals ?? 0) > 0,
      );
      return (
        meaning !== undefined &&
        both &&
        (fullAh ?? 0) <= 5_000 &&
        (fitsSoc ? isDecimal : socPart === undefined && bothDecimal && remaining.score >= 3)
      );
    };
    const weakRemaining = remaining?.score === 1;
    if (remaining !== undefined && inRange(left)) {
      const isSure = remaining.unit !== undefined && (weakRemaining ? fitsSoc : true);
      if (isSure || bareFits(remaining)) {
        remainingAh = left;
        take(
          'remainingAh',
          remaining,
          remaining.unit === undefined
            ? 'a remaining capacity by its name; with the full capacity it gives the state of charge, or both have the same form'
            : 'a remaining capacity by its name and unit',
        );
      }
    }
    if (capacity !== undefined && inRange(fullAh) && fullAh > 0) {
      const isSure =
        capacity.unit !== undefined &&
        (capacity.score > 1 || (part !== undefined && !contradictsSoc));
      if (isSure || bareFits(capacity)) {
        designCapacityAh = fullAh;
        take(
          'designCapacityAh',
          capacity,
          capacity.unit === undefined
            ? 'a capacity by its name; the remaining capacity fits it'
            : 'a capacity by its name and unit',
        );
      }
    }
  }

  const cycle = bestOf(of('cycles'));
  const cycleCount = cycle === undefined || cycle.unit !== undefined ? undefined : baseOf(cycle);
  let cycles: number | undefined;
  if (
    cycle !== undefined &&
    cycleCount !== undefined &&
    Number.isInteger(cycleCount) &&
    cycleCount >= 0 &&
    cycleCount <= 20_000
  ) {
    cycles = cycleCount;
    take('cycles', cycle, 'a count of cycles by its name');
  }

  // Unread cells at the end do not exist if the device's count of cells excludes them or the other cells add up to the
  // pack.
  const count = of('cellCount').map(baseOf)[0];
  while (volts.at(-1) === null) {
    const isBeyond =
      (count !== undefined && volts.length > count) ||
      (packVoltageV !== undefined && fitsCells(packVoltageV));
    if (!isBeyond) break;
    volts = volts.slice(0, -1);
  }
  const temperatures = readTemperatures(of('temperature'));
  const { switches, evidence: switchEvidence, used: switchEntries } = readSwitches(of('switch'));
  for (const entry of [...(cells?.used ?? []), ...temperatures.used, ...switchEntries])
    used.add(entry);

  // `Voltage: 230 V` may belong to anything: a second value or a name must show that it is a battery.
  const isNamed = [voltage, current].some((each) => each?.isBattery === true);
  const isBattery =
    isNamed ||
    isKnownBattery ||
    read.length > 0 ||
    [socPercent, sohPercent, remainingAh, designCapacityAh, cycles].some(
      (each) => each !== undefined,
    );
  const isLow = packVoltageV !== undefined && packVoltageV < BELOW_MAINS_V;
  const isOwnVoltage =
    packVoltageV !== undefined &&
    (voltage?.isBattery === true ||
      fitsCells(packVoltageV) ||
      (isLow && (isBattery || currentA !== undefined)));
  if (packVoltageV !== undefined && !isOwnVoltage) {
    packVoltageV = undefined;
    if (voltage !== undefined) used.delete(voltage.entry);
    if (current?.isBattery !== true) currentA = undefined;
  }
  if (packVoltageV === undefined && !isBattery) currentA = undefined;
  if (currentA === undefined && current !== undefined) used.delete(current.entry);

  const values: DraftValues = {
    ...(packVoltageV === undefined ? {} : { packVoltageV }),
    ...(currentA === undefined ? {} : { currentA: currentA + 0 }),
    ...(socPercent === undefined ? {} : { socPercent }),
    ...(sohPercent === undefined ? {} : { sohPercent }),
    ...(designCapacityAh === undefined ? {} : { designCapacityAh }),
    ...(remainingAh === undefined ? {} : { remainingAh }),
    ...(cycles === undefined ? {} : { cycles }),
    ...(Object.keys(switches).length === 0 ? {} : { switches }),
    cellVoltagesV: volts,
    temperaturesC: temperatures.celsius,
  };
  const shown = evidence.filter(({ place }) => place in values);
  return {
    values,
    evidence: [...shown, ...(cells?.evidence ?? []), ...temperatures.evidence, ...switchEvidence],
    used,
    isBattery: isBattery && (packVoltageV === undefined || isOwnVoltage),
  };
};

const raise = (): never => {
  throw new Error('a pair without its entry');
};

/** True if the pack voltage was scaled. Whole thousandths of the pack voltage do not prove the scale of the current. */
const isScaled = (voltage: Meaning | undefined, packVoltageV: number | undefined): boolean =>
  voltage !== undefined && voltage.unit === undefined && packVoltageV !== baseOf(voltage);

/** Returns the values of each pack of a record. Values without a pack number belong to the whole record. */
export const draftsOf = (
  entries: readonly Entry[],
  proven: ProvenFactors,
  isKnownBattery: boolean,
): readonly Drafted[] => {
  const meanings = meaningsOf(entries);
  const numbers = [...new Set(meanings.flatMap(({ pack }) => (pack === undefined ? [] : [pack])))];
  const whole = meanings.filter(({ pack }) => pack === undefined);
  if (numbers.length < 2) return [draftSample(meanings, proven, isKnownBattery)];
  const isWhole = whole.some(({ to }) => to === 'packVoltage' || to === 'soc');
  if (isWhole) {
    // Modules of one pack: their cells and sensors belong to it if they are numbered consecutively.
    const parts = meanings.filter(
      (each) => each.pack === undefined || each.to === 'cell' || each.to === 'temperature',
    );
    return [draftSample(parts, proven, isKnownBattery)];
  }
  return numbers.map((pack) => ({
    ...draftSample(
      meanings.filter((each) => each.pack === pack),
      proven,
      isKnownBattery,
    ),
    pack,
  }));
};
