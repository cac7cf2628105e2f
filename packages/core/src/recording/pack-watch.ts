import type { Outcome } from '../link/traffic.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import { identityIn, type DeviceIdentity } from '../protocol/device-identity.ts';
import { samePack, type PackDifference, type PackIdentity } from './pack-identity.ts';

/** Returns the counts that grow and shrink with the records of a pack, because the list arrives in several records. */
const uncertainCounts = (
  olderByMs: ReadonlyMap<string, number> | undefined,
): readonly PackDifference[] => {
  const isMerged = (list: string): boolean => {
    const ages = [...(olderByMs ?? [])].filter(([place]) => place.startsWith(`${list} `));
    return new Set(ages.map(([, olderMs]) => olderMs)).size > 1;
  };
  return [
    ...(isMerged('cellVoltagesV') ? (['cellCount'] as const) : []),
    ...(isMerged('temperaturesC') ? (['temperatureCount'] as const) : []),
  ];
};

/** The values of a pack that has reported only its serial number. They prove nothing. */
const NO_VALUES: PackSample = { cellVoltagesV: [], temperaturesC: [], alarms: [], protections: [] };

/**
 * Creates a watch. With `staysWithFirst` every sample is compared with the first pack, and another pack is reported
 * until the first is back. After a wrong serial number it must report the right one again.
 */
export const createPackWatch = ({ staysWithFirst = false } = {}) => {
  let known:
    | (PackIdentity & { readonly at: number; readonly uncertain: ReadonlySet<PackDifference> })
    | undefined;
  let inDoubt = false;
  /** The identity reported since the last `doubt`, including its serial number. */
  let identity: DeviceIdentity | undefined;
  /** True if the identity was reported since the last sample. It then belongs to the pack of the next sample. */
  let isFresh = false;
  const isWrongSerial = (): boolean =>
    staysWithFirst &&
    identity?.serial !== undefined &&
    known?.serial !== undefined &&
    identity.serial !== known.serial;

  return {
    /** Call it when the connection ended or the device restarted: all values of the next sample are compared. */
    doubt: (): void => {
      inDoubt = true;
      if (!isWrongSerial()) identity = undefined;
    },
    /** Call it when the profile has changed: the next sample is not compared, except after `doubt`. */
    reread: (): void => {
      if (!inDoubt) known = undefined;
    },
    /**
     * Processes a sample. Returns the proofs if it comes from another pack than the previous one. `olderByMs` is that of
     * the live data.
     */
    sample: (
      sample: PackSample,
      now: number,
      olderByMs?: ReadonlyMap<string, number>,
    ): readonly PackDifference[] | undefined => {
      const before = known;
      const uncertain = new Set([...(before?.uncertain ?? []), ...uncertainCounts(olderByMs)]);
      const serial = identity?.serial;
      const reported = serial === undefined ? {} : { serial };
      const verdict =
        before === undefined
          ? ({ same: true } as const)
          : samePack(before, { sample, ...reported }, now - before.at);
      // Without `doubt` only values that cannot change in a pack are proof, because loads and gauges may change any
      // value at once.
      const proofs = verdict.same
        ? []
        : verdict.because
            .filter((name) => inDoubt || name === 'cellCount' || name === 'serial')
            .filter((name) => !uncertain.has(name));
      const isOther = proofs.length > 0;
      if (isOther && staysWithFirst) {
        inDoubt = true;
        return proofs;
      }
      if (isOther && !isFresh) identity = undefined;
      const kept = identity?.serial ?? (isOther ? undefined : before?.serial);
      known = { sample, at: now, uncertain, ...(kept === undefined ? {} : { serial: kept }) };
      inDoubt = false;
      isFresh = false;
      return isOther ? proofs : undefined;
    },
    /** Processes the reply to a user command, which may contain the serial number. */
    reply: (text: string, outcome: Outcome): readonly PackDifference[] | undefined => {
      if (outcome.kind !== 'ok' || !/^\s*ATI/i.test(text)) return undefined;
      if (outcome.lines.length === 0) return undefined; // it may be the late result code of an earlier command
      identity = identityIn(outcome.lines);
      isFresh = true;
      const { serial } = identity;
      if (serial === undefined) return undefined;
      const before = known?.serial;
      const isOther = before !== undefined && before !== serial;
      if (known !== undefined && !isWrongSerial()) {
        const reported = isOther ? { sample: NO_VALUES, uncertain: new Set<PackDifference>() } : {};
        known = { ...known, ...reported, serial };
      }
      return isOther ? ['serial'] : undefined;
    },
    /** Returns the identity that the device reported since the last `doubt`. */
    identity: (): DeviceIdentity | undefined => identity,
  };
};
