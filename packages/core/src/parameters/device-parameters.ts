import { filter, map, merge, Subscription } from 'rxjs';
import type { Link } from '../link/link-api.ts';
import type { Clock } from '../ports/clock.ts';
import type { KeepAwake } from '../ports/keep-awake.ts';
import type { TabLock } from '../ports/tab-lock.ts';
import type { WorkspaceStore } from '../ports/workspace-store.ts';
import { createLive } from '../prelude/live.ts';
import type { DeviceIdentity } from '../protocol/device-identity.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { createDeviceIo, type DeviceIo, type Identified, type RawValues } from './device-io.ts';
import { createExclusive } from './exclusive.ts';
import { firstInterlock, judgeInterlocks } from './interlocks.ts';
import { createDeviceRows, JOURNAL, writeOrder, type Journal } from './journal.ts';
import { createKnownSchemas, type KnownSchemasParts } from './known-schemas.ts';
import { parameterOf, type ParameterValue, type ParameterValues } from './parameter-schema.ts';
import { usableValues, type SkippedValue } from './parameter-set.ts';
import {
  hasDevice,
  valuesOf,
  type DeviceReading,
  type ParametersState,
  type ReadProblem,
  type UnfinishedWrite,
  type UnreadableRows,
  type WriteReport,
} from './parameters-state.ts';
import { identify, readSame } from './read-steadily.ts';
import { afterOf, otherEdits, outcomeOf, readingOf, reportOf, unfinishedOf } from './report.ts';
import {
  inputProblem,
  needsOf,
  planOf,
  rawChanges,
  rawsOf,
  reviewOf,
  takesPassword,
  type WriteInput,
} from './review.ts';
import { changedSince, leftText, rollBackOrder } from './roll-back.ts';
import { matchSchema, type KnownSchema } from './schema-match.ts';
import { areEqual } from './value-text.ts';
import { createBatchReport } from './batch-report.ts';
import { createUnwrittenEdits } from './unwritten-edits.ts';
import type { WriteEnd } from './write-machine.ts';
import { startWrite, type ActiveWrite } from './write-runner.ts';

export interface DeviceParametersParts extends KnownSchemasParts {
  readonly link: Pick<Link, 'connection$' | 'traffic$' | 'execute'>;
  readonly telemetry: Pick<Telemetry, 'liveData$' | 'follow'>;
  readonly clock: Clock;
  readonly keepAwake: KeepAwake;
  readonly store: Pick<WorkspaceStore, 'read' | 'write' | 'changes$'>;
  readonly tabs: Pick<TabLock, 'take' | 'holder'>;
  /** Receives the report of every reading and write. */
  readonly onReport: (report: WriteReport) => void;
}

const nothingWritten = (why: string): string => `${why.replace(/\.?$/, '.')} Nothing was written.`;

const lockOf = (serial: string): string => `parameters ${serial}`;

/**
 * The parameters of the connected device, for one user. Every method is called only on an explicit user action; nothing
 * is sent otherwise. Methods that do not fit the current state do nothing.
 */
export type DeviceParameters = ReturnType<typeof createDeviceParameters>;

