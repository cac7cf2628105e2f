import type { Reading } from '../bms/reading.ts';
import { foreignNames } from './foreign/foreign-devices.ts';
import type { ForeignName } from './foreign/foreign-devices.ts';
import { finalError, finalOk, nativeAnswer } from './native-dialect.ts';
import type { PollAnswer } from './native-dialect.ts';

const ownDialects = ['native', 'json', 'lines', 'elm'] as const;
export type DialectName = (typeof ownDialects)[number] | ForeignName;
export const dialectNames: readonly DialectName[] = [...ownDialects, ...foreignNames];
export const lineEndings = { crlf: '\r\n', cr: '\r', lf: '\n' } as const;
export type LineEndingName = keyof typeof lineEndings;

/** The format of the device's replies. `json`, `lines` and `elm` are for clients that do not know the device. */
export interface Wording {
  readonly dialect: DialectName;
  readonly lineEnding: LineEndingName;
  /** True to append `*HH` to each information line; native dialect only. */
  readonly checksum: boolean;
  readonly currentPositive: 'charge' | 'discharge';
}

export const nativeWording: Wording = {
  dialect: 'native',
  lineEnding: 'crlf',
  checksum: false,
  currentPositive: 'charge',
};

const volt = (mv: number): string => (mv / 1000).toFixed(3);

const jsonAnswer = (r: Reading): string => {
  const cells = r.cells.map(volt).join(',');
  const bits = r.cells.map((_, i) => (r.balancing[i] ? 1 : 0)).join(',');
  const body =
    `{"v":${volt(r.packMv)},"i":${(r.current10mA / 100).toFixed(2)},"soc":${(r.soc / 10).toFixed(1)},` +
    `"soh":${(r.soh / 10).toFixed(1)},"cells":[${cells}],"temps":[${r.temperatures.join(',')}],"bal":[${bits}]}`;
  return `\r\n${body}\r\n${finalOk}`;
};

const linesAnswer = (r: Reading): string =>
  [
    `Pack Voltage: ${volt(r.packMv)} V`,
    `Current: ${(r.current10mA / 100).toFixed(2)} A`,
    `SOC: ${(r.soc / 10).toFixed(1)} %`,
    ...r.cells.map((mv, i) => `Cell${i + 1}: ${mv} mV`),
    ...r.temperatures.map((celsius, i) => `Temp${i + 1}: ${celsius} C`),
    'OK',
    '',
  ].join('\r\n');

/** Returns the whole reply to a poll. */
export const answerIn = (wording: Wording, answer: PollAnswer): string => {
  const sign = wording.currentPositive === 'charge' ? 1 : -1;
  const reading = { ...answer.reading, current10mA: answer.reading.current10mA * sign + 0 };
  switch (wording.dialect) {
    case 'json':
      return jsonAnswer(reading);
    case 'lines':
      return linesAnswer(reading);
    default:
      return nativeAnswer({ ...answer, reading }, wording.checksum);
  }
};

/** Converts a native reply to the device's line endings, final result codes and prompt. */
export const wordReply = (wording: Wording, reply: string): string => {
  const eol = lineEndings[wording.lineEnding];
  if (wording.dialect !== 'elm') return reply.replaceAll('\r\n', eol);
  // Conventions of the ELM327: CR alone, no blank line before the reply, "?" for unknown commands, a prompt at the end.
  const text =
    reply === finalError ? '?\r\n' : reply.replace(/^\r\n/, '').replaceAll('\r\n\r\n', '\r\n');
  const prompt = /(?:OK|\?|ERROR(?:: \d+)?)\r\n$/.test(text) ? '\r>' : '';
  return text.replaceAll('\r\n', '\r') + prompt;
};
