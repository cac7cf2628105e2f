import type { Clock } from '../ports/clock.ts';
import type { OpenPort } from '../ports/serial-link.ts';

/** Errors in a row without a byte between them that end the connection: a hot loop otherwise (SR-11). */
const MAX_GLITCHES_IN_A_ROW = 10;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1_000;

export type ReadEnd =
  | { readonly kind: 'closed' }
  | { readonly kind: 'lost'; readonly message: string }
  /** The line gives nothing but errors. */
  | { readonly kind: 'hopeless'; readonly message: string };

export interface ReadLoopParts {
  readonly clock: Clock;
  readonly onBytes: (bytes: Uint8Array) => void;
  readonly onGlitch: (name: string, message: string) => void;
}

const pause = (clock: Clock, ms: number): Promise<void> =>
  new Promise((resolve) => {
    clock.after(ms, resolve);
  });

/**
 * Reads until the port is closed or lost. An error of the line does not end the reading: it is reported, and the
 * loop goes on, after a growing pause while errors come with no bytes between them. Settles once, never rejects.
 */
export const runReadLoop = async (port: OpenPort, parts: ReadLoopParts): Promise<ReadEnd> => {
  let glitches = 0;
  for (;;) {
    const outcome = await port.read();
    switch (outcome.kind) {
      case 'bytes':
        glitches = 0;
        parts.onBytes(outcome.bytes);
        break;
      case 'glitch':
        glitches += 1;
        parts.onGlitch(outcome.name, outcome.message);
        if (glitches >= MAX_GLITCHES_IN_A_ROW)
          return { kind: 'hopeless', message: outcome.message };
        if (glitches > 1) {
          await pause(
            parts.clock,
            Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (glitches - 2)),
          );
        }
        break;
      case 'lost':
        return { kind: 'lost', message: outcome.message };
      case 'closed':
        return { kind: 'closed' };
    }
  }
};
