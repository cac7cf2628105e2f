import type { DecodedReply } from '../protocol/reply-decoder.ts';

/** Which pack of a reply with several is shown. */
export interface ChosenPack {
  readonly label: string;
  /** All that the connection has reported, in the order in which they came. */
  readonly labels: readonly string[];
}

/** The pack that is shown where one line has several: the first one that was reported, until the user chooses. */
export interface PackChoice {
  /** The chosen pack as a reply of its own; undefined if this reply says nothing of it. */
  readonly from: (
    reply: DecodedReply,
  ) => { readonly reply: Omit<DecodedReply, 'packs'>; readonly pack?: ChosenPack } | undefined;
  readonly choose: (label: string) => void;
  /** Another connection. */
  readonly restart: () => void;
}

export const createPackChoice = (): PackChoice => {
  let labels: readonly string[] = [];
  let chosen: string | undefined;

  return {
    from: ({ packs = [], ...reply }) => {
      const fresh = packs.map(({ label }) => label).filter((label) => !labels.includes(label));
      if (fresh.length > 0) labels = [...labels, ...fresh];
      chosen ??= labels[0];
      if (chosen === undefined) return { reply };
      const found = packs.find(({ label }) => label === chosen);
      if (found === undefined) return undefined;
      const { label, ...ofPack } = found;
      return labels.length > 1 ? { reply: ofPack, pack: { label, labels } } : { reply: ofPack };
    },
    choose: (label) => {
      if (labels.includes(label)) chosen = label;
    },
    restart: () => {
      labels = [];
      chosen = undefined;
    },
  };
};
