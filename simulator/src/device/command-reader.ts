/** Milliseconds of silence that end a line without a line ending. */
const idleMs = 100;
/** A longer gap inside a line means that a person types it key by key. Only a line ending completes such a line. */
const typingGapMs = 50;
const maxLine = 4096;

/**
 * Creates a reader. It splits at CR, LF or both in any order, and at silence after a line that arrived without gaps.
 */
export const createCommandReader = () => {
  let text = '';
  let lastMs = 0;
  let typed = false;
  const clear = (): void => {
    text = '';
    typed = false;
  };
  return {
    /** Adds bytes that arrived at `nowMs`. Returns the commands that they complete. */
    push: (bytes: Uint8Array, nowMs: number): readonly string[] => {
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
    /** Time at which a line without a line ending counts as complete; undefined if there is none. */
    idleAt: (): number | undefined => (text.trim() === '' || typed ? undefined : lastMs + idleMs),
    /** Returns the line without a line ending that is complete at `nowMs`, if there is one. */
    takeIdle: (nowMs: number): string | undefined => {
      if (text.trim() === '' || typed || nowMs < lastMs + idleMs) return undefined;
      const whole = text.trim();
      clear();
      return whole;
    },
    clear,
  };
};

/** Splits the bytes of a client into command lines, as typed and without line endings. */
export type CommandReader = ReturnType<typeof createCommandReader>;
