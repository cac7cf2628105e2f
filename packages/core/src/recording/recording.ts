import { Subject, Subscription, type Observable } from 'rxjs';
import { createLive, type Live } from '../prelude/live.ts';
import { done, err, type Result } from '../prelude/result.ts';
import { saved } from '../prelude/saved.ts';
import { YES_NO } from '../prelude/schema.ts';
import type { Link } from '../link/link-api.ts';
import type { Origin, Traffic } from '../link/traffic.ts';
import { STOP_REASONS, type Notices } from '../notifications/notices.ts';
import type { Clock } from '../ports/clock.ts';
import type { KeepAwake } from '../ports/keep-awake.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import type { ArchiveUsage, SessionArchive } from '../ports/session-archive.ts';
import type { KnownProfile } from '../protocol/reply-decoder.ts';
import type { ChosenPack } from '../telemetry/pack-choice.ts';
import type { LiveSample, Telemetry } from '../telemetry/telemetry.ts';
import { withoutStale } from '../telemetry/without-stale.ts';
import { systemText } from '../terminal/system-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { differenceWords, type PackDifference } from './pack-identity.ts';
import { createPackWatch } from './pack-watch.ts';
import { createRecentBytes } from './recent-bytes.ts';
import { createRecorder, type RecordingState } from './recorder.ts';
import { sampleRow } from './sample-columns.ts';
import { createSampleHistory, NO_SAMPLES, type SampleSeries } from './sample-history.ts';
import { cleanText, NEXT_SESSION } from './session-info.ts';
import { createSessionStore, type SessionStore, type SessionStoreParts } from './session-store.ts';

export type StartError = { readonly kind: 'notConnected' | 'signedOut' | 'alreadyRecording' };

/** A saved note: its number in the session, counted from 1, and its time. */
export interface AddedNote {
  readonly number: number;
  readonly ms: number;
}

/** Records sessions and keeps the samples of the current pack. */
export interface Recording extends Pick<
  SessionStore,
  'sessions$' | 'remove' | 'open' | 'openEnded' | 'refresh' | 'add'
> {
  readonly state$: Live<RecordingState>;
  /** All samples of this pack since it was connected, recorded or not. A reconnection does not clear them. */
  readonly history$: Live<SampleSeries>;
  /** Emits when another pack is connected than before, and before its first sample. */
  readonly packChanged$: Observable<void>;
  /** Used and available space; undefined while unknown. */
  readonly usage$: Live<ArchiveUsage | undefined>;
  /** True if every connection is recorded from its start. Saved on this computer. */
  readonly isAutomatic$: Live<boolean>;
  readonly setAutomatic: (isAutomatic: boolean) => void;
  readonly start: () => Result<void, StartError>;
  /** Ends the recording. Settles when everything is written. */
  readonly stop: () => Promise<void>;
  /** Adds a text of the user to the session and to the terminal log. At most 500 characters. */
  readonly note: (text: string) => AddedNote | undefined;
  /** The note that the user types and has not added. When the recording ends, it is added. */
  readonly typedNote$: Live<string>;
  readonly typeNote: (text: string) => void;
  /** Adds a text of another module to the session and to the terminal log, for users who missed its toast. */
  readonly mark: (text: string) => void;
  readonly rename: SessionStore['rename'];
  /** Writes all unsaved data at once. Call it when the page may be about to close. */
  readonly flush: () => Promise<void>;
  /** Call it when the page is unloaded: a running recording will be reported as interrupted at the next start. */
  readonly leavePage: () => void;
  readonly dispose: () => Promise<void>;
}

export interface RecordingParts {
  readonly archive: SessionArchive;
  readonly keepAwake: KeepAwake;
  readonly clock: Clock;
  readonly store: KeyValueStore;
  readonly link: Link;
  readonly telemetry: Telemetry;
  readonly terminal: Terminal;
  readonly notices: Notices;
  readonly profileOf: SessionStoreParts['profileOf'];
  /** The user who owns the recordings; undefined while signed out. */
  readonly userId: string | undefined;
}

/** The storage key of the id of a session that was being recorded when its page was unloaded. */
const INTERRUPTED_KEY = 'interruptedRecording';
const LONGEST_NOTE = 500;

const packText = ({ label, labels }: ChosenPack): string => `Pack ${label} of ${labels.length}`;

const isOfBackground = ({ origin }: { readonly origin: Origin }): boolean =>
  origin === 'background';

