/**
 * What pieces of recordings are made with. The platform compresses and hashes outside of the page's thread.
 *
 * Obligations: nothing rejects; `gunzip` gives undefined for what is not gzip, and for more than `mostBytes`.
 */
export interface PieceTools {
  readonly gzip: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;
  readonly gunzip: (
    bytes: Uint8Array<ArrayBuffer>,
    mostBytes: number,
  ) => Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** In lower-case hex. */
  readonly sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>;
}
