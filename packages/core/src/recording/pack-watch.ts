import type { Outcome } from '../link/traffic.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import { identityIn, type DeviceIdentity } from '../protocol/device-identity.ts';
import { samePack, type PackDifference, type PackIdentity } from './pack-identity.ts';

/** Checks that all samples come from one pack, across disconnections and restarts. */
export interface PackWatch {
  /** The connection ended or the device restarted: the next sample is compared by all values. */
  readonly doubt: () => void;
  /** The same replies have other meanings now: the next sample is compared with none, except after `doubt`. */
  readonly reread: () => void;
  /** Takes a sample; returns the proofs if it comes from another pack than the one before. */
  readonly sample: (sample: PackSample, now: number) => readonly PackDifference[] | undefined;
  /** Takes the reply to a user command: it may contain the serial number. */
  readonly reply: (text: string, outcome: Outcome) => readonly PackDifference[] | undefined;
  /** The identity that the device reported since the last `doubt`. */
  readonly identity: () => DeviceIdentity | undefined;
}

/**
 * With `staysWithFirst` every sample is compared with the first pack: another pack counts as another until the first is back.
 * After a wrong serial number it must report the right one again.
 */
export const createPackWatch = ({ staysWithFirst = false } = {}): PackWatch => {
  let known: (PackIdentity & { readonly at: number }) | undefined;
  let inDoubt = false;
  /** Reported since the last `doubt`, including its serial number. */
  let identity: DeviceIdentity | undefined;
  /** Reported since the last sample: it belongs to the pack of the next sample. */
  let isFresh = false;
  const isWrongSerial = (): boolean =>
    staysWithFirst &&
    identity?.serial !== undefined &&
    known?.serial !== undefined &&
    identity.serial !== known.serial;

  return {
    doubt: () => {
      inDoubt = true;
      if (!isWrongSerial()) identity = undefined;
    },
    reread: () => {
      if (!inDoubt) known = undefined;
    },
    sample: (sample, now) => {
      const before = known;
      const serial = identity?.serial;
      const reported = serial === undefined ? {} : { serial };
      const verdict =
        before === undefined
          ? ({ same: true } as const)
          : samePack(before, { sample, ...reported }, now - before.at);
      // Without `doubt` only what cannot change in a pack is proof: loads and gauges may change any value at once.
      const proofs = verdict.same
        ? []
        : verdict.because.filter((name) => inDoubt || name === 'cellCount' || name === 'serial');
      const isOther = proofs.length > 0;
      if (isOther && staysWithFirst) {
        inDoubt = true;
        return proofs;
      }
      if (isOther && !isFresh) identity = undefined;
      const kept = identity?.serial ?? (isOther ? undefined : before?.serial);
      known = { sample, at: now, ...(kept === undefined ? {} : { serial: kept }) };
      inDoubt = false;
      isFresh = false;
      return isOther ? proofs : undefined;
    },
    reply: (text, outcome) => {
      if (outcome.kind !== 'ok' || !/^\s*ATI/i.test(text)) return undefined;
      identity = identityIn(outcome.lines);
      isFresh = true;
      const { serial } = identity;
      if (serial === undefined) return undefined;
      const before = known?.serial;
      if (known !== undefined && !isWrongSerial()) known = { ...known, serial };
      return before !== undefined && before !== serial ? ['serial'] : undefined;
    },
    identity: () => identity,
  };
};
