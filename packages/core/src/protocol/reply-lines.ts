/** The role of a reply line, by the conventions of V.250, 3GPP TS 27.005/27.007 and ELM327. */
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

/** Returns the line without ANSI colour codes, NULs, flow control characters and outer spaces. */
export const cleanLine = (text: string): string =>
  // The search is cheap, and nearly every line of a flood contains no such character.
  HAS_NOISE.test(text) ? text.replace(NOISE, '').trim() : text.trim();

const info: LineRole = { kind: 'info' };
const promptRole: LineRole = { kind: 'prompt' };
const ready: LineRole = { kind: 'urc', urc: { kind: 'ready' } };
const busy: LineRole = { kind: 'urc', urc: { kind: 'busy' } };
const okFinal: LineRole = { kind: 'final', ok: true, code: 'OK' };

/** Number of characters that contains every word that classifies a line. */
const HEAD = 12;

/** Whole lines that end a reply besides OK and ERROR, in upper case. True means success. */
const FINALS: ReadonlyMap<string, boolean> = new Map([
  ['OK.', true],
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
/** The meanings of the numeric result codes after `ATV0`, from 0. */
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

export interface ClassifiedLine {
  readonly text: string;
  readonly role: LineRole;
}

/** Cleans and classifies a received line. This happens once per line. */
export const classifyLine = (received: string): ClassifiedLine => {
  const text = cleanLine(received);
  return { text, role: roleOf(text) };
};

const SEARCHING = /^SEARCHING\.+\s*/i;

/** Returns the line without a leading prompt and without the word that an ELM327 writes while it searches. */
export const withoutPrompt = (line: ClassifiedLine, prompt = '>'): ClassifiedLine => {
  let { text } = line;
  if (text.startsWith(prompt)) text = text.slice(prompt.length).trimStart();
  else if (text.startsWith('>')) text = text.slice(1).trimStart();
  text = text.replace(SEARCHING, '');
  return text === line.text ? line : { text, role: roleOf(text) };
};

/** Converts a numeric result code (ATV0) to its meaning. Other lines are returned unchanged. */
export const withoutNumber = (line: ClassifiedLine): ClassifiedLine => {
  const code = /^\d$/.test(line.text) ? NUMERIC_FINALS[Number(line.text)] : undefined;
  return code === undefined || code === '' ? line : { text: line.text, role: roleOf(code) };
};

/** True for text without a line break by which a device asks for input: `>`, `pylon>`, `uart:~$`, `#`. */
export const isPromptLike = (text: string): boolean => text.length <= 32 && /[>#$]$/.test(text);

/** True for text that an ELM327 writes before it works for seconds. Any byte that it receives meanwhile stops it. */
export const isWorking = (text: string): boolean => /^(SEARCHING|BUS INIT)[:. ]*$/i.test(text);

/** Returns the `NAME` of an information line `+NAME: …` in upper case; undefined for other lines. */
export const infoName = (line: string): string | undefined =>
  /^\+([A-Z0-9_]{1,32}):/i.exec(line)?.[1]?.toUpperCase();

/** Returns the `NAME` of a command `AT+NAME…` in upper case; undefined for basic commands. */
export const commandName = (command: string): string | undefined =>
  /^AT\+([A-Z0-9_]{1,32})/i.exec(command.trim())?.[1]?.toUpperCase();

/**
 * True if the text is one JSON object or array whose brackets are all closed. The time is linear; strings are skipped.
 */
export const isBalancedJson = (text: string): boolean => {
  const first = text.charAt(0);
  if (first !== '{' && first !== '[') return false;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return text.slice(at + 1).trim() === '';
    }
  }
  return false;
};
