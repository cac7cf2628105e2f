import * as v from 'valibot';
import type { PieceTools } from '../ports/piece-tools.ts';
import type { ArchiveError } from '../ports/session-archive.ts';
import type { WorkspaceStore, WorkspaceWrite } from '../ports/workspace-store.ts';
import { done, mapOk, type Result } from '../prelude/result.ts';
import { readAs } from '../prelude/schema.ts';
import type { CopiedRow } from './copies.ts';
import { assignedTo, assignmentsOf, documentsOf } from './device-rows.ts';
import { IMAGES_ID, piecesOfChanges, piecesOfImages } from './pieces.ts';
import { accountsOf, assetsOf } from './rows.ts';

/** Maximum number of pieces that are kept, each at most 1 MiB. */
const MOST_PIECES = 64;
const CHUNKS = v.object({ chunks: v.array(v.object({ sha256: v.string() })) });
const PIECE = v.object({ bytes: v.instance(Uint8Array<ArrayBuffer>) });

/** Fetches a piece of an image by its SHA-256. Resolves to undefined if the server refuses the request. */
type FetchPiece = (sha256: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;

/** Returns the SHA-256 of each piece of the images that are offered to an asset. */
const offeredPieces = (rows: readonly CopiedRow[], now: number): readonly string[] => {
  const parts = {
    documents: documentsOf(rows, [], 'FIRMWARE_IMAGE'),
    assignments: assignmentsOf(rows, []),
    accounts: accountsOf(rows),
    now,
  };
  if (parts.documents.length === 0) return [];
  const pieces = assetsOf(rows, [])
    .flatMap((asset) => assignedTo(asset, parts))
    .flatMap(({ document }) => readAs(CHUNKS, document.body)?.chunks ?? [])
    .map(({ sha256 }) => sha256);
  return [...new Set(pieces)].slice(0, MOST_PIECES);
};

/** The pieces of the images that are offered to assets, on this computer: an install needs no network. */
export type Images = ReturnType<typeof createImages>;

export const createImages = (
  store: WorkspaceStore,
  userId: string,
  { sha256: hash }: Pick<PieceTools, 'sha256'>,
) => {
  let isDisposed = false;
  const readKept = () => piecesOfImages(store, userId);
  const listOf = (pieces: readonly string[]): WorkspaceWrite => ({
    table: 'state',
    id: IMAGES_ID,
    value: { pieces },
  });
  /** Keeps nothing after the user has signed out, for example a piece that was on its way. */
  const keep = async (
    pieces: readonly string[],
    change: readonly WorkspaceWrite[],
  ): Promise<Result<void, ArchiveError>> =>
    isDisposed ? done : store.write(userId, [listOf(pieces), ...change]);
  /** Returns the writes that remove pieces that no unsent change names. */
  const removalOf = async (
    removed: readonly string[],
  ): Promise<Result<readonly WorkspaceWrite[], ArchiveError>> =>
    mapOk(await piecesOfChanges(store, userId), (unsent) =>
      removed.filter((id) => !unsent.includes(id)).map((id) => ({ table: 'pieces', id })),
    );

  /** The pieces that the last rows offer, until the next of their assignments expires. */
  let last:
    | {
        readonly rows: readonly CopiedRow[];
        readonly until: number;
        readonly pieces: readonly string[];
      }
    | undefined;
  const offeredNow = (rows: readonly CopiedRow[], now: number): readonly string[] => {
    // Most rounds change no row, and thousands of packs take long to read.
    if (last?.rows === rows && now < last.until) return last.pieces;
    const ends = assignmentsOf(rows, []).map(({ expiresAt }) => expiresAt ?? Infinity);
    const until = ends.filter((end) => end > now).reduce((a, b) => Math.min(a, b), Infinity);
    last = { rows, until, pieces: offeredPieces(rows, now) };
    return last.pieces;
  };

  /** False if there are certainly no pieces, so that most rounds need not read the store. */
  let mayHavePieces = true;
  void readKept().then((kept) => {
    mayHavePieces = !kept.ok || kept.value.length > 0;
  });

  return {
    /**
     * Fetches the missing pieces and removes those of images that are not offered any more. A piece with another hash is
     * not kept. Rejects if `fetch` rejects; the pieces fetched so far are kept.
     */
    pull: async (
      rows: readonly CopiedRow[],
      now: number,
      fetch: FetchPiece,
    ): Promise<Result<void, ArchiveError>> => {
      const offered = offeredNow(rows, now);
      if (offered.length === 0 && !mayHavePieces) return done;
      mayHavePieces = true;
      const kept = await readKept();
      if (!kept.ok) return kept;
      let pieces = kept.value.filter((sha256) => offered.includes(sha256));
      const gone = kept.value.filter((sha256) => !offered.includes(sha256));
      if (gone.length > 0) {
        const removal = await removalOf(gone);
        if (!removal.ok) return removal;
        const written = await keep(pieces, removal.value);
        if (!written.ok) return written;
      }
      for (const sha256 of offered.filter((each) => !pieces.includes(each))) {
        const fetched = await fetch(sha256);
        if (fetched === undefined || (await hash(fetched)) !== sha256) continue;
        pieces = [...pieces, sha256];
        const value = { bytes: fetched };
        const written = await keep(pieces, [{ table: 'pieces', id: sha256, value }]);
        if (!written.ok) return written;
      }
      return done;
    },
    /** Returns a piece of this computer, also one of a change that has not been sent. */
    piece: async (sha256: string) => {
      const rows = await store.read(userId, 'pieces', sha256);
      return rows.ok ? readAs(PIECE, rows.value[0]?.value)?.bytes : undefined;
    },
    /** Removes the pieces at sign-out. */
    clear: async (): Promise<Result<void, ArchiveError>> => {
      const kept = await readKept();
      if (!kept.ok || kept.value.length === 0) return kept.ok ? done : kept;
      const removal = await removalOf(kept.value);
      return removal.ok ? store.write(userId, [listOf([]), ...removal.value]) : removal;
    },
    /** Ends the fetching. `clear` can still be called. */
    dispose: (): void => {
      isDisposed = true;
    },
  };
};
