/** Timeout of a chunk (the specification, section 9). */
export const CHUNK_TIMEOUT_MS = 120_000;

/** A chunk of the app did not load: the network failed, the timeout passed, or the server has a newer version. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

export type Delay = (delayMs: number, callback: () => void) => () => void;

/** Loads a chunk within the timeout. Rejects with a `ChunkLoadError`. */
export const loadWithin = <T>(load: () => Promise<T>, after: Delay): Promise<T> =>
  new Promise((resolve, reject) => {
    const cancel = after(CHUNK_TIMEOUT_MS, () => {
      reject(
        new ChunkLoadError(`The page did not load within ${CHUNK_TIMEOUT_MS / 1_000} seconds.`),
      );
    });
    load()
      .then(resolve, (cause: unknown) => {
        reject(new ChunkLoadError('The page could not be loaded.', { cause }));
      })
      .finally(cancel);
  });
