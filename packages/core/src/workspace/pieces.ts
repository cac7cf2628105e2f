import * as v from 'valibot';
import type { ArchiveError } from '../ports/session-archive.ts';
import type { WorkspaceStore } from '../ports/workspace-store.ts';
import { mapOk, type Result } from '../prelude/result.ts';
import { OBJECT, readAs } from '../prelude/schema.ts';
import { piecesIn } from './outbox-item.ts';

/** The row of the table `state` that lists the pieces kept for images. */
export const IMAGES_ID = 'images';
const IMAGES = v.object({ pieces: v.array(v.string()) });
/** Also matches items of other versions, because a piece that such an item names is kept too. */
const CHANGE = v.object({ input: OBJECT });

type Pieces = Promise<Result<readonly string[], ArchiveError>>;

/** Returns the SHA-256 of each piece that is kept for an image. */
export const piecesOfImages = async (store: WorkspaceStore, userId: string): Pieces =>
  mapOk(
    await store.read(userId, 'state', IMAGES_ID),
    ([row]) => readAs(IMAGES, row?.value)?.pieces ?? [],
  );

/** Returns the SHA-256 of each piece that an unsent change names, also one that another tab just made. */
export const piecesOfChanges = async (
  store: WorkspaceStore,
  userId: string,
  except: readonly string[] = [],
): Pieces =>
  mapOk(await store.read(userId, 'outbox'), (rows) =>
    rows
      .filter(({ id }) => !except.includes(id))
      .flatMap(({ value }) => readAs(CHANGE, value) ?? [])
      .flatMap(piecesIn),
  );
