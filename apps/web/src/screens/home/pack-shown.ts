import type {
  Evidence,
  EvidencePlace,
  HeldValue,
  Level,
  LiveSample,
  PackSample,
} from '@batbot/core';
import type { Finding, PackTrend } from '@batbot/core/verdict';
import type { AlarmMarks } from './alarm-marks.ts';

/** The data of the pack that all parts of Home show. It changes with each reply. */
export interface PackShown {
  /** The current sample. After its values have expired, it does not contain them. */
  readonly sample: PackSample;
  /** The last sample with all reported values; undefined before the first reply. */
  readonly reported: PackSample | undefined;
  readonly held: readonly HeldValue[];
  readonly marks: AlarmMarks;
  readonly trend: PackTrend;
  readonly findings: readonly Finding[];
  /** The evidence of each inferred value; empty if a dialect or a profile defines the values. */
  readonly evidence: ReadonlyMap<EvidencePlace, Evidence>;
  /** The age difference between a value and the latest record in ms, by the value's name in the sample. */
  readonly olderByMs: ReadonlyMap<string, number>;
  /** The number of decimals with which the device reports a value, by the value's name in the sample, if known. */
  readonly decimals?: ReadonlyMap<string, number> | undefined;
}

const NO_EVIDENCE: PackShown['evidence'] = new Map();

export const NOTHING_OLDER: PackShown['olderByMs'] = new Map();

export const evidenceIn = (understanding: LiveSample['understanding'] | undefined) =>
  understanding?.kind === 'inferred'
    ? new Map(understanding.evidence.map((each) => [each.place, each] as const))
    : NO_EVIDENCE;

/** Returns the evidence of the values at these places; `cellVoltagesV` includes all cells. */
export const evidenceOf = (
  { evidence }: PackShown,
  ...places: readonly (EvidencePlace | 'cellVoltagesV' | 'temperaturesC')[]
): readonly Evidence[] =>
  [...evidence.values()].filter(({ place }) =>
    places.some((each) => place === each || place.startsWith(`${each} `)),
  );

/**
 * Returns the age difference in ms between the oldest of these values and the latest record. `places` are names in the
 * sample.
 */
export const olderOf = ({ olderByMs }: PackShown, ...places: readonly string[]): number =>
  Math.max(0, ...places.map((place) => olderByMs.get(place) ?? 0));

/** Returns the number of decimals of a value on the screen: at most those that the device reports [OBD-292]. */
export const decimalsOf = (
  { decimals }: PackShown,
  place: keyof PackSample,
  most: number,
): number => Math.min(most, decimals?.get(place) ?? most);

export type Tile = 'soc' | 'voltage' | 'current' | 'power' | 'temperature';

/** The tiles by the kind of a finding, or of the evidence of a fault. */
const TILES: Readonly<Partial<Record<string, Tile>>> = {
  pack: 'voltage',
  current: 'current',
  sensor: 'temperature',
  hot: 'temperature',
  cold: 'temperature',
  suspectSensor: 'temperature',
  sumMismatch: 'voltage',
  contactorOpen: 'current',
  frozen: 'current',
  lowSoc: 'soc',
  socJump: 'soc',
};

const tileOf = (finding: Finding): Tile | undefined =>
  TILES['evidence' in finding ? (finding.evidence?.kind ?? '') : finding.kind];

/** Returns the tiles that the findings concern: `act` for a protection, otherwise `watch`. */
export const tileLevels = (findings: readonly Finding[]): ReadonlyMap<Tile, Level> => {
  const levels = new Map<Tile, Level>();
  for (const finding of findings) {
    const tile = tileOf(finding);
    if (tile === undefined || levels.get(tile) === 'act') continue;
    levels.set(tile, finding.kind === 'protection' ? 'act' : 'watch');
  }
  // A protection opens a contactor, which affects the current.
  const isOpen = findings.some(({ kind }) => kind === 'protection');
  if (isOpen && !levels.has('current')) levels.set('current', 'watch');
  return levels;
};
