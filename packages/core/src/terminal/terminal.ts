import { skip, type Subscription } from 'rxjs';
import type { Link, RawWriteError } from '../link/link-api.ts';
import type { Outcome, Traffic } from '../link/traffic.ts';
import { createLive } from '../prelude/live.ts';
import { err, ok, type Result } from '../prelude/result.ts';
import type { AfterPaint } from '../ports/after-paint.ts';
import type { Clock } from '../ports/clock.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import type { PatternCompiler } from '../ports/pattern-compiler.ts';
import { encodeCommand, LINE_ENDINGS } from '../protocol/commands.ts';
import { parseHexText, type HexError } from '../protocol/hex.ts';
import { NOTHING_PENDING, rangeOf, type LineRange } from '../protocol/line-reader.ts';
import { createHistory } from './history.ts';
import { CONTROL_KEYS, type ControlKeyId } from './control-keys.ts';
import { createBookmarks } from '../log/bookmarks.ts';
import { createHighlights } from '../log/highlight-rules.ts';
import { createLogBuffer, type LogView } from '../log/log-buffer.ts';
import type { Direction } from '../log/log-entry.ts';
import { createLogSearch } from '../log/log-search.ts';
import { createMatcherOf } from '../log/matcher.ts';
import { createShownLog } from '../log/shown-log.ts';
import { createQuickCommands } from './quick-commands.ts';
import { createQuickGroups } from './quick-groups.ts';
import { systemText } from './system-text.ts';
import { createTerminalSettings } from './terminal-settings.ts';

/**
 * Minimum interval between two publications of the log: during a flood, rendering in every frame would drop frames. The
 * log is published right after a frame, so that rendering has the time of the whole next frame.
 */
const PUBLISH_MS = 50; // LR-05

export interface PauseState {
  readonly isPaused: boolean;
  /** The number of entries that were added since the pause began and that Resume shows, without hidden app traffic. */
  readonly waiting: number;
}

export type SendError = { readonly kind: 'notConnected' } | { readonly kind: 'empty' } | HexError;

export interface TerminalParts {
  readonly link: Link;
  readonly clock: Clock;
  readonly store: KeyValueStore;
  readonly patterns: PatternCompiler;
  readonly afterPaint: AfterPaint;
}

const NO_BYTES = rangeOf(new Uint8Array(0));
const nothingAdded = () => ({ user: 0, background: 0 });
const RUNNING: PauseState = { isPaused: false, waiting: 0 };

