/**
 * The command that polls live data. The app sends no other commands by itself, except the verbose commands (the
 * specification, section 7).
 */
export const LIVE_DATA_COMMAND = 'AT+ADATA';

/** Returns the verbose command of a section: on for the terminal, off for all others. */
export const verboseCommand = (section: string): string =>
  section === 'terminal' ? 'AT+VB=1' : 'AT+VB=0';

export type LineEnding = 'crlf' | 'lf' | 'cr' | 'none';

/** The line endings from which the user chooses. They are appended to commands. */
export const LINE_ENDINGS: Readonly<Record<LineEnding, string>> = {
  crlf: '\r\n',
  lf: '\n',
  cr: '\r',
  none: '',
};

const encoder = new TextEncoder();

/** Encodes a command as UTF-8 with its line ending. */
export const encodeCommand = (text: string, ending: LineEnding): Uint8Array =>
  encoder.encode(text + LINE_ENDINGS[ending]);
