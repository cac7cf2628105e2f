export { blockOf } from '../recording/recorded-session.ts';
export { packBlock, unpackBlock, unpackInSlices } from './packed-block.ts';
export { makePieces, openPieces, PIECES_VERSION, type PiecesError } from './recording-pieces.ts';
