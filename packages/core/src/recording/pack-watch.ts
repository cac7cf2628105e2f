import type { Outcome } from '../link/traffic.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import { identityIn, type DeviceIdentity } from '../protocol/device-identity.ts';
import { samePack, type PackDifference, type PackIdentity } from './pack-identity.ts';

/** Watches that the samples go on coming from one pack, over disconnections and restarts. */
export interface PackWatch {
  /** The connection ended, or the device began anew: the next sample is to be judged. */
  readonly doubt: () => void;
  /** The same replies have other meanings now: the next sample is compared with none, unless in doubt. */
  readonly reread: () => void;
  /** Takes a sample; gives the proofs when it comes from another pack than the one before. */
  readonly sample: (sample: PackSample, now: number) => readonly PackDifference[] | undefined;
  /** Takes the reply to a command the user typed: it may tell the serial number. */
  readonly reply: (text: string, outcome: Outcome) => readonly PackDifference[] | undefined;
  /** What was told of this pack's device since the last doubt. */
  readonly identity: () => DeviceIdentity | undefined;
}

/**
 * With `staysWithFirst` a pack that is another stays one, sample for sample, until the first is back: one that told
 * another serial number has to tell the right one again.
 */
export const createPackWatch = ({ staysWithFirst = false } = {}): PackWatch => {
  let known: (PackIdentity & { readonly at: number }) | undefined;
  let inDoubt = false;
  /** Told since the last doubt, as is the serial number in it. */
  let identity: DeviceIdentity | undefined;
  /** Told since the last sample: it is of the pack that the next sample comes from. */
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
      const told = serial === undefined ? {} : { serial };
      const verdict =
        before === undefined
          ? ({ same: true } as const)
          : samePack(before, { sample, ...told }, now - before.at);
      // Without a doubt only what cannot change in a pack is proof: load steps and gauges may do as they like.
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
      const told = identity.serial;
      if (told === undefined) return undefined;
      const before = known?.serial;
      if (known !== undefined && !isWrongSerial()) known = { ...known, serial: told };
      return before !== undefined && before !== told ? ['serial'] : undefined;
    },
    identity: () => identity,
  };
};
