import { filter, skip, Subscription } from 'rxjs';
import * as v from 'valibot';
import type { Clock } from '../ports/clock.ts';
import type { ArchiveError } from '../ports/session-archive.ts';
import type { TabLock } from '../ports/tab-lock.ts';
import type {
  Outcome,
  RowPage,
  ServerRow,
  Submission,
  WorkspaceFault,
  WorkspaceServer,
} from '../ports/workspace-server.ts';
import type { WorkspaceStore } from '../ports/workspace-store.ts';
import { createLive, type Live } from '../prelude/live.ts';
import { done, err, ok, type Result } from '../prelude/result.ts';
import { readAs } from '../prelude/schema.ts';
import { changesShownIn, lacksDocuments, restOf, restRow, startOf, type Copies } from './copies.ts';
import type { Images } from './images.ts';
import { isApplied, rebase, piecesIn, unsentOf, type OutboxItem } from './outbox-item.ts';
import type { Outbox } from './outbox.ts';

const BATCH_ITEMS = 50;
/** Maximum size of a batch of several items in bytes of JSON in UTF-8, so that a slow connection transmits it in time. */
const BATCH_BYTES = 80_000;
/** Maximum size of an item, below the API's limit of 400 kB. A larger one, such as a long schema, is not sent. */
const ITEM_BYTES = 350_000;
const bytesOf = (item: OutboxItem): number => new TextEncoder().encode(JSON.stringify(item)).length;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 300_000;
/** The number of pieces that are sent before changes that the user made in between. */
const PIECES_AT_ONCE = 8;
/** The number of pages that `loadMore` fetches. */
const MORE_PAGES = 5;
/** How often a round fetches more documents that are assigned. */
const MOST_MORE = 5;
/**
 * How long an applied change waits for the copies to show it. The server lists a change when all earlier transactions
 * have ended. It may never list it, because the user cannot see the row any more.
 */
const LISTED_WITHIN_MS = 300_000;
/** While another tab sends, this tab checks after this time whether it still does. */
const OTHER_TAB_MS = 60_000;

/**
 * `otherTab`: another tab of this browser sends. `waiting`: the server does not answer (`isFault`: its answer or the app
 * has a fault); the next retry is automatic. `expired`: the session has ended on the server; sending continues with the
 * next login of the same user. `notOffered`: this server has no workspace, so everything stays on this computer.
 * `blocked`: the storage of this computer refuses.
 */
export type SyncState =
  | { readonly kind: 'idle' | 'working' | 'otherTab' | 'expired' | 'notOffered' }
  | { readonly kind: 'waiting'; readonly message: string; readonly isFault?: true }
  | { readonly kind: 'blocked'; readonly error: ArchiveError };

/** How many pieces of a change have been sent. */
export interface UploadProgress {
  readonly itemId: string;
  readonly sent: number;
  readonly of: number;
}

const PIECE = v.object({ bytes: v.instance(Uint8Array<ArrayBuffer>) });

export interface SyncParts {
  readonly server: WorkspaceServer;
  readonly store: WorkspaceStore;
  readonly outbox: Outbox;
  readonly copies: Copies;
  readonly images: Images;
  readonly tabs: TabLock;
  readonly clock: Clock;
  /** Returns a number in [0, 1) for the jitter of retries. */
  readonly random: () => number;
  readonly userId: string;
  /** The token of the user's session; undefined while the user is signed out. */
  readonly token$: Live<string | undefined>;
  /** Whether the server answered the last other call. When it answers again, a round starts. */
  readonly isReached$: Live<boolean>;
}

/** Thrown inside a round and caught at its end. */
class RoundEnd extends Error {
  readonly state: SyncState;
  constructor(state: SyncState) {
    super(state.kind);
    this.state = state;
  }
}

const failed = (message: string) => new RoundEnd({ kind: 'waiting', message, isFault: true });

const stored = <T>(result: Result<T, ArchiveError>): T => {
  if (!result.ok) throw new RoundEnd({ kind: 'blocked', error: result.error });
  return result.value;
};

const endFor = ({ kind, message }: WorkspaceFault): RoundEnd => {
  if (kind === 'refused') return failed(message);
  return new RoundEnd(kind === 'unreachable' ? { kind: 'waiting', message } : { kind });
};

const answered = <T>(result: Result<T, WorkspaceFault>): T => {
  if (!result.ok) throw endFor(result.error);
  return result.value;
};

const toSubmission = ({ id, at, base, kind, input }: OutboxItem): Submission => ({
  id,
  at,
  base,
  kind,
  input,
});

