/** What a line is, by the V.250 conventions of the native dialect. */
export type LineRole =
  | { readonly kind: 'info' }
  | { readonly kind: 'final'; readonly ok: boolean; readonly code: string }
  | { readonly kind: 'urc'; readonly urc: Urc }
  | { readonly kind: 'prompt' };

/** An unsolicited result code. */
export type Urc =
  | { readonly kind: 'ready' }
  | { readonly kind: 'alarm'; readonly payload: string }
  | { readonly kind: 'busy' };

// This pattern removes control characters: CSI sequences, and NULs that some adapters add.
// oxlint-disable-next-line no-control-regex
const NOISE = /\u001b\[[0-9;?]*[A-Za-z]|\u0000/g;

/** The line without ANSI colour codes, NULs and outer blanks. */
export const cleanLine = (text: string): string =>
  // The two searches are cheap, and nearly every line of a flood is clean.
  text.includes('\u001b') || text.includes('\u0000') ? text.replace(NOISE, '').trim() : text.trim();

const info: LineRole = { kind: 'info' };
const prompt: LineRole = { kind: 'prompt' };
const ready: LineRole = { kind: 'urc', urc: { kind: 'ready' } };
const busy: LineRole = { kind: 'urc', urc: { kind: 'busy' } };
const okFinal: LineRole = { kind: 'final', ok: true, code: 'OK' };

/** Longer than every word that classifies a line. */
const HEAD = 12;

/** Classifies a cleaned line. A final result code counts only as a whole line. */
export const roleOf = (line: string): LineRole => {
  const head = line.slice(0, HEAD).toUpperCase();
  if (line.length <= 5) {
    if (head === 'OK') return okFinal;
    if (head === 'ERROR' || head === '?') return { kind: 'final', ok: false, code: line };
    if (head === '>') return prompt;
    if (head === 'READY') return ready;
  }
  if (head.startsWith('+CME ERROR:')) return { kind: 'final', ok: false, code: line };
  if (head.startsWith('BUSY P')) return busy;
  if (head.startsWith('+ALARM:')) {
    return { kind: 'urc', urc: { kind: 'alarm', payload: line.slice('+ALARM:'.length).trim() } };
  }
  return info;
};

/** A received line, cleaned, with what it is. */
export interface ClassifiedLine {
  readonly text: string;
  readonly role: LineRole;
}

/** Cleans a received line and classifies it. Done once per line. */
export const classifyLine = (received: string): ClassifiedLine => {
  const text = cleanLine(received);
  return { text, role: roleOf(text) };
};

/** The line without a prompt in front of it. */
export const withoutPrompt = (line: ClassifiedLine): ClassifiedLine => {
  if (!line.text.startsWith('>')) return line;
  const text = line.text.replace(/^>\s*/, '');
  return { text, role: roleOf(text) };
};

/** The `NAME` of an information line `+NAME: …`, upper case; undefined for other lines. */
export const infoName = (line: string): string | undefined =>
  /^\+([A-Z0-9_]{1,32}):/i.exec(line)?.[1]?.toUpperCase();

/** The `NAME` of a command `AT+NAME…`, upper case; undefined for basic commands. */
export const commandName = (command: string): string | undefined =>
  /^AT\+([A-Z0-9_]{1,32})/i.exec(command.trim())?.[1]?.toUpperCase();
