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

/** Chooses the shown pack if a device reports several: the one that was reported first, until the user chooses. */
export const createPackChoice = () => {
  let labels: readonly string[] = [];
  let chosen: string | undefined;
  let wasUnnumbered = false;

  return {
    /** Returns the chosen pack as a reply of its own; undefined if this reply does not contain the pack. */
    from: ({ packs = [], ...reply }: DecodedReply): ChosenReply | undefined => {
      const fresh = packs.map(({ label }) => label).filter((label) => !labels.includes(label));
      labels = [...labels, ...fresh];
      chosen ??= labels[0];
      if (chosen === undefined) {
        wasUnnumbered = true;
        return { reply };
      }
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
      if (labels.includes(label)) chosen = label;
    },
    /** Forgets the packs and the choice at the start of another connection. */
    restart: (): void => {
      labels = [];
      chosen = undefined;
      wasUnnumbered = false;
    },
  };
};
