import type { Reading } from '../bms/reading.ts';

export interface PollAnswer {
  readonly reading: Reading;
  readonly sequence: number;
  readonly verbose: boolean;
}

/**
 * Wraps a line in CRLF, as in the device's documentation. Identity, line breaks and final result codes follow it too.
 */
export const line = (text: string): string => `\r\n${text}\r\n`;
export const finalOk = line('OK');
export const finalError = line('ERROR');
export const banner = line('READY');
export const bootLoaderBanner = line('BOOT');

/** Formats an error with a code, as in 3GPP TS 27.007. */
export const cmeError = (code: number): string => line(`+CME ERROR: ${code}`);

export interface Identity {
  readonly hardware: string;
  /** Version of the firmware. Absent: the firmware does not know its version. */
  readonly firmware?: string;
  readonly serial: string;
  /** The name that the user gave to the device; empty = none. */
  readonly name: string;
}

/** Returns the information lines of the reply to ATI. */
export const identityText = ({ hardware, firmware, serial, name }: Identity): string => {
  const version = firmware === undefined ? '' : `FW:${firmware} `;
  const label = name === '' ? '' : `LABEL:${name}\r\n`;
  return `\r\nACME-BMS OBD\r\nHW:${hardware} ${version}SN:${serial}\r\n${label}`;
};

const hex = (value: number, digits: number): string =>
  value.toString(16).toUpperCase().padStart(digits, '0');

/** Returns the balancing mask. Bit 0 = cell 1; one hexadecimal digit for every four cells, however large the mask. */
export const balancingMask = (bleeding: readonly boolean[]): string => {
  const digits = Math.max(1, Math.ceil(bleeding.length / 4));
  const nibble = (from: number): number =>
    [0, 1, 2, 3].reduce((sum, bit) => (bleeding[from + bit] ? sum | (1 << bit) : sum), 0);
  return Array.from({ length: digits }, (_, i) => hex(nibble((digits - 1 - i) * 4), 1)).join('');
};

const fixed = (value: number, unit: number, decimals: number): string =>
  (value / unit).toFixed(decimals);

const compact = ({ reading: r, sequence }: PollAnswer): readonly string[] => [
  [
    1,
    sequence,
    r.uptimeS,
    r.cells.length,
    r.temperatures.length,
    r.packMv,
    r.current10mA,
    r.soc,
    r.soh,
    r.designCapacity,
    r.remaining,
    r.cycles,
    r.fets,
    hex(r.alarms, 4),
    hex(r.protections, 4),
    ...r.cells,
    ...r.temperatures,
    balancingMask(r.balancing),
  ].join(','),
];

const labelled = ({ reading: r, sequence }: PollAnswer): readonly string[] => [
  `VER=1,SEQ=${sequence},UP=${r.uptimeS},NC=${r.cells.length},NT=${r.temperatures.length}`,
  `V=${fixed(r.packMv, 1000, 3)},I=${fixed(r.current10mA, 100, 2)},SOC=${fixed(r.soc, 10, 1)},` +
    `SOH=${fixed(r.soh, 10, 1)},CAP=${fixed(r.designCapacity, 100, 2)},` +
    `REM=${fixed(r.remaining, 100, 2)},CYC=${r.cycles}`,
  `CV=${r.cells.join(',')}`,
  ...(r.temperatures.length > 0 ? [`CT=${r.temperatures.join(',')}`] : []),
  `BAL=${balancingMask(r.balancing)},FET=${r.fets},ALM=${hex(r.alarms, 4)},PRT=${hex(r.protections, 4)}`,
];

/** Returns the payloads of the reply's information lines, without prefix: one if compact, five if labelled. */
const nativePayloads = (answer: PollAnswer): readonly string[] =>
  answer.verbose ? labelled(answer) : compact(answer);

/** Returns the XOR of all bytes as two hexadecimal digits. */
export const xorOf = (text: string): string =>
  hex(
    Buffer.from(text, 'latin1').reduce((sum, byte) => sum ^ byte, 0),
    2,
  );

/**
 * Returns the whole reply to AT+ADATA as text. `checksum` appends `*HH`, the XOR of all bytes of the line before it.
 */
export const nativeAnswer = (answer: PollAnswer, checksum = false): string =>
  nativePayloads(answer)
    .map((payload) => {
      const text = `+ADATA: ${payload}`;
      return line(checksum ? `${text}*${xorOf(text)}` : text);
    })
    .join('') + finalOk;
