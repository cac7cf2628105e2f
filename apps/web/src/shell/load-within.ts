/** The specification, section 9. */
export const CHUNK_TIMEOUT_MS = 120_000;

/** A part of the app did not come: the network, a time-out, or a newer version replaced it on the server. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

export type Delay = (delayMs: number, callback: () => void) => () => void;

/** Loads, but no longer than the limit. Rejects with a ChunkLoadError. */
export const loadWithin = <T>(
  load: () => Promise<T>,
  after: Delay,
  limitMs: number = CHUNK_TIMEOUT_MS,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const cancel = after(limitMs, () => {
      reject(new ChunkLoadError(`The page did not load within ${limitMs / 1_000} seconds.`));
    });
    load()
      .then(resolve, (cause: unknown) => {
        reject(new ChunkLoadError('The page could not be loaded.', { cause }));
      })
      .finally(cancel);
  });
