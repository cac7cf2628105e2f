import type { DecodedReply } from '../protocol/reply-decoder.ts';

/** The shown pack of a device that reports several. */
export interface ChosenPack {
  readonly label: string;
  /** The labels of all packs that were reported on this connection, in the order of their first report. */
  readonly labels: readonly string[];
}

export interface ChosenReply {
  readonly reply: Omit<DecodedReply, 'packs'>;
  readonly pack?: ChosenPack;
  /** The number of the pack, also if it is the only one that was reported so far. */
  readonly label?: string;
  /** True if the reply before it had no number, so that it may be that of another pack. */
  readonly mayBeOther?: true;
}

/**
 * Chooses the shown pack if a device reports several: the one that was reported first, until the user chooses. The
 * user's choice is kept if the device returns [OBD-372].
 */
export const createPackChoice = () => {
  let labels: readonly string[] = [];
  let chosen: string | undefined;
  /** The pack that the user chose. */
  let wanted: string | undefined;
  let wasUnnumbered = false;

  /** Forgets the packs until they are reported again, but not the user's choice. */
  const resume = (): void => {
    labels = [];
    chosen = undefined;
    wasUnnumbered = false;
  };

  return {
    /** Returns the chosen pack as a reply of its own; undefined if this reply does not contain the pack. */
    from: ({ packs = [], ...reply }: DecodedReply): ChosenReply | undefined => {
      const reported = packs.map(({ label }) => label);
      const fresh = reported.filter((label) => !labels.includes(label));
      const hasRepeated = fresh.length < reported.length;
      labels = [...labels, ...fresh];
      if (labels.length === 0) {
        wasUnnumbered = true;
        return { reply };
      }
      const isWantedMissing = wanted !== undefined && !labels.includes(wanted);
      // A pack that is reported again shows that all were reported, and the chosen one was not.
      if (!isWantedMissing) chosen ??= wanted ?? labels[0];
      else if (hasRepeated) chosen ??= labels[0];
      const found = packs.find(({ label }) => label === chosen);
      if (found === undefined) return undefined;
      const { label, ...ofPack } = found;
      const mayBeOther = wasUnnumbered;
      wasUnnumbered = false;
      return {
        reply: ofPack,
        label,
        ...(labels.length > 1 ? { pack: { label, labels } } : {}),
        ...(mayBeOther ? { mayBeOther } : {}),
      };
    },
    choose: (label: string): void => {
      if (labels.includes(label)) [chosen, wanted] = [label, label];
    },
    resume,
    /** Forgets the packs and the choice before another device may be connected. */
    restart: (): void => {
      wanted = undefined;
      resume();
    },
  };
};
