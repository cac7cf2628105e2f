/** The page stays alive while a long text is made: after so much work it gets a turn. */
const WORK_MS = 30;
/** Characters of one piece of a file: encoding some 64 MB at once would hold up the page for a fifth of a second. */
const PIECE_LENGTH = 1_000_000;

/** The parts of a text that is made piece by piece, with turns between them for whatever else is to be done. */
export async function* inTurns(parts: Iterable<string>): AsyncGenerator<string> {
  let since = performance.now();
  for (const part of parts) {
    yield part;
    if (performance.now() - since < WORK_MS) continue;
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
    since = performance.now();
  }
}

/** A text that is made piece by piece, as the content of a file. */
export const gatherParts = async (parts: Iterable<string>): Promise<readonly BlobPart[]> => {
  const pieces: Blob[] = [];
  let piece = '';
  for await (const part of inTurns(parts)) {
    piece += part;
    if (piece.length < PIECE_LENGTH) continue;
    pieces.push(new Blob([piece]));
    piece = '';
  }
  return [...pieces, piece];
};
