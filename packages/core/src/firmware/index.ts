/** `@batbot/core/firmware`: file transfers, firmware images, and their install. */
export {
  sendFile,
  type Transfer,
  type TransferEnd,
  type TransferProgress,
} from './file-transfer.ts';
export type { SentFile, TransferProtocol } from './file-sender.ts';
export { createFirmwareInstall, type FirmwareInstallParts } from './firmware-install.ts';
export type {
  FirmwareInstall,
  InstallReport,
  InstallState,
  OfferedImage,
} from './firmware-install-api.ts';
export { isBoardOf } from '../parameters/schema-match.ts';
export {
  FIRMWARE_IMAGE,
  FIRMWARE_IMAGE_FILE,
  IMAGE_PIECE_BYTES,
  type FirmwareImage,
  type ImageState,
} from './firmware-image.ts';
export type { InstallJob } from './install-journal.ts';
export type { DeviceNow, InstallEnd, InstallPhase, NextStep } from './install-machine.ts';
