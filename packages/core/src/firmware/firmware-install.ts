import { combineLatest, Subscription } from 'rxjs';
import type { Link } from '../link/link-api.ts';
import type { RawChannel } from '../link/raw-channel.ts';
import type { DeviceParameters, WriteInput } from '../parameters/device-parameters-api.ts';
import type { KnownSchema } from '../parameters/schema-match.ts';
import type { Clock } from '../ports/clock.ts';
import type { HostPower } from '../ports/host-power.ts';
import type { KeepAwake } from '../ports/keep-awake.ts';
import type { WorkspaceStore } from '../ports/workspace-store.ts';
import { createLive } from '../prelude/live.ts';
import { conditionText, firstUnmet } from '../procedures/conditions.ts';
import { encodeCommand } from '../protocol/commands.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { createDeviceQuestion } from './device-question.ts';
import { sendFile, type Transfer, type TransferEnd } from './file-transfer.ts';
import type {
  FirmwareInstall,
  InstallReport,
  InstallState,
  OfferedImage,
} from './firmware-install-api.ts';
import type { ImageParts } from './firmware-image.ts';
import { createInstallJournal, type InstallJob } from './install-journal.ts';
import { nextStep, type InstallEnd, type InstallEvent } from './install-machine.ts';
import { conditionsOf, createPreparation, type Prepared } from './install-preparation.ts';
import { createKeptSettings } from './kept-settings.ts';

export interface FirmwareInstallParts extends ImageParts {
  readonly link: Pick<Link, 'connection$' | 'settings$' | 'execute' | 'openRaw'>;
  readonly telemetry: Pick<Telemetry, 'liveData$' | 'follow'>;
  readonly parameters: DeviceParameters;
  readonly clock: Clock;
  readonly keepAwake: KeepAwake;
  readonly power: HostPower;
  readonly store: Pick<WorkspaceStore, 'read' | 'write'>;
  readonly userId: string;
  readonly onReport: (report: InstallReport) => void;
}

/** How long a device may take to return after it has the image: it may copy the image first. */
const RESTART_MS = 60_000;
/** How long a device may take to answer after a transfer that did not succeed. */
const ANSWER_MS = 20_000;
/** How long the device may be unplugged meanwhile. A cable with a bad contact reconnects at once. */
const UNPLUGGED_MS = 5_000;

export const createFirmwareInstall = (parts: FirmwareInstallParts): FirmwareInstall => {
  const { link, telemetry, clock } = parts;
  const journal = createInstallJournal(parts.store, parts.userId);
  const state = createLive<InstallState>({ kind: 'idle' });
  const unfinished = createLive<readonly InstallJob[] | undefined>(undefined);
  let isBusy = false;
  let isDisposed = false;
  let prepared: Prepared | undefined;
  let watching = new Subscription();
  let channel: RawChannel | undefined;
  let transfer: Transfer | undefined;

  const knownSchemas = (): readonly KnownSchema[] => [
    ...(unfinished.live.value ?? []).map(({ known }) => known),
    ...parts.parameters.schemas$.value,
  ];
  const { ask, askFor } = createDeviceQuestion(parts, knownSchemas, () => isDisposed);
  const keptSettings = createKeptSettings(parts);
  const findOut = createPreparation(parts, ask, keptSettings);
  const loadUnfinished = async (): Promise<void> => {
    const jobs = await journal.load();
    if (!isDisposed) unfinished.set(jobs);
  };
  const unfinishedOf = (serial: string | undefined): InstallJob | undefined =>
    unfinished.live.value?.find(({ before }) => before.serial === serial);

  /** Runs one operation at a time, with fresh live data and a computer that stays awake. */
  const busy = async (work: () => Promise<void>): Promise<void> => {
    if (isBusy || isDisposed) return;
    isBusy = true;
    watching.unsubscribe();
    const unfollow = telemetry.follow();
    const sleep = parts.keepAwake.hold(() => undefined);
    try {
      await work();
    } finally {
      unfollow();
      sleep();
      isBusy = false;
    }
  };

  /** Publishes the conditions whenever they may have changed. */
  const watch = (found: Prepared, problem?: string): void => {
    prepared = found;
    const { offered, identity, isInBootLoader } = found;
    const shown = { offered, identity, isInBootLoader, ...(problem !== undefined && { problem }) };
    watching = combineLatest([link.connection$, telemetry.liveData$]).subscribe(() => {
      const conditions = conditionsOf(found, parts);
      const isReady = firstUnmet(conditions) === undefined;
      state.set({ kind: 'ready', ...shown, conditions, isReady });
    });
    watching.add(telemetry.follow());
  };

  const prepare = (offered: OfferedImage): void =>
    void busy(async () => {
      prepared = undefined;
      state.set({ kind: 'preparing', offered });
      const found = await findOut(offered, unfinishedOf);
      if (isDisposed) return;
      if (typeof found === 'string') state.set({ kind: 'notReady', offered, problem: found });
      else watch(found);
    });

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
        return { kind: 'compared', settings: await keptSettings.compare(job, input) };
    }
  };

  const report = (job: InstallJob, { now, text, why }: InstallEnd): void => {
    const isInterrupted = now === 'silent' || now === 'notConnected' || now === 'otherDevice';
    const isDone = now === 'newFirmware';
    parts.onReport({
      ...(job.documentId !== undefined && { documentId: job.documentId }),
      serial: job.before.serial,
      from: job.before.firmware,
      to: job.image.version,
      outcome: isDone ? 'done' : isInterrupted ? 'interrupted' : 'failed',
      seconds: Math.round((clock.wallNow() - job.startedAt) / 1_000),
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
      await journal.save(job);
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
    void busy(async () => {
      const { offered, identity, isInBootLoader, known, imageState, settings } = found;
      const answer = await ask();
      const unmet = firstUnmet(conditionsOf(found, parts));
      const { serial } = identity;
      const isSame =
        answer.kind === (isInBootLoader ? 'bootLoader' : 'firmware') &&
        answer.identity.serial === serial;
      if (unmet !== undefined || !isSame || serial === undefined || known === undefined) {
        watch(found, unmet ? conditionText(unmet) : 'It is not the device that was checked.');
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
      const problem = await journal.save(job);
      if (problem === undefined) await run(job, bytes, input);
      else watch(found, problem);
    });
  };

  const check = (): void =>
    void busy(async () => {
      const answer = await ask();
      const serial = 'identity' in answer ? answer.identity.serial : undefined;
      const job = unfinishedOf(serial) ?? unfinished.live.value?.[0];
      if (job === undefined) return;
      const step = nextStep(job, { kind: 'answered', answer });
      if (step.kind === 'ended') await finish(job, step.end);
      else await run(step.job, new Uint8Array(0), {});
    });

  const restore = (input: WriteInput = {}): void => {
    const now = state.live.value;
    if (now.kind !== 'ended' || now.end.next !== 'restore') return;
    void busy(() => run({ ...now.job, phase: 'restoring' }, new Uint8Array(0), input));
  };

  void loadUnfinished();
  return {
    state$: state.live,
    unfinished$: unfinished.live,
    prepare,
    install,
    stop: () => transfer?.stop(),
    check,
    restore,
    abandon: (serial) => {
      if (!isBusy) void journal.remove(serial).then(loadUnfinished);
    },
    close: () => {
      if (isBusy) return;
      watching.unsubscribe();
      prepared = undefined;
      state.set({ kind: 'idle' });
    },
    dispose: () => {
      isDisposed = true;
      transfer?.stop();
      watching.unsubscribe();
      state.dispose();
      unfinished.dispose();
    },
  };
};
