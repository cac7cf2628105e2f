import type { ConditionState } from '../procedures/conditions.ts';
import type { DeviceIdentity } from '../protocol/device-identity.ts';
import type { OfferedImage } from './firmware-image.ts';
import type { InstallJob } from './install-journal.ts';
import type { InstallEnd, InstallPhase } from './install-machine.ts';
import type { TransferProgress } from './file-transfer.ts';

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
