import type { ConditionState } from '../procedures/conditions.ts';
import type { DeviceIdentity } from '../protocol/device-identity.ts';
import type {
  CrossRule,
  ParameterSchema,
  ParameterValue,
  ParameterValues,
} from './parameter-schema.ts';
import type { ParameterDifference } from './differences.ts';
import type { KnownSchema } from './schema-match.ts';

export interface ReportedValue {
  readonly raw: string;
  /** Undefined if the text is not of the parameter's type. */
  readonly value: ParameterValue | undefined;
  /** Why the value does not fit the schema, such as "must be at most 3.650 V". The value is shown, not corrected. */
  readonly problem?: string;
}

/** Everything that was read from a device at one time. */
export interface DeviceReading {
  readonly identity: DeviceIdentity;
  readonly known: KnownSchema;
  /** True if the firmware is newer than the schema, so that writing needs the user's consent. */
  readonly isNewer: boolean;
  /** Wall-clock time. */
  readonly readAt: number;
  /** The reported parameters of the schema, by key. A parameter without an entry was not reported. */
  readonly values: ReadonlyMap<string, ReportedValue>;
  /** Reported parameters that the schema does not contain. */
  readonly others: readonly { readonly key: string; readonly raw: string }[];
}

export const valuesOf = ({ values }: Pick<DeviceReading, 'values'>): ParameterValues =>
  Object.fromEntries(
    [...values].flatMap(([key, { value }]) => (value === undefined ? [] : [[key, value] as const])),
  );

/** Why nothing was read. */
export type ReadProblem =
  | { readonly kind: 'notConnected' }
  /** The device did not reply, or not understandably, to a command. `text` describes what happened. */
  | { readonly kind: 'noReply'; readonly text: string }
  /** The connected device has no unfinished write; `serials` names the devices that have one. */
  | { readonly kind: 'otherDevice'; readonly serials: string }
  /**
   * No schema fits the device. `lines` is its reply to ATI; `why` says for each schema why it does not fit. A device
   * whose boot loader runs has no parameters.
   */
  | {
      readonly kind: 'noSchema';
      readonly identity: DeviceIdentity;
      readonly lines: readonly string[];
      readonly why: readonly string[];
      readonly isBootLoader?: true;
    };

/** Everything a user has to see before a write. It is published again when a condition changes. */
export interface Review {
  readonly changes: readonly ParameterDifference[];
  /** The conditions that must be met, with their current values. */
  readonly conditions: readonly ConditionState[];
  /** The rules that the changes would break. Such a write is refused. */
  readonly brokenRules: readonly CrossRule[];
  /** Other reasons why the write is refused, as sentences. */
  readonly problems: readonly string[];
  /** Whether `write` needs the typed serial number, because a parameter of the class `protection` changes. */
  readonly needsSerial: boolean;
  readonly needsPassword: boolean;
  /** Whether `write` needs the user's consent, because the firmware is newer than the schema. */
  readonly needsConsent: boolean;
  readonly restarts: boolean;
  /** True if nothing prevents the write except what the user still has to enter. */
  readonly isReady: boolean;
}

export interface ReportedChange {
  readonly key: string;
  readonly before: ParameterValue | undefined;
  /** Equal to `before` for a parameter that was not to be changed. */
  readonly wanted: ParameterValue | undefined;
  /** The value that the device has now; undefined if it could not be read. */
  readonly readBack: ParameterValue | undefined;
}

/**
 * How a reading or a write ended. `done`: after storing and restarting, the device has every wanted value and no other
 * value has changed. `rolledBack`: it has every previous value again. `differs`: the write is complete, but values
 * differ. `partial`: the write stopped, for the reason in `why`.
 */
export type WriteOutcome = 'read' | 'done' | 'differs' | 'rolledBack' | 'partial';

/** The report of a reading or a write, as the device confirmed it. */
export interface WriteReport {
  readonly outcome: WriteOutcome;
  readonly identity: DeviceIdentity;
  readonly schema: { readonly name: string; readonly hash: string };
  /** Wall-clock time. */
  readonly at: number;
  /** Each parameter to be changed, and each other parameter that changed nevertheless. */
  readonly changes: readonly ReportedChange[];
  /** All values that the device has now; undefined if they could not be read. */
  readonly values: ParameterValues | undefined;
  /** The sent commands, without the password. */
  readonly commands: readonly string[];
  /** Why the write stopped, as a sentence. */
  readonly why?: string;
}

/** A write that has not ended: its page was closed, the device was unplugged, or values differ. */
export interface UnfinishedWrite {
  readonly serial: string;
  readonly schema: ParameterSchema;
  /** Wall-clock time of the last step. */
  readonly at: number;
  /** How many of the changes were sent at most: each is counted right before it is sent. */
  readonly sent: number;
  readonly changes: readonly ParameterDifference[];
  readonly isRollBack: boolean;
  readonly needsPassword: boolean;
  /** True while another tab of this browser works on it. */
  readonly isElsewhere: boolean;
}

/** What this computer has stored and cannot read. */
export interface UnreadableRows {
  /** The names of the rows: the serial numbers of the devices. */
  readonly unreadable: readonly string[];
  /** Why nothing could be read. */
  readonly problem?: string;
}

/** A device whose values are known, and the changes that the user entered. */
interface Edited {
  readonly device: DeviceReading;
  readonly edits: ParameterValues;
}

export type ParametersState =
  /** Nothing was read since the user signed in. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'reading'; readonly read: number; readonly total: number | undefined }
  | { readonly kind: 'notRead'; readonly problem: ReadProblem }
  /** `problem`: why the last write did not begin. Nothing was written. */
  | (Edited & { readonly kind: 'clean' | 'dirty'; readonly problem?: string })
  /** `problem`: what the user still has to enter. */
  | (Edited & { readonly kind: 'review'; readonly review: Review; readonly problem?: string })
  | (Edited & {
      readonly kind: 'writing' | 'persisting' | 'restarting' | 'verifying';
      readonly isRollBack: boolean;
      /** How many of the `total` changes are confirmed. */
      readonly confirmed: number;
      readonly total: number;
    })
  /** The end of a write. `device` is what the device reported at the end; undefined if it could not be read. */
  | {
      readonly kind: 'done' | 'differs' | 'rolledBack' | 'partial';
      readonly report: WriteReport;
      readonly device: DeviceReading | undefined;
      /** Changes of the user that are not on the device. */
      readonly edits: ParameterValues;
    };

type WithDevice = Extract<
  ParametersState,
  { readonly kind: 'clean' | 'dirty' | 'review' } | { readonly report: WriteReport }
>;

/** True for a state in which the values of a device may be known and edited. */
export const hasDevice = (state: ParametersState): state is WithDevice =>
  state.kind === 'review' || state.kind === 'clean' || state.kind === 'dirty' || 'report' in state;
