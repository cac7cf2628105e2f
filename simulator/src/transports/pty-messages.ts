/** A message to the process that holds the pseudo-terminal. */
export type PtyOrder =
  | { readonly kind: 'open'; readonly linkPath: string }
  | { readonly kind: 'close' }
  /** `confirm`: no byte is dropped for a slow client, and `drained` is reported when all are written. */
  | { readonly kind: 'write'; readonly bytes: Uint8Array; readonly confirm?: true };

/** A message from the process that holds the pseudo-terminal. */
export type PtyEvent =
  /** The link leads to a new pseudo-terminal: after `open`, or if a browser left the previous one in exclusive mode. */
  | { readonly kind: 'opened'; readonly slavePath: string }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'closed' }
  /** All bytes to be confirmed have been written. */
  | { readonly kind: 'drained' }
  /** A program opened the port, or the last one closed it. */
  | { readonly kind: 'client'; readonly connected: boolean }
  | { readonly kind: 'data'; readonly bytes: Uint8Array };
