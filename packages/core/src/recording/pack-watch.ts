import type { Outcome } from '../link/traffic.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import { serialIn } from '../protocol/device-identity.ts';
import { samePack, type PackDifference, type PackIdentity } from './pack-identity.ts';

/** Watches that the samples go on coming from one pack, over disconnections and restarts. */
export interface PackWatch {
  /** The connection ended, or the device began anew: the next sample is to be judged. */
  readonly doubt: () => void;
  /** Takes a sample; gives the proofs when it comes from another pack than the one before. */
  readonly sample: (sample: PackSample, now: number) => readonly PackDifference[] | undefined;
  /** Takes the reply to a command the user typed: it may tell the serial number. */
  readonly reply: (text: string, outcome: Outcome) => readonly PackDifference[] | undefined;
}

export const createPackWatch = (): PackWatch => {
  let known: (PackIdentity & { readonly at: number }) | undefined;
  let inDoubt = false;
  /** The serial number told since the last doubt. */
  let serial: string | undefined;

  return {
    doubt: () => {
      inDoubt = true;
      serial = undefined;
    },
    sample: (sample, now) => {
      const before = known;
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
      const kept = serial ?? (isOther ? undefined : before?.serial);
      known = { sample, at: now, ...(kept === undefined ? {} : { serial: kept }) };
      inDoubt = false;
      return isOther ? proofs : undefined;
    },
    reply: (text, outcome) => {
      if (outcome.kind !== 'ok' || !/^\s*ATI/i.test(text)) return undefined;
      const told = serialIn(outcome.lines);
      if (told === undefined) return undefined;
      serial = told;
      const before = known?.serial;
      if (known !== undefined) known = { ...known, serial: told };
      return before !== undefined && before !== told ? ['serial'] : undefined;
    },
  };
};
