/** What a line is, by the conventions of V.250, 3GPP TS 27.005/27.007 and ELM327. */
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

// These patterns find control characters: CSI sequences, XON, XOFF, and NULs that some adapters add.
// oxlint-disable-next-line no-control-regex
const NOISE = /\u001b\[[0-9;?]*[A-Za-z]|[\u0000\u0011\u0013]/g;
// oxlint-disable-next-line no-control-regex
const HAS_NOISE = /[\u0000\u0011\u0013\u001b]/;

/** The line without ANSI colour codes, NULs, flow control characters and outer blanks. */
export const cleanLine = (text: string): string =>
  // The search is cheap, and nearly every line of a flood is clean.
  HAS_NOISE.test(text) ? text.replace(NOISE, '').trim() : text.trim();

const info: LineRole = { kind: 'info' };
const promptRole: LineRole = { kind: 'prompt' };
const ready: LineRole = { kind: 'urc', urc: { kind: 'ready' } };
const busy: LineRole = { kind: 'urc', urc: { kind: 'busy' } };
const okFinal: LineRole = { kind: 'final', ok: true, code: 'OK' };

/** Longer than every word that classifies a line. */
const HEAD = 12;

/** Whole lines that end a reply, in capitals; the native dialect uses none of the later ones. True: success. */
const FINALS: ReadonlyMap<string, boolean> = new Map([
  ['OK', true],
  ['OK.', true],
  ['ERROR', false],
  ['?', false],
  // V.250
  ['CONNECT', true],
  ['NO CARRIER', false],
  ['NO ANSWER', false],
  ['NO DIALTONE', false],
  ['BUSY', false],
  // modems with sockets
  ['SEND OK', true],
  ['SHUT OK', true],
  ['CLOSE OK', true],
  ['SEND FAIL', false],
  ['FAIL', false],
  ['CLOSED', false],
  // ELM327
  ['NO DATA', false],
  ['CAN ERROR', false],
  ['BUS ERROR', false],
  ['DATA ERROR', false],
  ['UNABLE TO CONNECT', false],
  ['BUFFER FULL', false],
  ['STOPPED', false],
]);
const LONGEST_FINAL = 17;
/** After `ATV0` the result codes are numbers, from 0. */
const NUMERIC_FINALS = [
  'OK',
  'CONNECT',
  '',
  'NO CARRIER',
  'ERROR',
  '',
  'NO DIALTONE',
  'BUSY',
  'NO ANSWER',
];

/** Classifies a cleaned line. A final result code counts only as a whole line. */
export const roleOf = (line: string): LineRole => {
  const head = line.slice(0, HEAD).toUpperCase();
  if (line.length <= LONGEST_FINAL) {
    if (head === 'OK') return okFinal;
    if (head === '>') return promptRole;
    if (head === 'READY') return ready;
    const isOk = FINALS.get(line) ?? (head === 'ERROR' ? false : undefined);
    if (isOk !== undefined) return { kind: 'final', ok: isOk, code: line };
    if (/^CONNECT \d+$/.test(line)) return { kind: 'final', ok: true, code: line };
  }
  if (head.startsWith('+CME ERROR:') || head.startsWith('+CMS ERROR:'))
    return { kind: 'final', ok: false, code: line };
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

const SEARCHING = /^SEARCHING\.+\s*/i;

/** The line without the prompt in front of it, and without the word of an ELM327 that searched before it answered. */
export const withoutPrompt = (line: ClassifiedLine, prompt = '>'): ClassifiedLine => {
  let { text } = line;
  if (text.startsWith(prompt)) text = text.slice(prompt.length).trimStart();
  else if (text.startsWith('>')) text = text.slice(1).trimStart();
  text = text.replace(SEARCHING, '');
  return text === line.text ? line : { text, role: roleOf(text) };
};

/** What a numeric result code (ATV0) stands for; other lines are returned as they are. */
export const withoutNumber = (line: ClassifiedLine): ClassifiedLine => {
  const code = /^\d$/.test(line.text) ? NUMERIC_FINALS[Number(line.text)] : undefined;
  return code === undefined || code === '' ? line : { text: line.text, role: roleOf(code) };
};

/** Text without a line break by which a device asks for input: `>`, `pylon>`, `uart:~$`, `#`. */
export const isPromptLike = (text: string): boolean => text.length <= 32 && /[>#$]$/.test(text);

/** Text that a device writes before it works for seconds; whatever it receives meanwhile stops it (ELM327). */
export const isWorking = (text: string): boolean => /^(SEARCHING|BUS INIT)[:. ]*$/i.test(text);

/** The `NAME` of an information line `+NAME: …`, upper case; undefined for other lines. */
export const infoName = (line: string): string | undefined =>
  /^\+([A-Z0-9_]{1,32}):/i.exec(line)?.[1]?.toUpperCase();

/** The `NAME` of a command `AT+NAME…`, upper case; undefined for basic commands. */
export const commandName = (command: string): string | undefined =>
  /^AT\+([A-Z0-9_]{1,32})/i.exec(command.trim())?.[1]?.toUpperCase();
