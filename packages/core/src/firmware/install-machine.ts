import { isSameText } from '../parameters/schema-match.ts';
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

export type DeviceAnswer =
  | { readonly kind: 'firmware' | 'bootLoader'; readonly identity: DeviceIdentity }
  /** The port is open, but nothing answers with an identity. */
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

const CUT_OFF = 'The page was closed or reloaded before the device had the whole image.';

/** True for a stored job of these phases only after its page ended: the runner itself asks the device in later ones. */
export const wasCutOff = ({ phase }: InstallJob): boolean =>
  phase === 'entering' || phase === 'transferring';

/** Returns what an answer proves about the device on which the job installs firmware. */
const nowOf = (
  { before, image, isTransferred }: InstallJob,
  answer: DeviceAnswer,
): { readonly now: DeviceNow; readonly firmware?: string | undefined } => {
  if (answer.kind === 'silent' || answer.kind === 'notConnected') return { now: answer.kind };
  const { hardware, firmware, serial } = answer.identity;
  if (serial === undefined) return { now: 'silent' };
  if (serial !== before.serial) return { now: 'otherDevice' };
  if (answer.kind === 'bootLoader') return { now: 'bootLoader' };
  if (!isSameText(hardware, before.hardware)) return { now: 'otherBoard' };
  if (firmware === undefined) return { now: 'unknownFirmware' };
  const isProof = isTransferred || !isSameText(before.firmware, image.version);
  if (isSameText(firmware, image.version) && isProof) return { now: 'newFirmware', firmware };
  if (isSameText(firmware, before.firmware)) return { now: 'oldFirmware', firmware };
  return { now: 'otherFirmware', firmware };
};

/** The sentence and the next step for a device without the new firmware. `{serial}` and `{firmware}` are filled in. */
const UNSUCCESSFUL: Readonly<
  Record<
    Exclude<DeviceNow, 'newFirmware'>,
    readonly [text: string, next: NextStep, nextText: string]
  >
> = {
  bootLoader: [
    '{serial} is in its boot loader: no firmware runs on it.',
    'install',
    'Keep it powered and install again.',
  ],
  oldFirmware: ['{serial} has its previous firmware {firmware}.', 'install', 'Install again.'],
  otherFirmware: [
    '{serial} reports firmware {firmware}, which is neither the previous nor the new one.',
    'install',
    'Install again.',
  ],
  unknownFirmware: [
    '{serial} answers, but does not report its firmware.',
    'check',
    'Check the device again.',
  ],
  otherDevice: [
    'Another device is connected, not {serial}.',
    'check',
    'Connect {serial}, then check it.',
  ],
  otherBoard: [
    '{serial} reports another board than before the install.',
    'service',
    'Do not use the pack. Send it to service with this report.',
  ],
  silent: [
    'Nothing at the port answers with a serial number.',
    'check',
    'Switch {serial} off and on, then check it.',
  ],
  notConnected: ['{serial} is not connected.', 'check', 'Connect it again, then check it.'],
};

/** Returns the end of a job whose device does not have the new firmware; undefined if it has. */
const unsuccessful = (job: InstallJob, answer: DeviceAnswer): InstallStep | undefined => {
  const { now, firmware = '' } = nowOf(job, answer);
  if (now === 'newFirmware') return undefined;
  const [text, next, nextText] = UNSUCCESSFUL[now];
  const filled = (template: string): string =>
    template.replace('{serial}', () => job.before.serial).replace('{firmware}', () => firmware);
  const end = {
    now,
    text: filled(text),
    next,
    nextText: filled(nextText),
    isClosed: now === 'oldFirmware',
    ...(job.failure !== undefined && { why: job.failure }),
  };
  return { kind: 'ended', end };
};

/** Describes a device that has the new firmware. */
const installed = ({ before, image }: InstallJob, settings: SettingsResult): InstallEnd => {
  const end = (what: string, rest: Pick<InstallEnd, 'next' | 'nextText' | 'isClosed' | 'why'>) => ({
    now: 'newFirmware' as const,
    text: `SN ${before.serial} has firmware ${image.version}. ${what}`,
    ...rest,
  });
  const open = { next: 'restore', isClosed: false } as const;
  switch (settings.kind) {
    case 'same':
    case 'restored':
      return end('All settings have their previous values.', {
        next: 'none',
        nextText: '',
        isClosed: true,
      });
    case 'differ': {
      const { count, why } = settings;
      const differ = count === 1 ? '1 setting differs' : `${String(count)} settings differ`;
      return end(`${differ} from before.`, { ...open, nextText: 'Restore the settings.', why });
    }
    case 'unknown':
      return end('Its settings could not be compared.', {
        ...open,
        nextText: 'Compare and restore the settings.',
        why: settings.why,
      });
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
      return (
        unsuccessful(wasCutOff(job) ? { ...job, failure: CUT_OFF } : job, event.answer) ??
        go('restoring')
      );
    case 'compared':
      return { kind: 'ended', end: installed(job, event.settings) };
  }
};
