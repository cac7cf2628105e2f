import { filter, merge, Subscription } from 'rxjs';
import type { Link } from '../link/link-api.ts';
import type { RawChannel } from '../link/raw-channel.ts';
import type { DeviceParameters } from '../parameters/device-parameters.ts';
import { createExclusive } from '../parameters/exclusive.ts';
import { createDeviceRows } from '../parameters/journal.ts';
import { hasDevice, valuesOf, type UnreadableRows } from '../parameters/parameters-state.ts';
import type { WriteInput } from '../parameters/review.ts';
import { bootLoaderSchema, isSameText, type KnownSchema } from '../parameters/schema-match.ts';
import type { Clock } from '../ports/clock.ts';
import type { HostPower } from '../ports/host-power.ts';
import type { KeepAwake } from '../ports/keep-awake.ts';
import type { WorkspaceStore } from '../ports/workspace-store.ts';
import { createLive } from '../prelude/live.ts';
import { conditionText, firstUnmet } from '../procedures/conditions.ts';
import { encodeCommand } from '../protocol/commands.ts';
import type { DeviceIdentity } from '../protocol/device-identity.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { createDeviceQuestion } from './device-question.ts';
import { sendFile, type Transfer, type TransferEnd } from './file-transfer.ts';
import { loadImage, type ImageParts, type OfferedImage } from './firmware-image.ts';
import { judgeInstall, type Prepared } from './install-conditions.ts';
import { JOB, type InstallJob } from './install-journal.ts';
import { nextStep, wasCutOff, type InstallEnd, type InstallEvent } from './install-machine.ts';
import type { InstallReport, InstallState } from './install-state.ts';
import { readSettings, restoreSettings } from './kept-settings.ts';

export interface FirmwareInstallParts extends ImageParts {
  readonly link: Pick<Link, 'connection$' | 'settings$' | 'execute' | 'openRaw'>;
  readonly telemetry: Pick<Telemetry, 'liveData$' | 'follow'>;
  readonly parameters: DeviceParameters;
  readonly clock: Clock;
  readonly keepAwake: KeepAwake;
  readonly power: HostPower;
  readonly store: Pick<WorkspaceStore, 'read' | 'write' | 'changes$'>;
  readonly userId: string;
  readonly onReport: (report: InstallReport) => void;
}

/** How long a device may take to return after it has the image: it may copy the image first. */
const RESTART_MS = 60_000;
/** How long a device may take to answer after a transfer that did not succeed. */
const ANSWER_MS = 20_000;
/** How long the device may be unplugged meanwhile. A cable with a bad contact reconnects at once. */
const UNPLUGGED_MS = 5_000;

/**
 * Whether two identities are of one device with the same firmware. Devices of different types or boards can have the
 * same serial number.
 */
const isSameDevice = (left: DeviceIdentity, right: DeviceIdentity): boolean =>
  (['serial', 'model', 'hardware', 'firmware'] as const).every((field) =>
    isSameText(left[field], right[field]),
  );

/** Removes the firmware, because what a boot loader reports is not a version. */
const inBootLoader = ({ firmware: _, ...identity }: DeviceIdentity): DeviceIdentity => identity;

/**
 * Installs firmware on the connected device, for one user. Every method is called only on an explicit user action.
 * Methods that do not fit the current state do nothing.
 */
export type FirmwareInstall = ReturnType<typeof createFirmwareInstall>;

