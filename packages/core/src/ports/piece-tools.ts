/**
 * Compresses and hashes the pieces of recordings. The platform does it outside of the page's thread.
 *
 * Rules for implementations: nothing rejects; `gunzip` returns undefined for bytes that are not gzip and for a result
 * of more than `mostBytes`.
 */
export interface PieceTools {
  readonly gzip: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;
  readonly gunzip: (
    bytes: Uint8Array<ArrayBuffer>,
    mostBytes: number,
  ) => Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Returns the hash as lower-case hexadecimal digits. */
  readonly sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>;
}