export const createRecording = (parts: RecordingParts): Recording => {
  const { archive, clock, link, telemetry, terminal, notices, userId, store } = parts;
  const subscription = new Subscription();
  const series = createLive<SampleSeries>(NO_SAMPLES);
  const typedNote = createLive('');
  const packChanged = new Subject<void>();
  const automatic = saved(store, 'recordAutomatically', YES_NO, false);
  const packWatch = createPackWatch();
  /** The bytes since the last sample. If the next sample is of another pack, its session begins with them. */
  const recent = createRecentBytes();
  let historyFrom = 0;
  let addToHistory = createSampleHistory(0);
  let profileBefore: KnownProfile | undefined;
  let chosenPack: ChosenPack | undefined;
  /** The label of the pack that was shown last, also before a disconnection. */
  let lastLabel: string | undefined;
  /** True until the next sample shows whether the pack of the recorded samples is still connected. */
  let isDoubted = false;
  let stopFollowing: (() => void) | undefined;

  const mark = (text: string): void => {
    terminal.note(text);
    recorder.event('marker', text);
  };

  const note = (text: string): AddedNote | undefined => {
    const cleaned = cleanText(text, LONGEST_NOTE);
    if (cleaned === '') return undefined;
    terminal.note(`Note: ${cleaned}`);
    const ms = recorder.event('note', cleaned);
    return ms === undefined ? undefined : { number: recorder.noteCount(), ms };
  };

  /** Call it when the recording ends. */
  const addTypedNote = (): void => {
    note(typedNote.live.value);
    typedNote.set('');
  };

  const recorder = createRecorder({
    clock,
    keepAwake: parts.keepAwake,
    save: (...entry) => sessions.save(...entry),
    onFailed: (error) => {
      if (currentId() === undefined) addTypedNote(); // to the terminal log only
      notices.notify({ kind: 'recordingStopped', reason: error.kind });
      terminal.note(`Recording stopped. ${STOP_REASONS[error.kind]}`);
    },
  });
  const currentId = (): string | undefined => {
    const state = recorder.state$.value;
    return state.kind === 'recording' ? state.info.id : undefined;
  };
  const sessions: SessionStore = createSessionStore({
    userId,
    archive,
    clock,
    current: currentId,
    profileOf: parts.profileOf,
    onDropped: ({ name }) => {
      notices.notify({ kind: 'oldestRecordingDropped', name });
      mark(`The oldest session, ${name}, was deleted to make room`);
    },
  });

  const identify = (): void => {
    const identity = packWatch.identity();
    if (identity !== undefined) recorder.identify(identity);
  };

  /** Call it when another pack may be connected. Without a sample nothing can prove that it is another pack. */
  const doubt = (): void => {
    packWatch.doubt();
    isDoubted = series.live.value.length > 0;
    if (!isDoubted) recorder.identify(undefined);
  };

  const choosePack = (pack: ChosenPack): void => {
    recorder.choosePack(pack.label);
    recorder.event('marker', `${packText(pack)} is shown`);
  };

  const begin = (follows?: string): Result<void, StartError> => {
    const connection = link.connection$.value;
    if (userId === undefined) return err({ kind: 'signedOut' });
    if (connection.kind !== 'connected') return err({ kind: 'notConnected' });
    recorder.begin(userId, connection.device, connection.baudRate, follows);
    if (chosenPack !== undefined) choosePack(chosenPack);
    identify();
    void archive.keep();
    return done;
  };

  /** Begins a new session for another pack, if one is being recorded. */
  const anotherPack = (text: string): void => {
    const before = currentId();
    series.set(NO_SAMPLES);
    packChanged.next();
    terminal.note(text);
    if (before === undefined) return;
    addTypedNote();
    recorder.event('marker', `${text}${NEXT_SESSION}`);
    void recorder.end();
    if (!begin(before).ok) return;
    recorder.event('marker', `${text}. This session follows the one of the pack before.`);
    for (const line of recent.all()) recorder.bytes(line);
  };

  const exchanged = (proofs: readonly PackDifference[]): void => {
    notices.notify({ kind: 'anotherPack', isRecording: currentId() !== undefined });
    anotherPack(`Another pack: ${differenceWords(proofs)} changed`);
  };

  const takeSample = ({ sample, understanding, pack, packLabel, olderByMs }: LiveSample): void => {
    const now = clock.monotonicNow();
    const profile = understanding.kind === 'profile' ? understanding.profile : undefined;
    // A corrected profile changes the values of the same pack, so the next sample proves nothing [OBD-153].
    if (profile !== profileBefore) packWatch.reread();
    profileBefore = profile;
    const before = chosenPack;
    chosenPack = pack;
    const isOtherChoice =
      packLabel !== undefined && lastLabel !== undefined && lastLabel !== packLabel;
    lastLabel = (isOtherChoice ? packLabel : pack?.label) ?? lastLabel;
    if (isOtherChoice) packWatch.reread();
    const proofs = packWatch.sample(sample, now, olderByMs);
    if (isOtherChoice)
      anotherPack(`${pack === undefined ? `Pack ${packLabel}` : packText(pack)} is shown`);
    else if (proofs !== undefined) {
      telemetry.identity.forget();
      lastLabel = pack?.label; // on another device, the number means another pack
      exchanged(proofs);
    } else {
      if (isDoubted) identify();
      if (before === undefined && pack !== undefined) choosePack(pack);
    }
    isDoubted = false;
    recent.forget();
    const present = withoutStale(sample, olderByMs);
    recorder.sample(present);
    const wall = clock.wallNow();
    if (series.live.value.length === 0) {
      historyFrom = now;
      addToHistory = createSampleHistory(wall);
    }
    series.set(addToHistory(sampleRow(present, now - historyFrom, wall)));
  };

  const takeBytes = (
    dir: 'rx' | 'tx',
    { bytes, origin }: { readonly bytes: Uint8Array; readonly origin: Origin },
  ): void => {
    const line = { dir, bytes, background: origin === 'background', at: clock.monotonicNow() };
    recorder.bytes(line);
    recent.add(line);
  };

  const takeTraffic = (traffic: Traffic): void => {
    if (traffic.kind === 'opened') {
      recorder.interrupt(false);
      if (automatic.value$.value && currentId() === undefined) begin();
    }
    const system = systemText(traffic);
    if (system !== undefined) recorder.event('system', system);
    if (traffic.kind === 'sent') takeBytes('tx', traffic);
    else if (traffic.kind === 'received') {
      const { bytes, lines } = traffic;
      const origins = lines.length > 0 ? lines : [traffic]; // a reply of bytes has no lines
      takeBytes('rx', { bytes, origin: origins.every(isOfBackground) ? 'background' : 'user' });
    } else if (traffic.kind === 'restarted') doubt();
    else if (traffic.kind === 'urc' && traffic.urc.kind === 'ready') recent.forget();
    else if (traffic.kind === 'closed') {
      doubt();
      recent.forget(); // these bytes are of the pack before
      chosenPack = undefined;
      if (traffic.cause.kind === 'user') void end();
      else recorder.interrupt(true);
    }
  };

  /** Ends the recording on the user's request and notifies where it is saved. */
  const end = async (): Promise<void> => {
    const id = currentId();
    addTypedNote();
    await recorder.end();
    const isSaved = id !== undefined && sessions.find(id)?.finished === true;
    if (isSaved) notices.notify({ kind: 'recordingSaved', id });
  };

  /** Reports a recording that ended with its page. Only the owner's list contains the session. */
  const reportInterrupted = (): void => {
    const id = store.get(INTERRUPTED_KEY);
    const opened = id === undefined ? undefined : sessions.find(id);
    if (opened === undefined) return;
    store.remove(INTERRUPTED_KEY);
    if (opened.finished || opened.id === currentId()) return;
    notices.notify({ kind: 'recordingInterrupted', id: opened.id, at: opened.lastAt });
  };

  // Live data is polled on every tab while a recording runs.
  subscription.add(
    recorder.state$.subscribe(({ kind }) => {
      if (kind === 'recording') stopFollowing ??= telemetry.follow();
      else {
        stopFollowing?.();
        stopFollowing = undefined;
      }
    }),
  );
  void sessions.refresh().then(reportInterrupted);
  subscription.add(link.traffic$.subscribe(takeTraffic));
  subscription.add(
    link.transactions$.subscribe(({ text, origin, outcome }) => {
      const proofs = origin === 'user' ? packWatch.reply(text, outcome) : undefined;
      if (proofs !== undefined) exchanged(proofs);
      else if (origin === 'user' && !isDoubted) identify();
    }),
  );
  subscription.add(telemetry.samples$.subscribe(takeSample));
  subscription.add(
    archive.lost$.subscribe(() => {
      notices.notify({ kind: 'recordingsCleared' });
      mark('The browser deleted what was recorded before');
      recorder.rewrite();
      void sessions.refresh();
    }),
  );

  return {
    state$: recorder.state$,
    history$: series.live,
    packChanged$: packChanged.asObservable(),
    sessions$: sessions.sessions$,
    usage$: sessions.usage$,
    isAutomatic$: automatic.value$,
    setAutomatic: (isAutomatic) => {
      automatic.set(isAutomatic);
      if (isAutomatic && currentId() === undefined) begin();
    },
    start: () => (currentId() === undefined ? begin() : err({ kind: 'alreadyRecording' })),
    stop: end,
    note,
    typedNote$: typedNote.live,
    typeNote: typedNote.set,
    mark: (text) => {
      mark(cleanText(text, LONGEST_NOTE));
    },
    rename: async (id, name) => {
      if (id !== currentId()) return sessions.rename(id, name);
      recorder.rename(name);
      await recorder.flush();
      return done;
    },
    remove: sessions.remove,
    add: sessions.add,
    open: async (id) => {
      if (id === currentId()) await recorder.flush();
      return sessions.open(id);
    },
    openEnded: sessions.openEnded,
    refresh: sessions.refresh,
    flush: recorder.flush,
    leavePage: () => {
      const id = currentId();
      if (id !== undefined) store.set(INTERRUPTED_KEY, id);
    },
    dispose: async () => {
      subscription.unsubscribe();
      stopFollowing?.();
      addTypedNote();
      await recorder.dispose();
      sessions.dispose();
      series.dispose();
      typedNote.dispose();
      automatic.dispose();
    },
  };
};
