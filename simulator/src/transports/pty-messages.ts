/** To the process that holds the pseudo-terminal. */
export type PtyOrder =
  | { readonly kind: 'open'; readonly linkPath: string }
  | { readonly kind: 'close' }
  /** `confirm`: wait with it for the client however slow, and say `drained` when it is out. */
  | { readonly kind: 'write'; readonly bytes: Uint8Array; readonly confirm?: true };

/** From it. */
export type PtyEvent =
  /** The link leads to a new pseudo-terminal: after `open`, or because the old one was left locked. */
  | { readonly kind: 'opened'; readonly slavePath: string }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'closed' }
  /** What was to be confirmed has been written. */
  | { readonly kind: 'drained' }
  /** Somebody opened the port, or the last one closed it. */
  | { readonly kind: 'client'; readonly connected: boolean }
  | { readonly kind: 'data'; readonly bytes: Uint8Array };
