import type { DeviceIdentity } from '../protocol/device-identity.ts';
import type { TransferEnd } from './file-transfer.ts';
import type { InstallJob } from './install-journal.ts';

/**
 * The course of an install, as a pure machine. Each phase is one action of the runner, and its result is the next event.
 * The job is stored before each phase.
 *
 * ```
 * entering ──entered──▶ transferring ──sent──▶ restarting ──new firmware──▶ restoring ──▶ ended
 *    │ refused, unsure        │ failed, stopped     │ anything else                        ▲
 *    └────────▶ asking ◀──────┘                     └───────────────────────────────────────┤
 *                 └── whatever the device answers, or that nothing answers ─────────────────┘
 * ```
 *
 * Only the answer of the device decides its reported state. After a crash the stored job is evaluated in the same way.
 */
export type InstallPhase = InstallJob['phase'];

/** What the device answers when it is asked. */
export type DeviceAnswer =
  | { readonly kind: 'firmware' | 'bootLoader'; readonly identity: DeviceIdentity }
  /** The port is open, but the device sent no readable answer. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'notConnected' };

/** How the settings are after the install. `differ`: `count` of them do not have their previous values. */
export type SettingsResult =
  | { readonly kind: 'same' | 'restored' }
  | { readonly kind: 'differ'; readonly count: number; readonly why: string }
  | { readonly kind: 'unknown'; readonly why: string };

export type InstallEvent =
  | { readonly kind: 'entered' }
  /** The boot loader was not entered, or it is not known whether it was. */
  | { readonly kind: 'notEntered'; readonly why: string }
  | { readonly kind: 'transferred'; readonly end: TransferEnd }
  | { readonly kind: 'answered'; readonly answer: DeviceAnswer }
  | { readonly kind: 'compared'; readonly settings: SettingsResult };

/** The state of the device at the end. */
export type DeviceNow =
  | 'newFirmware'
  | 'oldFirmware'
  | 'otherFirmware'
  | 'unknownFirmware'
  | 'bootLoader'
  | 'otherDevice'
  | 'otherBoard'
  | 'silent'
  | 'notConnected';

/** The one next step. `check`: ask the device again; `service`: the device must not be used. */
export type NextStep = 'none' | 'install' | 'restore' | 'check' | 'service';

export interface InstallEnd {
  readonly now: DeviceNow;
  /** The current state of the device, as a sentence. */
  readonly text: string;
  readonly next: NextStep;
  /** The next step as a sentence; '' if there is none. */
  readonly nextText: string;
  /** Why the install did not succeed, as a sentence. */
  readonly why?: string;
  /** True if nothing is left to do, so that the job is forgotten. */
  readonly isClosed: boolean;
}

export type InstallStep =
  | { readonly kind: 'job'; readonly job: InstallJob }
  | { readonly kind: 'ended'; readonly end: InstallEnd };

const TRANSFER_FAILURES: Readonly<Record<Exclude<TransferEnd['kind'], 'sent'>, string>> = {
  cancelled: 'The device cancelled the transfer.',
  notAsked: 'The boot loader did not ask for the image.',
  noAnswer: 'The device stopped answering during the transfer.',
  refused: 'The device refused a block of the image repeatedly.',
  stopped: 'The transfer was stopped.',
  lost: 'The connection was lost during the transfer.',
};

const sameText = (left: string | undefined, right: string | undefined): boolean =>
  left?.trim().toLowerCase() === right?.trim().toLowerCase();

/** Returns what an answer proves about the device of a job. */
const nowOf = (
  { before, image, isTransferred }: InstallJob,
  answer: DeviceAnswer,
): { readonly now: DeviceNow; readonly firmware?: string | undefined } => {
  if (answer.kind === 'silent' || answer.kind === 'notConnected') return { now: answer.kind };
  const { hardware, firmware, serial } = answer.identity;
  if (serial !== before.serial) return { now: 'otherDevice' };
  if (answer.kind === 'bootLoader') return { now: 'bootLoader' };
  if (!sameText(hardware, before.hardware)) return { now: 'otherBoard' };
  if (firmware === undefined) return { now: 'unknownFirmware' };
  const isProof = isTransferred || !sameText(before.firmware, image.version);
  if (sameText(firmware, image.version) && isProof) return { now: 'newFirmware', firmware };
  if (sameText(firmware, before.firmware)) return { now: 'oldFirmware', firmware };
  return { now: 'otherFirmware', firmware };
};

