import type { WriteInput } from '../parameters/device-parameters-api.ts';
import type { Live } from '../prelude/live.ts';
import type { ConditionState } from '../procedures/conditions.ts';
import type { DeviceIdentity } from '../protocol/device-identity.ts';
import type { FirmwareImage } from './firmware-image.ts';
import type { InstallJob } from './install-journal.ts';
import type { InstallEnd, InstallPhase } from './install-machine.ts';
import type { TransferProgress } from './file-transfer.ts';

/** An image that is offered for the connected device. */
export interface OfferedImage {
  /** The id of its document on the server. */
  readonly documentId?: string;
  readonly image: FirmwareImage;
}

export type InstallState =
  | { readonly kind: 'idle' }
  /** Asks the device, reads its settings, and checks the image on this computer. Nothing is changed. */
  | { readonly kind: 'preparing'; readonly offered: OfferedImage }
  /** `problem`: why nothing could be prepared or the install did not begin. Nothing was changed. */
  | { readonly kind: 'notReady'; readonly offered: OfferedImage; readonly problem: string }
  /** `conditions` are published again while they change. */
  | {
      readonly kind: 'ready';
      readonly offered: OfferedImage;
      readonly identity: DeviceIdentity;
      /** A device in its boot loader reports no version and no settings. */
      readonly isInBootLoader: boolean;
      readonly conditions: readonly ConditionState[];
      /** True if all conditions are met. */
      readonly isReady: boolean;
      readonly problem?: string;
    }
  | {
      readonly kind: 'running';
      readonly phase: InstallPhase;
      readonly job: InstallJob;
      /** Set while the image is sent. */
      readonly progress?: TransferProgress;
    }
  /** `job` is the install; `end` has the current state of the device and the one next step. */
  | { readonly kind: 'ended'; readonly job: InstallJob; readonly end: InstallEnd };

/** The report of an install, for the log. */
export interface InstallReport {
  readonly documentId?: string;
  readonly serial: string;
  readonly from: string | undefined;
  readonly to: string;
  /** `done`: the device itself reported the new version. */
  readonly outcome: 'done' | 'failed' | 'interrupted';
  readonly seconds: number;
  readonly bytes: number;
  readonly reason?: string;
}

/**
 * Installs firmware on the connected device, for one user. Every method is called only on an explicit user action.
 * Methods that do not fit the current state do nothing.
 */
export interface FirmwareInstall {
  readonly state$: Live<InstallState>;
  /** Installs that have begun and not ended, the newest first; undefined until they are loaded. */
  readonly unfinished$: Live<readonly InstallJob[] | undefined>;
  readonly prepare: (offered: OfferedImage) => void;
  /** Only in the state `ready`. The input is for the settings that are restored afterwards. */
  readonly install: (input?: WriteInput) => void;
  /** Stops the transfer. The device then stays in its boot loader. */
  readonly stop: () => void;
  /** Asks the connected device for its identity, and determines the state of its unfinished install. */
  readonly check: () => void;
  /** Compares the settings with those before the install, and writes the previous values. */
  readonly restore: (input?: WriteInput) => void;
  /** Ends the unfinished install of a device and leaves the device as it is. */
  readonly abandon: (serial: string) => void;
  /** Returns to `idle` from a state in which nothing runs. */
  readonly close: () => void;
  readonly dispose: () => void;
}
