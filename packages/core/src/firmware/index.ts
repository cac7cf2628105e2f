/** `@batbot/core/firmware`: file transfers, firmware images, and their install. */
export { sendFile, type TransferEnd, type TransferProgress } from './file-transfer.ts';
export type { TransferProtocol } from './file-sender.ts';
export { createFirmwareInstall, type FirmwareInstall } from './firmware-install.ts';
export type { InstallReport, InstallState } from './install-state.ts';
export { versionRangeText } from './install-conditions.ts';
export { isBoardOf } from '../parameters/schema-match.ts';
export {
  FIRMWARE_IMAGE_FILE,
  IMAGE_PIECE_BYTES,
  loadImage,
  signedBytes,
  type FirmwareImage,
  type OfferedImage,
} from './firmware-image.ts';
export type { InstallJob } from './install-journal.ts';
export type { InstallPhase, NextStep } from './install-machine.ts';