/** Describes a device after an install that did not succeed. */
const unsuccessful = (job: InstallJob, answer: DeviceAnswer): InstallEnd => {
  const { now, firmware = '' } = nowOf(job, answer);
  const { serial } = job.before;
  const why = job.failure === undefined ? {} : { why: job.failure };
  const end = (text: string, next: NextStep, nextText: string, isClosed = false): InstallEnd => ({
    now,
    text,
    next,
    nextText,
    isClosed,
    ...why,
  });
  switch (now) {
    case 'bootLoader':
      return end(
        `${serial} is in its boot loader: no firmware runs on it.`,
        'install',
        'Keep it powered and install again.',
      );
    case 'oldFirmware':
      return end(
        `${serial} has its previous firmware ${firmware}.`,
        'install',
        'Install again.',
        true,
      );
    case 'otherFirmware':
      return end(
        `${serial} reports firmware ${firmware}, which is neither the previous nor the new one.`,
        'install',
        'Install again.',
      );
    case 'unknownFirmware':
      return end(
        `${serial} answers, but does not report its firmware.`,
        'check',
        'Check the device again.',
      );
    case 'otherDevice':
      return end(
        `Another device is connected, not ${serial}.`,
        'check',
        `Connect ${serial}, then check it.`,
      );
    case 'otherBoard':
      return end(
        `${serial} reports another board than before the install.`,
        'service',
        'Do not use the pack. Send it to service with this report.',
      );
    case 'silent':
      return end(
        'Nothing answers at the port.',
        'check',
        `Switch ${serial} off and on, then check it.`,
      );
    case 'notConnected':
      return end(`${serial} is not connected.`, 'check', 'Connect it again, then check it.');
    case 'newFirmware':
      return end(`${serial} has firmware ${firmware}.`, 'none', '', true);
  }
};

const ended = (end: InstallEnd): InstallStep => ({ kind: 'ended', end });

/** Describes a device that has the new firmware. */
const installed = (job: InstallJob, settings: SettingsResult): InstallEnd => {
  const { before, image } = job;
  const text = `${before.serial} has firmware ${image.version}.`;
  const base = { now: 'newFirmware', text } as const;
  switch (settings.kind) {
    case 'same':
    case 'restored':
      return {
        ...base,
        text: `${text} All settings have their previous values.`,
        next: 'none',
        nextText: '',
        isClosed: true,
      };
    case 'differ': {
      const { count, why } = settings;
      const differ = count === 1 ? '1 setting differs' : `${String(count)} settings differ`;
      return {
        ...base,
        text: `${text} ${differ} from before.`,
        next: 'restore',
        nextText: 'Restore the settings.',
        why,
        isClosed: false,
      };
    }
    case 'unknown':
      return {
        ...base,
        text: `${text} Its settings could not be compared.`,
        next: 'restore',
        nextText: 'Compare and restore the settings.',
        why: settings.why,
        isClosed: false,
      };
  }
};

/** Returns the next phase of a job, or its end. It also evaluates a stored job with the answer of the device. */
export const nextStep = (job: InstallJob, event: InstallEvent): InstallStep => {
  const go = (phase: InstallPhase, change: Partial<InstallJob> = {}): InstallStep => ({
    kind: 'job',
    job: { ...job, ...change, phase },
  });
  switch (event.kind) {
    case 'entered':
      return go('transferring');
    case 'notEntered':
      return go('asking', { failure: event.why });
    case 'transferred':
      return event.end.kind === 'sent'
        ? go('restarting', { isTransferred: true })
        : go('asking', { failure: TRANSFER_FAILURES[event.end.kind] });
    case 'answered':
      return nowOf(job, event.answer).now === 'newFirmware'
        ? go('restoring')
        : ended(unsuccessful(job, event.answer));
    case 'compared':
      return ended(installed(job, event.settings));
  }
};
