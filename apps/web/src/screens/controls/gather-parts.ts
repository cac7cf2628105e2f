/** Longest time in milliseconds that a text is built before the page can handle other events. */
const WORK_MS = 30;
/** Characters of one piece of a file. Encoding some 64 MB at once would block the page for a fifth of a second. */
const PIECE_LENGTH = 1_000_000;

/** Yields the parts of a text, with pauses in which the page can handle other events. */
export async function* inTurns(parts: Iterable<string>): AsyncGenerator<string> {
  let since = performance.now();
  for (const part of parts) {
    yield part;
    if (performance.now() - since < WORK_MS) continue;
    await new Promise((resolve) => setTimeout(resolve, 0));
    since = performance.now();
  }
}

/** Builds a text without blocking the page, as the content of a file. */
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