/** Returns the items to send next: the first item of each target. */
const nextBatch = (items: readonly OutboxItem[]): readonly OutboxItem[] => {
  const targets = new Set<string>();
  const batch: OutboxItem[] = [];
  let bytes = 0;
  for (const item of unsentOf(items)) {
    if (targets.has(item.target)) continue;
    targets.add(item.target);
    bytes += bytesOf(item);
    if (batch.length > 0 && (batch.length === BATCH_ITEMS || bytes > BATCH_BYTES)) break;
    batch.push(item);
  }
  return batch;
};

/** Returns the sent items that changed by the outcomes of the server. */
export const settle = (
  items: readonly OutboxItem[],
  outcomes: readonly Outcome[],
): readonly OutboxItem[] =>
  outcomes.flatMap<OutboxItem>((outcome) => {
    const item = items.find(({ id }) => id === outcome.id);
    if (item === undefined || outcome.status === 'later') return [];
    // If an earlier sending applied the item, it created the version after its base, even if later versions exist.
    if (outcome.status === 'applied')
      return [{ ...item, madeVersion: outcome.version ?? (item.base ?? 0) + 1 }];
    const { id: _, ...answer } = outcome;
    return [{ ...item, answer }];
  });

export const createSync = (parts: SyncParts) => {
  const { server, store, outbox, copies, images, tabs, clock, random, userId, token$, isReached$ } =
    parts;
  // Nothing is known of the server before the first round.
  const state = createLive<SyncState>({ kind: token$.value === undefined ? 'idle' : 'working' });
  const upload = createLive<UploadProgress | undefined>(undefined);
  const subscriptions = new Subscription();
  const wanted = new Set<string>();
  /** When an applied item was first seen, by its id, in the time of the monotonic clock. */
  const appliedSince = new Map<string, number>();
  const lockName = `workspace:${userId}`;
  let isRunning = false;
  let isWanted = false;
  let isPolling = false;
  let isDisposed = false;
  let failures = 0;
  let cancelPause: (() => void) | undefined;

  const currentToken = (): string => {
    const token = token$.value;
    if (token === undefined || isDisposed) throw new RoundEnd({ kind: 'idle' });
    return token;
  };

  const send = async (batch: readonly OutboxItem[]): Promise<readonly Outcome[]> => {
    const [first] = batch;
    if (first !== undefined && bytesOf(first) > ITEM_BYTES)
      return [{ id: first.id, status: 'refused', code: 'TOO_LARGE' }];
    const sent = await server.submit(currentToken(), batch.map(toSubmission));
    if (sent.ok) return sent.value;
    if (sent.error.kind !== 'refused' || first === undefined) throw endFor(sent.error);
    if (batch.length === 1) {
      const { message } = sent.error;
      return [{ id: first.id, status: 'refused', code: 'REJECTED', current: { message } }];
    }
    // One item that the server cannot read makes it refuse the whole batch, so each item is sent alone.
    const outcomes: Outcome[] = [];
    for (const item of batch) outcomes.push(...(await send([item])));
    return outcomes;
  };

  /** Whether an item is stored. The user can withdraw it in any tab, also while it is being sent. */
  const isKept = async (itemId: string): Promise<boolean> =>
    stored(await store.read(userId, 'outbox', itemId)).length > 0;

  /** Saves items with their answers. An upload that was withdrawn meanwhile is saved only if the server has applied it. */
  const save = async (changed: readonly OutboxItem[]): Promise<void> => {
    const saved: OutboxItem[] = [];
    for (const item of changed) {
      const isUpload = piecesIn(item).length > 0;
      if (isApplied(item) || !isUpload || (await isKept(item.id))) saved.push(item);
    }
    if (saved.length > 0) stored(await outbox.write(saved));
  };

  /** Sends some of the missing pieces. Returns the item with an answer if one of them cannot be sent. */
  const sendPieces = async (
    item: OutboxItem,
    missing: readonly string[],
  ): Promise<readonly OutboxItem[]> => {
    const of = piecesIn(item).length;
    for (const [index, sha256] of missing.slice(0, PIECES_AT_ONCE).entries()) {
      if (!(await isKept(item.id))) return [];
      upload.set({ itemId: item.id, sent: of - missing.length + index, of });
      const [row] = stored(await store.read(userId, 'pieces', sha256));
      const piece = readAs(PIECE, row?.value);
      const sent =
        piece === undefined
          ? err({ kind: 'refused' as const, message: 'A part of the recording is missing here.' })
          : await server.putPiece(currentToken(), sha256, piece.bytes);
      if (sent.ok) continue;
      const { kind, message } = sent.error;
      if (kind !== 'refused') throw endFor(sent.error);
      return [{ ...item, answer: { status: 'refused', code: 'PIECES', current: { message } } }];
    }
    return [];
  };

  const push = async (): Promise<void> => {
    let lacking = Number.POSITIVE_INFINITY;
    for (;;) {
      const items = stored(await outbox.reload());
      const batch = nextBatch(items).map((item) => rebase(item, items));
      if (batch.length === 0) return;
      const outcomes = await send(batch);
      const changed = settle(batch, outcomes);
      await save(changed);
      const held = outcomes.find((each) => each.status === 'later' && each.missing !== undefined);
      const item = batch.find(({ id }) => id === held?.id);
      if (item !== undefined && held?.status === 'later' && held.missing !== undefined) {
        const { length } = held.missing;
        // The upload ends even if the server loses pieces again and again.
        if (changed.length === 0 && length >= lacking) throw failed('The server lacks pieces.');
        lacking = changed.length === 0 ? length : Number.POSITIVE_INFINITY;
        await save(await sendPieces(item, held.missing));
      } else if (changed.length === 0) throw failed('The server asks to send later.');
    }
  };

  /** Whether the position of the copying may be from an earlier run of the app: the server may not know it any more. */
  let isOldPosition = true;

  const copyAll = async (): Promise<string> => {
    let progress = stored(await copies.progress());
    if (progress === undefined) {
      progress = startOf(answered(await server.begin(currentToken())));
    }
    try {
      while (progress.isCopying) {
        const copied = await server.copy(currentToken(), progress.page);
        const isRefused = !copied.ok && copied.error.kind === 'refused';
        if (isOldPosition && isRefused) stored(await copies.restart()); // for the next attempt
        if (copied.ok || isRefused) isOldPosition = false;
        const page: RowPage = answered(copied);
        progress = { ...progress, isCopying: page.hasNext, page: page.cursor };
        const rest = page.rest === undefined ? [] : [restRow(page.rest)];
        stored(await copies.apply([...page.rows, ...rest], progress));
      }
    } catch (thrown) {
      await copies.reload(); // shows the pages that were copied before
      throw thrown;
    }
    return progress.since;
  };

  const pull = async (): Promise<void> => {
    let since: string = await copyAll();
    let hasRestarted = false;
    for (;;) {
      const page = await server.changes(currentToken(), since);
      if (!page.ok && page.error.kind === 'refused') {
        stored(await copies.restart()); // the cursor is unknown to the server
        if (!hasRestarted) {
          hasRestarted = true;
          since = await copyAll();
          continue;
        }
      }
      const { rows, cursor, hasNext } = answered(page);
      // With an account, the effective rights of those below it change, which have no change of their own.
      const hasAccount = rows.some(({ kind }) => kind === 'account');
      const accounts = hasAccount ? answered(await server.present(currentToken(), 'account')) : [];
      if (rows.length > 0 || cursor !== since) {
        const progress = { ...startOf(cursor), isCopying: false };
        stored(await copies.apply([...rows, ...accounts], progress));
      }
      if (!hasNext) return;
      if (cursor === since) throw failed('The server lists the same changes again.');
      since = cursor;
    }
  };

  /** Fetches more rows of a list. */
  const pullMore = async (kind: string): Promise<Result<void, WorkspaceFault>> => {
    const progress = stored(await copies.progress());
    const list = restOf(copies.rows$.value, kind);
    if (progress === undefined || list === undefined) return done;
    const rows: ServerRow[] = [];
    let page: RowPage = { rows, cursor: list.cursor, hasNext: true };
    for (let count = 0; count < MORE_PAGES && page.hasNext; count += 1) {
      const answer = await server.more(currentToken(), page.cursor);
      if (!answer.ok) return answer;
      page = answer.value;
      rows.push(...page.rows);
    }
    rows.push(restRow(list, false));
    if (page.hasNext) rows.push(restRow({ kind, cursor: page.cursor }));
    stored(await copies.apply(rows, { ...progress, page: undefined }));
    return done;
  };

  /** A standard or an image that is assigned is needed without a network, wherever its name is in a long list. */
  const pullAssigned = async (): Promise<void> => {
    for (let count = 0; count < MOST_MORE && lacksDocuments(copies.rows$.value); count += 1) {
      const more = await pullMore('document');
      if (!more.ok && more.error.kind === 'refused') return; // the rest of the round goes on
      answered(more);
    }
  };

  const fetchPiece = async (sha256: string): Promise<Uint8Array<ArrayBuffer> | undefined> => {
    const piece = await server.getPiece(currentToken(), sha256);
    return !piece.ok && piece.error.kind === 'refused' ? undefined : answered(piece);
  };

  /** Returns the applied items that the copies show, or that have waited too long for it. */
  const shownItems = (applied: readonly OutboxItem[]): readonly string[] => {
    const now = clock.monotonicNow();
    const isShown = changesShownIn(copies.rows$.value);
    const shown = applied.filter((item) => {
      const since = appliedSince.get(item.id) ?? now;
      appliedSince.set(item.id, since);
      return now - since >= LISTED_WITHIN_MS || isShown(item);
    });
    for (const { id } of shown) appliedSince.delete(id);
    return shown.map(({ id }) => id);
  };

  /** Removes applied items and changes the base of later ones to the versions that they created. */
  const removeApplied = async (applied: readonly string[]): Promise<void> => {
    const before = outbox.items$.value;
    const rebased = before.filter((item) => rebase(item, before) !== item);
    stored(
      await outbox.write(
        rebased.map((item) => rebase(item, before)),
        applied,
      ),
    );
  };

  const round = async (): Promise<void> => {
    await push();
    const applied = outbox.items$.value.filter(isApplied);
    await pull();
    for (const kind of wanted) {
      wanted.delete(kind);
      answered(await pullMore(kind));
    }
    const shown = applied.length === 0 ? [] : shownItems(applied);
    if (shown.length > 0) await removeApplied(shown);
    await pullAssigned();
    stored(await images.pull(copies.rows$.value, clock.wallNow(), fetchPiece));
  };

  const takeLock = () =>
    tabs.take(lockName, {
      describe: () => ({ section: 'workspace', since: clock.wallNow() }),
      onSummons: () => undefined, // no tab takes the lock over, because a round is short
    });

  const pause = (ms: number): void => {
    cancelPause?.();
    cancelPause = clock.after(ms, run);
  };

  const end = (next: SyncState): void => {
    state.set(next);
    if (next.kind === 'otherTab') pause(OTHER_TAB_MS);
    if (next.kind !== 'waiting' && next.kind !== 'blocked') {
      failures = 0;
      return;
    }
    const ms = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
    failures += 1;
    pause(ms * (0.5 + random() / 2));
  };

  const attempt = async (): Promise<SyncState> => {
    const isQuiet = isPolling;
    isPolling = false;
    const hold = await takeLock();
    if (hold === undefined) return { kind: 'otherTab' };
    try {
      if (!isQuiet) state.set({ kind: 'working' });
      await round();
      return { kind: 'idle' };
    } catch (thrown) {
      if (thrown instanceof RoundEnd) return thrown.state;
      clock.after(0, () => {
        throw thrown; // the clock reports it
      });
      return failed(String(thrown)).state;
    } finally {
      upload.set(undefined);
      await hold.release();
    }
  };

  const run = (): void => {
    cancelPause?.();
    cancelPause = undefined;
    isWanted = true;
    if (isRunning || isDisposed || token$.value === undefined) return;
    isRunning = true;
    void (async () => {
      while (isWanted) {
        isWanted = false;
        const next = await attempt();
        if (isDisposed) return;
        isRunning = isWanted;
        if (!isWanted) end(next);
      }
    })();
  };

  subscriptions.add(token$.pipe(skip(1)).subscribe(run));
  subscriptions.add(isReached$.pipe(skip(1), filter(Boolean)).subscribe(run));
  subscriptions.add(
    store.changes$.pipe(filter((changed) => changed === userId)).subscribe(() => {
      void copies.reload();
      void outbox.reload().then((items) => {
        if (items.ok && nextBatch(items.value).length > 0) run();
      });
    }),
  );
  void copies.reload();
  run();

  return {
    state$: state.live,
    /** The change whose pieces this tab is sending. */
    upload$: upload.live,
    /** Withdraws a change with pieces, also while a tab is sending them. A change that the server has applied stays. */
    withdraw: async (itemId: string): Promise<void> => {
      const items = await outbox.reload();
      const item = items.ok ? items.value.find(({ id }) => id === itemId) : undefined;
      if (item !== undefined && !isApplied(item)) await outbox.write([], [itemId]);
      run();
    },
    /** Starts a round now, without waiting for a pause to end. Called after an append and when the network is back. */
    run,
    /** Starts a round in the state `idle`, which stays `idle` until the round has ended. */
    poll: (): void => {
      if (state.live.value.kind !== 'idle' || isRunning || token$.value === undefined) return;
      isPolling = true;
      run();
    },
    /** Fetches more rows of a list that was not copied to its end, in the next round. */
    loadMore: (kind: string): void => {
      wanted.add(kind);
      run();
    },
    /**
     * Saves the user's decisions on items. `sending`: a round is running in this or another tab and may change the same
     * items, so nothing was changed.
     */
    decide: async (
      put: readonly OutboxItem[],
      removed?: readonly string[],
    ): Promise<Result<void, ArchiveError | { readonly kind: 'sending' }>> => {
      const hold = await takeLock();
      if (hold === undefined) return err({ kind: 'sending' });
      const written = await outbox.write(put, removed);
      await hold.release();
      if (!written.ok) return written;
      run();
      return ok(undefined);
    },
    dispose: (): void => {
      isDisposed = true;
      cancelPause?.();
      subscriptions.unsubscribe();
      state.dispose();
      upload.dispose();
    },
  };
};

/** Sends the outbox and fetches what changed on the server, in one tab at a time. */
export type Sync = ReturnType<typeof createSync>;
