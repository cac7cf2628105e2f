/** With the verbose commands, the only command that the app sends by itself (the specification, section 7). */
export const LIVE_DATA_COMMAND = 'AT+ADATA';

/** The verbose command of a section: on for the terminal, off for all others. */
export const verboseCommand = (section: string): string =>
  section === 'terminal' ? 'AT+VB=1' : 'AT+VB=0';

export type LineEnding = 'crlf' | 'lf' | 'cr' | 'none';

/** What is appended to a command; the user chooses. */
export const LINE_ENDINGS: Readonly<Record<LineEnding, string>> = {
  crlf: '\r\n',
  lf: '\n',
  cr: '\r',
  none: '',
};

const encoder = new TextEncoder();

/** A command as bytes: UTF-8 text and the line ending. */
export const encodeCommand = (text: string, ending: LineEnding): Uint8Array =>
  encoder.encode(text + LINE_ENDINGS[ending]);