export const createTerminal = ({ link, clock, store, patterns, afterPaint }: TerminalParts) => {
  const matcherOf = createMatcherOf(patterns);
  const buffer = createLogBuffer();
  const settings = createTerminalSettings(store);
  const history = createHistory(store);
  const log = createLive(buffer.view());
  const pendingLine = createLive(NOTHING_PENDING);
  const settings$ = settings.value$;
  const bookmarks = createBookmarks(() => log.live.value);
  const pauseState = createLive(RUNNING);
  let held: LogView | undefined;
  /** The number of entries that were added since the pause began. */
  let added = nothingAdded();
  const shown = createShownLog({ clock, log$: log.live, settings$, matcherOf });
  const search = createLogSearch({ clock, shown$: shown.shown$, settings$, matcherOf });
  const highlights = createHighlights(store, matcherOf);
  let latestPending = NOTHING_PENDING;
  let cancelPublish: (() => void) | undefined;

  const publishNow = (): void => {
    cancelPublish?.();
    cancelPublish = undefined;
    const present = buffer.view();
    // If the log was cleared meanwhile, the paused view no longer exists.
    if (held !== undefined && present.firstId > held.firstId && present.dropped === 0) {
      held = present;
      added = nothingAdded();
    }
    log.set(held ?? present);
    if (held !== undefined) {
      const waiting = added.user + (settings$.value.showBackground ? added.background : 0); // TERM-95
      if (waiting !== pauseState.live.value.waiting) pauseState.set({ isPaused: true, waiting });
    }
    pendingLine.set(latestPending);
  };
  const publishSoon = (): void => {
    cancelPublish ??= clock.after(PUBLISH_MS, () => {
      cancelPublish = afterPaint(publishNow);
    });
  };

  const add = (
    direction: Direction,
    text: string,
    at: number,
    source: LineRange = NO_BYTES,
    origin: 'user' | 'background' = 'user',
  ): void => {
    buffer.add({ at, ms: clock.monotonicNow(), direction, text, source, origin });
    added[origin] += 1;
    publishSoon();
  };

  const onTraffic = (traffic: Traffic): void => {
    if (traffic.kind === 'received') {
      for (const { line, origin } of traffic.lines) {
        add('received', line.text, traffic.at, line, origin);
      }
      latestPending = traffic.pending;
      publishSoon();
    } else if (traffic.kind === 'sent') {
      add('sent', traffic.text, traffic.at, rangeOf(traffic.bytes), traffic.origin);
    } else {
      const text = systemText(traffic);
      if (text !== undefined) add('system', text, traffic.at);
      if (traffic.kind === 'closed') latestPending = NOTHING_PENDING;
    }
  };
  const subscription: Subscription = link.traffic$.subscribe(onTraffic);
  // The setting for app traffic decides which new entries count.
  subscription.add(settings$.pipe(skip(1)).subscribe(publishSoon));

  const bytesOf = (typed: string): Result<Uint8Array, HexError> => {
    const { format, lineEnding } = settings.value$.value;
    if (format === 'ascii') return ok(encodeCommand(typed, lineEnding));
    const parsed = parseHexText(typed);
    if (!parsed.ok) return parsed;
    const ending = Array.from(LINE_ENDINGS[lineEnding], (each) => each.charCodeAt(0));
    return ok(Uint8Array.from([...parsed.value, ...ending]));
  };

  const send = (typed: string, isWanted?: () => boolean): Result<Promise<Outcome>, SendError> => {
    if (typed.trim() === '') return err({ kind: 'empty' });
    if (link.connection$.value.kind !== 'connected') return err({ kind: 'notConnected' });
    const bytes = bytesOf(typed);
    if (!bytes.ok) return bytes;
    history.add(typed);
    return ok(
      link
        .execute({
          text: typed,
          bytes: bytes.value,
          origin: 'user',
          // The lines of a paste are sent one after another, so each is awaited no longer than usual.
          ...(isWanted === undefined
            ? { patienceMs: settings.value$.value.waitS * 1_000 }
            : { isWanted }),
        })
        .then((outcome) =>
          outcome.kind === 'notConnected' ? { kind: 'lost', isUnsent: true } : outcome,
        ),
    );
  };

  const quickCommands = createQuickCommands(store);
  const quickGroups = createQuickGroups(store);
  const clear = (): void => {
    buffer.clear();
    bookmarks.clear();
    publishNow();
  };

  return {
    /** The saved entries; frozen while paused. */
    log$: log.live,
    /** The entries that settings and filter show. */
    shown$: shown.shown$,
    filter$: shown.filter$,
    setFilter: shown.setFilter,
    search,
    highlights,
    bookmarks,
    /** Freezes the view of the log; received entries are still saved. */
    pause: {
      state$: pauseState.live,
      pause: () => {
        if (held !== undefined) return;
        publishNow();
        held = log.live.value;
        added = nothingAdded();
        pauseState.set({ isPaused: true, waiting: 0 });
      },
      resume: () => {
        if (held === undefined) return;
        held = undefined;
        pauseState.set(RUNNING);
        publishNow();
      },
    },
    /** What was received since the last line break: a prompt or an incomplete line. */
    pendingLine$: pendingLine.live,
    settings,
    history,
    quickCommands,
    quickGroups,
    /**
     * Sends typed text with the chosen line ending; in hex format the text is hex. Either refuses the text before
     * sending, or settles with the outcome when the reply has ended. `isWanted` is called right before the command is
     * sent.
     */
    send,
    /**
     * Sends a control character at once and without line ending, even while a command is pending, so that it can
     * interrupt the command. No reply is awaited.
     */
    sendControl: (key: ControlKeyId): Promise<Result<void, RawWriteError>> => {
      const { byte, text } = CONTROL_KEYS[key];
      return link.writeRaw(text, Uint8Array.of(byte));
    },
    /** Adds a system line, such as a note or a notice of another part. */
    note: (text: string): void => add('system', text, clock.wallNow()),
    clear,
    dispose: (): void => {
      subscription.unsubscribe();
      cancelPublish?.();
      search.dispose();
      shown.dispose();
      highlights.dispose();
      bookmarks.dispose();
      pauseState.dispose();
      log.dispose();
      pendingLine.dispose();
      settings.dispose();
      history.dispose();
      quickCommands.dispose();
      quickGroups.dispose();
    },
  };
};

/** The terminal: the log of all traffic, and a way to send commands. */
export type Terminal = ReturnType<typeof createTerminal>;
