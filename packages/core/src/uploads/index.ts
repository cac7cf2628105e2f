export { packBlock, unpackBlock } from './packed-block.ts';
export { makePieces, openPieces, type PiecesError } from './recording-pieces.ts';
