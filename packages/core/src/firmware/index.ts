// File transfers and firmware installs.
export {
  sendFile,
  type Transfer,
  type TransferEnd,
  type TransferProgress,
} from './file-transfer.ts';
export type { SentFile, TransferProtocol } from './file-sender.ts';