export const createFirmwareInstall = (parts: FirmwareInstallParts) => {
  const { link, telemetry, clock, parameters } = parts;
  const exclusive = createExclusive(parts);
  const journal = createDeviceRows(parts.store, parts.userId, 'install', JOB);
  const state = createLive<InstallState>({ kind: 'idle' });
  const unfinished = createLive<readonly InstallJob[] | undefined>(undefined);
  const unreadable = createLive<UnreadableRows>({ unreadable: [] });
  let isDisposed = false;
  let prepared: Prepared | undefined;
  let watching = new Subscription();
  let channel: RawChannel | undefined;
  let transfer: Transfer | undefined;

  const knownSchemas = (): readonly KnownSchema[] => [
    ...(unfinished.live.value ?? []).map(({ known }) => known),
    ...parameters.schemas$.value,
  ];
  const { ask, askFor } = createDeviceQuestion(parts, knownSchemas, () => isDisposed);
  const loadUnfinished = async (): Promise<void> => {
    const { rows: jobs, ...lost } = await journal.read();
    if (isDisposed) return;
    unreadable.set(lost);
    if (lost.problem === undefined) unfinished.set(jobs.toSorted((a, b) => b.at - a.at));
  };
  const unfinishedOf = (serial: string | undefined): InstallJob | undefined =>
    unfinished.live.value?.find(({ before }) => before.serial === serial);

  /** Runs one operation at a time. */
  const busy = (work: () => Promise<void>): void => {
    if (exclusive.isBusy() || isDisposed) return;
    watching.unsubscribe();
    void exclusive.run(work);
  };

  /** Returns the facts with the settings that Configuration has read or written on this device since the check. */
  const withSettings = (found: Prepared): Prepared => {
    const now = parameters.state$.value;
    const device = hasDevice(now) ? now.device : undefined;
    const isSame = device !== undefined && isSameDevice(device.identity, found.identity);
    return isSame && !found.isInBootLoader
      ? { ...found, known: device.known, settings: valuesOf(device) }
      : found;
  };

  /** Publishes the conditions whenever they may have changed. */
  const watch = (found: Prepared, problem?: string): void => {
    prepared = found;
    const { offered, identity, isInBootLoader } = found;
    const shown = { offered, identity, isInBootLoader, ...(problem !== undefined && { problem }) };
    watching = merge(link.connection$, telemetry.liveData$, parameters.state$).subscribe(() => {
      const now = withSettings(prepared ?? found);
      prepared = now;
      const conditions = judgeInstall(now, parts);
      const isReady = firstUnmet(conditions) === undefined;
      state.set({ kind: 'ready', ...shown, conditions, isReady });
    });
    watching.add(telemetry.follow());
  };

  /** Asks the device, reads its settings and checks the image. The result is a text if that is not possible. */
  const findOut = async (offered: OfferedImage): Promise<Prepared | string> => {
    const answer = await ask();
    if (answer.kind === 'notConnected') return 'The device is not connected.';
    if (answer.kind === 'silent')
      return 'The device did not report its identity (ATI). Switch it off and on, then check it again.';
    const [imageState, power] = await Promise.all([
      loadImage(offered.image, parts),
      parts.power.read(),
    ]);
    const common = { offered, imageState, power };
    if (answer.kind === 'bootLoader') {
      const identity = inBootLoader(answer.identity);
      const known =
        unfinishedOf(identity.serial)?.known ??
        bootLoaderSchema(parameters.schemas$.value, answer.identity);
      return { ...common, identity, isInBootLoader: true, known, settings: {} };
    }
    const device = await readSettings(parameters);
    if (typeof device === 'string') return device;
    return {
      ...common,
      identity: device.identity,
      isInBootLoader: false,
      known: device.known,
      settings: valuesOf(device),
    };
  };

  const prepare = (offered: OfferedImage): void => {
    busy(async () => {
      prepared = undefined;
      state.set({ kind: 'preparing', offered });
      const found = await findOut(offered);
      if (isDisposed) return;
      if (typeof found === 'string') state.set({ kind: 'notReady', offered, problem: found });
      else watch(found);
    });
  };

  const enter = async (job: InstallJob): Promise<InstallEvent> => {
    const text = job.known.schema.commands.bootLoader ?? '';
    const bytes = encodeCommand(text, 'crlf');
    const opened = await link.openRaw({ text, bytes, origin: 'user' });
    if (!opened.ok) {
      const { error } = opened;
      const why =
        error.kind === 'refused' && error.outcome.kind === 'error'
          ? `The device refused ${text}.`
          : `It is not known whether the device received ${text}.`;
      return { kind: 'notEntered', why };
    }
    channel = opened.value;
    return { kind: 'entered' };
  };

  const send = async (job: InstallJob, bytes: Uint8Array): Promise<TransferEnd> => {
    if (channel === undefined) return { kind: 'lost' };
    const { baudRate } = link.settings$.value;
    const { protocol = 'xmodem', name } = job.image;
    transfer = sendFile({ channel, clock, baudRate }, protocol, { name, bytes });
    const following = transfer.progress$.subscribe((progress) => {
      if (!isDisposed) state.set({ kind: 'running', phase: job.phase, job, progress });
    });
    const end = await transfer.ended;
    transfer = undefined;
    following.unsubscribe();
    channel.close();
    channel = undefined;
    return end;
  };

  const perform = async (
    job: InstallJob,
    bytes: Uint8Array,
    input: WriteInput,
  ): Promise<InstallEvent> => {
    switch (job.phase) {
      case 'entering':
        return enter(job);
      case 'transferring':
        return { kind: 'transferred', end: await send(job, bytes) };
      case 'restarting':
        return {
          kind: 'answered',
          answer: await askFor(RESTART_MS, ({ kind }) => kind === 'firmware'),
        };
      case 'asking':
        return {
          kind: 'answered',
          answer: await askFor(
            ANSWER_MS,
            ({ kind }) => kind === 'firmware' || kind === 'bootLoader',
            UNPLUGGED_MS,
          ),
        };
      case 'restoring':
        return { kind: 'compared', settings: await restoreSettings(job, input, parts) };
    }
  };

  const report = (job: InstallJob, { now, text, why }: InstallEnd): void => {
    const isInterrupted =
      now === 'silent' || now === 'notConnected' || now === 'otherDevice' || wasCutOff(job);
    const isDone = now === 'newFirmware';
    parts.onReport({
      ...(job.documentId !== undefined && { documentId: job.documentId }),
      serial: job.before.serial,
      from: job.before.firmware,
      to: job.image.version,
      outcome: isDone ? 'done' : isInterrupted ? 'interrupted' : 'failed',
      // The clock may have been set back, and the server refuses a negative number.
      seconds: Math.max(0, Math.round((clock.wallNow() - job.startedAt) / 1_000)),
      bytes: job.image.sizeBytes,
      ...(isDone && why === undefined
        ? {}
        : { reason: why === undefined ? text : `${why} ${text}` }),
    });
  };

  /** Runs a job from its phase to its end. The job is on the disk before each phase. */
  const run = async (first: InstallJob, bytes: Uint8Array, input: WriteInput): Promise<void> => {
    let job = first;
    for (;;) {
      job = { ...job, at: clock.wallNow() };
      await journal.save(job.before.serial, job);
      if (isDisposed) return;
      state.set({ kind: 'running', phase: job.phase, job });
      const step = nextStep(job, await perform(job, bytes, input));
      if (isDisposed) return;
      if (step.kind === 'ended') {
        await finish(job, step.end);
        return;
      }
      ({ job } = step);
    }
  };

  const finish = async (job: InstallJob, end: InstallEnd): Promise<void> => {
    if (end.isClosed) await journal.remove(job.before.serial);
    await loadUnfinished();
    if (isDisposed) return;
    report(job, end);
    state.set({ kind: 'ended', job, end });
  };

  const install = (input: WriteInput = {}): void => {
    const found = prepared;
    if (found === undefined || state.live.value.kind !== 'ready') return;
    busy(async () => {
      const { offered, identity, isInBootLoader, known, imageState, settings } = found;
      const answer = await ask();
      const unmet = firstUnmet(judgeInstall(found, parts));
      const { serial } = identity;
      const isSame =
        answer.kind === (isInBootLoader ? 'bootLoader' : 'firmware') &&
        isSameDevice(isInBootLoader ? inBootLoader(answer.identity) : answer.identity, identity);
      if (unmet !== undefined || !isSame || serial === undefined || known === undefined) {
        watch(
          found,
          unmet
            ? conditionText(unmet)
            : 'The device or its firmware is not the one that was checked.',
        );
        return;
      }
      const bytes = imageState.kind === 'complete' ? imageState.bytes : new Uint8Array(0);
      // In its boot loader the device does not know its version and settings, so those from before the install are
      // used.
      const before = isInBootLoader ? unfinishedOf(serial) : undefined;
      const at = clock.wallNow();
      const job: InstallJob = {
        phase: 'entering',
        ...offered,
        before: { ...(before?.before ?? identity), serial },
        known,
        settings: before?.settings ?? settings,
        startedAt: at,
        at,
        isTransferred: false,
      };
      const problem = await journal.save(job.before.serial, job);
      if (problem === undefined) await run(job, bytes, input);
      else watch(found, problem);
    });
  };

  const check = (): void => {
    const now = state.live.value;
    const shown = now.kind === 'ended' ? now.job : unfinished.live.value?.[0];
    if (shown === undefined) return;
    busy(async () => {
      state.set({ kind: 'running', phase: 'asking', job: shown });
      const answer = await ask();
      const serial = 'identity' in answer ? answer.identity.serial : undefined;
      const job = unfinishedOf(serial) ?? shown;
      const step = nextStep(job, { kind: 'answered', answer });
      if (step.kind === 'ended') await finish(job, step.end);
      else await run(step.job, new Uint8Array(0), {});
    });
  };

  const restore = (input: WriteInput = {}): void => {
    const now = state.live.value;
    if (now.kind !== 'ended' || now.end.next !== 'restore') return;
    busy(() => run({ ...now.job, phase: 'restoring' }, new Uint8Array(0), input));
  };

  // Another tab may end an install. Its settings must not be restored here again.
  const following = parts.store.changes$
    .pipe(filter((userId) => userId === parts.userId && state.live.value.kind !== 'running'))
    .subscribe(() => void loadUnfinished());
  void loadUnfinished();
  return {
    state$: state.live,
    /** Installs that have begun and not ended, the newest first; undefined until they are loaded. */
    unfinished$: unfinished.live,
    /** The serial numbers of unreadable unfinished installs, or why no install can be read. Loaded with `unfinished$`. */
    unreadable$: unreadable.live,
    prepare,
    /** Only in the state `ready`. The input is for the settings that are restored afterwards. */
    install,
    /** Stops the transfer. The device then stays in its boot loader. */
    stop: (): void => transfer?.stop(),
    /** Asks the connected device for its identity, and determines the state of its unfinished install. */
    check,
    /** Compares the settings with those before the install, and writes the previous values. */
    restore,
    /** Ends the unfinished install of a device and leaves the device as it is. */
    abandon: (serial: string): void => {
      if (!exclusive.isBusy()) void journal.remove(serial).then(loadUnfinished);
    },
    /** Returns to `idle` from a state in which nothing runs. */
    close: (): void => {
      if (exclusive.isBusy()) return;
      watching.unsubscribe();
      prepared = undefined;
      state.set({ kind: 'idle' });
    },
    dispose: (): void => {
      isDisposed = true;
      transfer?.stop();
      watching.unsubscribe();
      following.unsubscribe();
      state.dispose();
      unfinished.dispose();
      unreadable.dispose();
    },
  };
};
