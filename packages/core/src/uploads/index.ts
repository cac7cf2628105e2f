export { packBlock, unpackBlock } from './packed-block.ts';
export {
  makePieces,
  openPieces,
  RECORDING,
  type PiecesError,
  type UploadedRecording,
} from './recording-pieces.ts';
