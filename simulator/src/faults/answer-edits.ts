import { xorOf } from '../device/native-dialect.ts';

/** The forms of a reply to a poll, whatever the line ending. */
type AnswerForm = 'compact' | 'labelled' | 'json' | 'lines';

const formOf = (text: string): AnswerForm => {
  if (text.includes('"soc":')) return 'json';
  if (text.includes('SOC=')) return 'labelled';
  return /(?:^|[\r\n])SOC: /.test(text) ? 'lines' : 'compact';
};

/** Recomputes the checksum of lines that end in `*HH`, so that the fault is in the values and not in the checksum. */
const signAgain = (text: string): string =>
  text.replaceAll(
    /([^\r\n]+)\*[0-9A-F]{2}(?=[\r\n])/g,
    (_, line: string) => `${line}*${xorOf(line)}`,
  );

const edit =
  (changes: Readonly<Record<AnswerForm, (text: string) => string>>) =>
  (text: string): string =>
    signAgain(changes[formOf(text)](text));

/** Positions in a compact reply: 7 = state of charge, 15 = first cell. */
const withoutToken = (text: string, at: number): string =>
  text.split(',').toSpliced(at, 1).join(',');
const withToken = (text: string, at: number, token: string): string => {
  const tokens = text.split(',');
  return at < tokens.length ? tokens.with(at, token).join(',') : text;
};

/**
 * Removes one cell and keeps the number of cells that the reply states: a count, an array of the same length, a
 * numbering.
 */
export const dropCell = edit({
  compact: (text) => withoutToken(text, 15),
  labelled: (text) => text.replace(/CV=\d+,?/, 'CV='),
  json: (text) => text.replace(/"cells":\[[^,\]]*,?/, '"cells":['),
  lines: (text) => text.replace(/Cell1: [^\r\n]*[\r\n]+/, ''),
});

/** Replaces the state of charge by NaN, as C's printf writes it. */
export const socNotANumber = edit({
  compact: (text) => withToken(text, 7, 'nan'),
  labelled: (text) => text.replace(/SOC=[\d.]+/, 'SOC=nan'),
  json: (text) => text.replace(/"soc":[\d.]+/, '"soc":nan'),
  lines: (text) => text.replace(/SOC: [\d.]+/, 'SOC: nan'),
});

const commas = (text: string): string => text.replaceAll(/(\d)\.(\d)/g, '$1,$2');

/**
 * Writes decimal commas. JSON then has to quote its numbers. The compact form has no decimals, so the pack voltage gets
 * one.
 */
export const decimalCommas = edit({
  compact: (text) => text.replace(/^((?:[^,]*,){5}\d+)(\d{3})/, '$1,$2'),
  labelled: commas,
  json: (text) => text.replaceAll(/-?\d+\.\d+/g, (number) => `"${number.replace('.', ',')}"`),
  lines: commas,
});

/** Shortens the first line to `percent` of its characters. Line breaks and everything after them stay. */
export const cutFirstLine = (text: string, percent: number): string =>
  text.replace(/[^\r\n]+/, (line) => line.slice(0, Math.floor((line.length * percent) / 100)));

/** The final result code with the line breaks around it. A line break that ends the previous line is not included. */
const final = /(?:(?<=\r\n|^)\r\n|(?<=\r|^)\r(?!\n)|(?<=\n|^)\n|(?<=[\r\n]|^))OK[\r\n]+>?$/;

export const withoutFinal = (text: string): string => text.replace(final, '');
