/** A command line from the client, as it was typed, without its line ending. */
export interface CommandReader {
  /** Takes bytes that arrived at `nowMs`; gives the commands they complete. */
  readonly push: (bytes: Uint8Array, nowMs: number) => readonly string[];
  /** When a line without any ending counts as complete; undefined while nothing waits. */
  readonly idleAt: () => number | undefined;
  /** The line that waited long enough for its ending, if there is one at `nowMs`. */
  readonly takeIdle: (nowMs: number) => string | undefined;
  readonly clear: () => void;
}

/** Milliseconds of silence that end a line sent without an ending. */
const idleMs = 100;
/** A longer gap inside a line means that a person types it key by key: only an ending completes that. */
const typingGapMs = 50;
const maxLine = 4096;

/** Splits at CR, LF or both in any mix, and at silence after a line that came in one go. */
export const createCommandReader = (): CommandReader => {
  let text = '';
  let lastMs = 0;
  let typed = false;
  const clear = (): void => {
    text = '';
    typed = false;
  };
  return {
    push: (bytes, nowMs) => {
      const lines: string[] = [];
      if (text !== '' && nowMs - lastMs > typingGapMs) typed = true;
      for (const byte of bytes) {
        if (byte === 0x0d || byte === 0x0a) {
          if (text.trim() !== '') lines.push(text.trim());
          clear();
        } else if (byte !== 0 && text.length < maxLine) text += String.fromCharCode(byte);
      }
      lastMs = nowMs;
      return lines;
    },
    idleAt: () => (text.trim() === '' || typed ? undefined : lastMs + idleMs),
    takeIdle: (nowMs) => {
      if (text.trim() === '' || typed || nowMs < lastMs + idleMs) return undefined;
      const whole = text.trim();
      clear();
      return whole;
    },
    clear,
  };
};