export const createDeviceParameters = (parts: DeviceParametersParts) => {
  const { link, telemetry, clock } = parts;
  const exclusive = createExclusive(parts);
  const writeRows = createDeviceRows(parts.store, parts.userId, 'write', JOURNAL);
  const unwritten = createUnwrittenEdits(parts.store, parts.userId);
  const state = createLive<ParametersState>({ kind: 'empty' });
  const schemas = createKnownSchemas(parts);
  const unfinished = createLive<readonly UnfinishedWrite[] | undefined>(undefined);
  const unreadable = createLive<UnreadableRows>({ unreadable: [] });
  const subscription = new Subscription();
  const interrupted$ = merge(
    link.traffic$.pipe(
      filter(({ kind }) => kind === 'restarted'),
      map(() => 'restarted' as const),
    ),
    link.connection$.pipe(
      filter(({ kind }) => kind !== 'connected'),
      map(() => 'closed' as const),
    ),
  );
  let interruptions = 0;
  let journals: readonly Journal[] = [];
  let isDisposed = false;
  let active: ActiveWrite | undefined;
  let stopFollowing = (): void => undefined;

  /** Creates the access to the device for one operation. After the sign-out it sends nothing. */
  const openIo = (): DeviceIo =>
    createDeviceIo({
      execute: (command) =>
        isDisposed ? Promise.resolve({ kind: 'notConnected' }) : link.execute(command),
    });

  const loadRows = async (): Promise<void> => {
    const [{ rows: stored, ...lost }] = await Promise.all([writeRows.read(), schemas.load()]);
    const elsewhere = new Set<string>();
    for (const { identity } of stored) {
      // While this tab works with a device, the lock may be its own.
      const holder = exclusive.isBusy()
        ? undefined
        : await parts.tabs.holder(lockOf(identity.serial));
      if (holder !== undefined) elsewhere.add(identity.serial);
    }
    if (isDisposed) return;
    unreadable.set(lost);
    if (lost.problem === undefined) journals = stored;
    unfinished.set(unfinishedOf(journals, elsewhere));
  };

  const journalOf = (serial: string | undefined): Journal | undefined =>
    journals.find(({ identity }) => identity.serial === serial);

  const isUnfinished = (serial: string | undefined): boolean =>
    journalOf(serial) !== undefined || unreadable.live.value.unreadable.includes(serial ?? '');

  const review = (device: DeviceReading, edits: ParameterValues): ParametersState => ({
    kind: 'review',
    device,
    edits,
    review: reviewOf(
      device,
      edits,
      (needs) => judgeInterlocks(needs, parts),
      isUnfinished(device.identity.serial),
    ),
  });

  const setEdits = (device: DeviceReading, edits: ParameterValues, problem?: string): void => {
    const kind = Object.keys(edits).length === 0 ? 'clean' : 'dirty';
    unwritten.save(device.identity.serial, edits);
    state.set({ kind, device, edits, ...(problem === undefined ? {} : { problem }) });
  };

  /** Returns the edits that are not on the device. Those that its schema does not contain are dropped. */
  const remaining = (device: DeviceReading, edits: ParameterValues): ParameterValues => {
    const values = valuesOf(device);
    const kept = Object.entries(edits).filter(
      ([key, value]) =>
        parameterOf(device.known.schema, key) !== undefined && !areEqual(values[key], value),
    );
    return Object.fromEntries(kept);
  };

  /** Ends a review and returns the values of the device and the edits; undefined if they cannot be edited now. */
  const beginEdit = ():
    | { readonly device: DeviceReading; readonly edits: ParameterValues }
    | undefined => {
    const shown = state.live.value;
    if (exclusive.isBusy() || !hasDevice(shown) || shown.device === undefined) return undefined;
    stopFollowing();
    return { device: shown.device, edits: shown.edits };
  };

  const editsNow = (): ParameterValues => {
    const now = state.live.value;
    return 'edits' in now ? now.edits : {};
  };

  /** Runs one operation at a time. Returns false if another operation is running. */
  const busy = async (work: () => Promise<void>): Promise<boolean> =>
    !isDisposed && exclusive.run(work);

  const whoAnswers = async (io: DeviceIo): Promise<Identified | ReadProblem> => {
    if (link.connection$.value.kind !== 'connected') return { kind: 'notConnected' };
    const found = await identify(io);
    return found.ok ? found.value : { kind: 'noReply', text: `ATI ${found.error.text}` };
  };

  const readValues = async (
    io: DeviceIo,
    identity: DeviceIdentity,
    known: KnownSchema,
    isNewer: boolean,
  ): Promise<DeviceReading | ReadProblem> => {
    const total = known.schema.parameters.length;
    const found = await readSame({
      io,
      schema: known.schema,
      identity,
      interruptions: () => interruptions,
      onProgress: (read) => state.set({ kind: 'reading', read, total }),
    });
    if (found.kind !== 'values') return { kind: 'noReply', text: found.why };
    return readingOf({ identity, known, isNewer, readAt: clock.wallNow() }, found.values);
  };

  const readDevice = async (io: DeviceIo): Promise<DeviceReading | ReadProblem> => {
    const found = await whoAnswers(io);
    if ('kind' in found) return found;
    const match = matchSchema(schemas.known$.value, found.identity);
    return match.kind === 'none'
      ? { ...found, ...match, kind: 'noSchema' }
      : readValues(io, found.identity, match.known, match.kind === 'newer');
  };

  const read = (): Promise<boolean> =>
    busy(async () => {
      state.set({ kind: 'reading', read: 0, total: undefined });
      const io = openIo();
      const device = await readDevice(io);
      const edits = 'kind' in device ? {} : await unwritten.of(device.identity.serial);
      if (isDisposed) return;
      if ('kind' in device) {
        state.set({ kind: 'notRead', problem: device });
        return;
      }
      setEdits(device, remaining(device, edits));
      parts.onReport(reportOf('read', device, undefined, clock.wallNow(), io.sent()));
    });

  /** Publishes and reports the end of a write, or of a comparison with an unfinished one. */
  const end = async (
    journal: Journal,
    outcome: Exclude<WriteEnd, 'refused'>,
    device: DeviceReading | undefined,
    io: DeviceIo,
    why?: string,
  ): Promise<void> => {
    if (outcome === 'done' || outcome === 'rolledBack') {
      await writeRows.remove(journal.identity.serial);
    }
    const report = reportOf(outcome, device, journal, clock.wallNow(), io.sent(), why);
    const others = otherEdits(journal, await unwritten.of(journal.identity.serial));
    const wanted = { ...others, ...(outcome === 'rolledBack' ? {} : afterOf(journal)) };
    const edits = device === undefined ? wanted : remaining(device, wanted);
    unwritten.save(journal.identity.serial, edits);
    parts.onReport(report);
    await loadRows();
    // Last, because the shown result offers actions, which are refused while this operation runs.
    if (!isDisposed) state.set({ kind: outcome, report, device, edits });
  };

  /** Runs a write. Returns why nothing was written. `previous` is the journal of a write that is continued. */
  const run = async (
    journal: Journal,
    device: DeviceReading,
    password: string | undefined,
    io: DeviceIo,
    previous?: Journal,
  ): Promise<string | undefined> => {
    const { schema } = journal.known;
    const { isRollBack } = journal;
    const { serial } = journal.identity;
    const present = rawsOf(device);
    const left = changedSince(journal, present);
    const leftValues = left.map(({ key }) => [key, present.get(key) ?? ''] as const);
    const goal = isRollBack ? Object.fromEntries(leftValues) : journal.wanted;
    const expected: RawValues = new Map(Object.entries({ ...journal.before, ...goal }));
    const keys = isRollBack ? rollBackOrder(journal) : writeOrder(journal);
    const changes = keys.flatMap((key) => {
      const wanted = expected.get(key);
      const parameter = parameterOf(schema, key);
      const isChange = wanted !== undefined && wanted !== present.get(key);
      return isChange && parameter?.readOnly !== true ? [{ key, wanted }] : [];
    });
    const plan = planOf(schema, changes, isRollBack);
    const describe = () => ({ section: 'config', since: clock.wallNow() });
    const hold = await parts.tabs.take(lockOf(serial), { describe, onSummons: () => undefined });
    if (hold === undefined) return 'Another tab of this browser writes to this device.';
    const edits = editsNow();
    const total = Math.max(Object.keys(journal.wanted).length, changes.length);
    /** How many values were already right, such as those of the write that is continued. */
    const kept = total - changes.length;
    let saved = journal;
    active = startWrite({
      io,
      clock,
      schema,
      identity: journal.identity,
      plan,
      present,
      expected,
      password,
      blocked: () =>
        firstInterlock(needsOf(schema, new Set(Object.keys(journal.wanted)), !isRollBack), parts),
      save: (phase) => {
        const sent = phase.kind === 'writing' ? kept + phase.index + 1 : total;
        saved = { ...journal, phase: phase.kind, sent, at: clock.wallNow() };
        return writeRows.save(serial, saved);
      },
      interrupted$,
      onPhase: (phase) => {
        if (phase.kind === 'ended' || isDisposed) return;
        const isBegun = phase.kind !== 'preparing' && phase.kind !== 'beginning';
        const confirmed = 'index' in phase ? kept + phase.index : isBegun ? total : kept;
        const kind = isBegun && !('index' in phase) ? phase.kind : 'writing';
        state.set({ kind, device, edits, isRollBack, confirmed, total });
      },
    });
    const result = await active.result;
    active = undefined;
    await hold.release();
    if (isDisposed) return undefined;
    if (result.end === 'refused') {
      await (previous === undefined ? writeRows.remove(serial) : writeRows.save(serial, previous));
      return result.why ?? 'The write did not begin.';
    }
    const { identity, known, isNewer } = device;
    const readAt = clock.wallNow();
    const after = result.values && readingOf({ identity, known, isNewer, readAt }, result.values);
    const isLeft = result.end === 'rolledBack' && left.length > 0;
    if (result.values !== undefined && result.end !== 'done' && result.end !== 'rolledBack') {
      const own = new Map(result.values);
      for (const { key } of left) own.delete(key);
      await writeRows.save(serial, { ...saved, after: Object.fromEntries(own) });
    }
    if (isLeft) await end(journal, 'partial', after, io, leftText(left));
    else await end(journal, result.end, after, io, result.why);
    return undefined;
  };

  const write = async (input: WriteInput = {}): Promise<void> => {
    const shown = state.live.value;
    if (shown.kind !== 'review') return;
    const { device, edits } = shown;
    const now = review(device, edits);
    if (now.kind !== 'review') return;
    const { identity, known } = device;
    const { serial } = identity;
    const problem = now.review.isReady ? inputProblem(now.review, input, serial) : undefined;
    if (!now.review.isReady || serial === undefined || problem !== undefined) {
      state.set({ ...now, ...(problem === undefined ? {} : { problem }) });
      return;
    }
    const changes = rawChanges(now.review.changes);
    const journal: Journal = {
      identity: { ...identity, serial },
      known,
      before: Object.fromEntries(rawsOf(device)),
      wanted: Object.fromEntries(changes.map(({ key, wanted }) => [key, wanted])),
      order: changes.map(({ key }) => key),
      isRollBack: false,
      phase: 'writing',
      sent: 0,
      at: clock.wallNow(),
    };
    await busy(async () => {
      stopFollowing();
      const why = await run(journal, device, input.password, openIo());
      if (why !== undefined && !isDisposed) setEdits(device, edits, nothingWritten(why));
    });
  };

  /** Reads the connected device, compares it with its unfinished write, and continues the write if it is not done. */
  const resume = (
    goOn?: (journal: Journal, device: DeviceReading, io: DeviceIo) => Promise<string | undefined>,
    isRollBack = false,
  ): Promise<boolean> =>
    busy(async () => {
      state.set({ kind: 'reading', read: 0, total: undefined });
      const io = openIo();
      const found = await whoAnswers(io);
      if (isDisposed) return;
      const problem = 'kind' in found ? found : undefined;
      const journal = 'kind' in found ? undefined : journalOf(found.identity.serial);
      if ('kind' in found || journal === undefined) {
        const serials = journals.map(({ identity }) => identity.serial).join(', ');
        state.set({ kind: 'notRead', problem: problem ?? { kind: 'otherDevice', serials } });
        return;
      }
      const isNewer = matchSchema([journal.known], found.identity).kind === 'newer';
      const device = await readValues(io, found.identity, journal.known, isNewer);
      if (isDisposed) return;
      if ('kind' in device) {
        state.set({ kind: 'notRead', problem: device });
        return;
      }
      const { outcome, why } = outcomeOf(journal, device);
      const isAtEnd = outcome !== 'partial' && !(isRollBack && outcome === 'done');
      if (goOn === undefined || isAtEnd) {
        await end(journal, outcome, device, io, why);
        return;
      }
      const refusal = await goOn(journal, device, io);
      if (refusal !== undefined && !isDisposed) {
        // The device may have changed in the meantime, for example by a restart.
        const now = await readValues(io, found.identity, journal.known, isNewer);
        await end(journal, 'partial', 'kind' in now ? undefined : now, io, refusal);
      }
    });

  const goOnWith = (
    isRollBack: boolean,
    { password, ...input }: WriteInput = {},
  ): Promise<boolean> =>
    resume(async (journal, device, io) => {
      const { known, identity, wanted } = journal;
      const needs = {
        needsSerial: false,
        needsPassword: takesPassword(known.schema, Object.keys(wanted)),
        needsConsent: false,
      };
      const missing = inputProblem(
        needs,
        { ...input, ...(password && { password }) },
        identity.serial,
      );
      return missing ?? run({ ...journal, isRollBack }, device, password, io, journal);
    }, isRollBack);

  subscription.add(
    parts.store.changes$.pipe(filter((userId) => userId === parts.userId)).subscribe(() => {
      void loadRows();
    }),
  );
  // While the review is shown, its conditions follow the live data.
  subscription.add(
    merge(telemetry.liveData$, link.connection$).subscribe(() => {
      const shown = state.live.value;
      if (shown.kind === 'review') state.set(review(shown.device, shown.edits));
    }),
  );
  subscription.add(
    interrupted$.subscribe(() => {
      interruptions += 1;
    }),
  );
  void loadRows();

  return {
    state$: state.live,
    schemas$: schemas.known$,
    /** Writes that have not ended, the newest first; undefined until they are loaded. */
    unfinished$: unfinished.live,
    /** The serial numbers of unreadable unfinished writes, or why no write can be read. Loaded with `unfinished$`. */
    unreadable$: unreadable.live,
    importSchema: schemas.importSchema,
    batch: createBatchReport(parts.store, parts.userId),
    /**
     * Asks the device for its identity, chooses a schema and reads all parameters. The edits of this device are kept,
     * also those before a reload. Returns false if another operation is running.
     */
    read,
    /** Sets the wanted value of a parameter; undefined, or the value on the device, removes the edit. */
    edit: (key: string, value: ParameterValue | undefined): void => {
      const shown = beginEdit();
      if (shown === undefined) return;
      const { [key]: _, ...others } = shown.edits;
      const edits = value === undefined ? others : { ...others, [key]: value };
      setEdits(shown.device, remaining(shown.device, edits));
    },
    /** Sets the wanted values from a set. Returns those that do not fit the device. */
    fill: (values: ParameterValues): readonly SkippedValue[] => {
      const shown = beginEdit();
      if (shown === undefined) return [];
      const { values: usable, skipped } = usableValues(shown.device.known.schema, values);
      setEdits(shown.device, remaining(shown.device, { ...shown.edits, ...usable }));
      return skipped;
    },
    discard: (): void => {
      const shown = beginEdit();
      if (shown !== undefined) setEdits(shown.device, {});
    },
    /** Shows the review, and reads live data while it is shown. `edit` and `closeReview` end it. */
    review: (): void => {
      const shown = state.live.value;
      if (exclusive.isBusy() || shown.kind !== 'dirty') return;
      const unfollow = telemetry.follow();
      stopFollowing = () => {
        unfollow();
        stopFollowing = () => undefined;
      };
      state.set(review(shown.device, shown.edits));
    },
    closeReview: (): void => {
      const shown = state.live.value;
      if (shown.kind !== 'review') return;
      stopFollowing();
      setEdits(shown.device, shown.edits);
    },
    /** Writes the edits. Only in the state `review`. Settles when the write has ended. */
    write,
    /** Stops the write after the pending command. */
    stop: (): void => active?.stop('The write was stopped by the user'),
    /** Writes the previous values of the unfinished write of the connected device. */
    rollBack: (input?: WriteInput) => goOnWith(true, input),
    finish: (input?: WriteInput) => goOnWith(false, input),
    /** Reads the connected device and compares its values with those of its unfinished write. Writes nothing. */
    compareUnfinished: () => resume(),
    /** Ends the unfinished write of a device and leaves the device as it is. */
    abandon: (serial: string): void => {
      if (!exclusive.isBusy()) void writeRows.remove(serial).then(loadRows);
    },
    /** Ends the service at sign-out. A running write stops and stays unfinished. */
    dispose: (): void => {
      isDisposed = true;
      active?.stop('The user signed out');
      stopFollowing();
      subscription.unsubscribe();
      for (const each of [state, schemas, unfinished, unreadable]) each.dispose();
    },
  };
};
