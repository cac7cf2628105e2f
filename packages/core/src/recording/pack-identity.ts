import { lowerMedian, median } from '../prelude/median.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import { millivoltsBetween } from '../telemetry/pack-summary.ts';

/** The data that distinguish one pack from another. */
export interface PackIdentity {
  readonly sample: PackSample;
  /** The serial number; known only if the user asked the device for it. */
  readonly serial?: string;
}

export type PackDifference =
  | 'serial'
  | 'cellCount'
  | 'temperatureCount'
  | 'designCapacity'
  | 'cycles'
  | 'cellVoltages'
  | 'stateOfCharge';

export type PackComparison =
  | { readonly same: true }
  /** The proofs, the strongest first. */
  | { readonly same: false; readonly because: readonly PackDifference[] };

/**
 * Relative difference of the design capacity that proves another pack. The capacity is a setting, so only rounding may
 * differ.
 */
const CAPACITY_SHARE = 0.01;
/** Increase of the cycle count that proves another pack. A cycle takes hours, and the count never decreases. */
const CYCLES_GAINED = 3;
/**
 * Change of a cell in mV, relative to the common change, that proves another cell. Load and charge change all cells
 * alike.
 */
const CELL_MOVE_MV = 60;
/**
 * Share of changed cells that proves another pack. One or two cells of the same pack may have been balanced or
 * replaced.
 */
const MOVED_CELLS_SHARE = 0.25;
/**
 * Largest change of the charge: the percent per minute that no charger or load exceeds (3 C), and the largest
 * correction of a gauge at once.
 */
const SOC_PER_MINUTE = 5;
const SOC_CORRECTION = 8;
const COMMON_MOVE_MV = 20;
/** The same as a share of the pack voltage: 20 mV of 3.3 V. */
const COMMON_MOVE_SHARE = 0.006;

/** Returns the changes of the cells that both samples have, in whole millivolts, so that limits are exact. */
const cellMoves = (before: PackSample, after: PackSample): readonly number[] =>
  before.cellVoltagesV.flatMap((volts, index) => {
    const now = after.cellVoltagesV[index];
    return volts === null || now === null || now === undefined
      ? []
      : [millivoltsBetween(volts, now)];
  });

const cellsMoved = (before: PackSample, after: PackSample): boolean => {
  const moves = cellMoves(before, after);
  const common = lowerMedian(moves);
  const moved = moves.filter((move) => Math.abs(move - common) > CELL_MOVE_MV).length;
  return moved > 1 && moved / moves.length > MOVED_CELLS_SHARE;
};

/** Whether the voltage rose (`sign` 1) or fell (−1). A device without cells, such as a shunt, has that of the pack. */
const voltageMoved = (before: PackSample, after: PackSample, sign: number): boolean => {
  if (before.cellVoltagesV.length > 0 || after.cellVoltagesV.length > 0)
    return sign * median(cellMoves(before, after)) > COMMON_MOVE_MV;
  const { packVoltageV: was = Number.NaN } = before;
  const { packVoltageV: is = Number.NaN } = after;
  return sign * (is - was) > COMMON_MOVE_SHARE * was;
};

/**
 * True if the voltages changed in the direction of the charge, which proves a different charge. The gauge alone proves
 * nothing, because it may be corrected or reset.
 */
const chargeMoved = (before: PackSample, after: PackSample, limit: number): boolean => {
  if (before.socPercent === undefined || after.socPercent === undefined) return false;
  const change = after.socPercent - before.socPercent;
  return Math.abs(change) > limit && voltageMoved(before, after, Math.sign(change));
};

const bothDiffer = <T>(
  before: T | undefined,
  after: T | undefined,
  differ: (before: T, after: T) => boolean,
): boolean => before !== undefined && after !== undefined && differ(before, after);

/** True if both lists have values and their lengths differ. An empty list comes from a poll without a reply. */
const countsDiffer = (before: readonly unknown[], after: readonly unknown[]): boolean =>
  before.length > 0 && after.length > 0 && before.length !== after.length;

/**
 * Determines whether two samples, `gapMs` apart, come from the same pack. A value that one of them lacks proves
 * nothing. Without any proof they come from the same pack.
 */
export const samePack = (
  before: PackIdentity,
  after: PackIdentity,
  gapMs = Number.POSITIVE_INFINITY,
): PackComparison => {
  const [was, is] = [before.sample, after.sample];
  const socLimit = SOC_CORRECTION + (gapMs / 60_000) * SOC_PER_MINUTE;
  const proofs: readonly (readonly [PackDifference, boolean])[] = [
    ['serial', bothDiffer(before.serial, after.serial, (a, b) => a !== b)],
    ['cellCount', countsDiffer(was.cellVoltagesV, is.cellVoltagesV)],
    ['temperatureCount', countsDiffer(was.temperaturesC, is.temperaturesC)],
    [
      'designCapacity',
      bothDiffer(
        was.designCapacityAh,
        is.designCapacityAh,
        (a, b) => Math.abs(a - b) > CAPACITY_SHARE * Math.max(a, b),
      ),
    ],
    ['cycles', bothDiffer(was.cycles, is.cycles, (a, b) => b < a || b > a + CYCLES_GAINED)],
    ['cellVoltages', cellsMoved(was, is)],
    ['stateOfCharge', chargeMoved(was, is, socLimit)],
  ];
  const because = proofs.flatMap(([name, holds]) => (holds ? [name] : []));
  return because.length === 0 ? { same: true } : { same: false, because };
};

const DIFFERENCES: Readonly<Record<PackDifference, string>> = {
  serial: 'serial number',
  cellCount: 'number of cells',
  temperatureCount: 'number of temperature sensors',
  designCapacity: 'design capacity',
  cycles: 'cycle count',
  cellVoltages: 'cell voltages',
  stateOfCharge: 'state of charge',
};

export const differenceWords = (proofs: readonly PackDifference[]): string =>
  proofs.map((name) => DIFFERENCES[name]).join(', ');
