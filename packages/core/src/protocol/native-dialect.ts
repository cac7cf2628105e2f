import { err, ok, type Result } from '../prelude/result.ts';
import { payloadsOf, type DecodeError } from './frame.ts';
import { faultsOf, MAX_CELLS, switchesOf, type Fault, type PackSample } from './pack-sample.ts';

// The device's own dialect (device protocol, part 1): the reply to `AT+ADATA` is compact (verbose 0) or labelled (verbose 1).

const NAME = 'ADATA';
const COMPACT_FIXED = 16;
const MAX_TEMPERATURES = 64;
/**
 * Highest voltage of a cell, in mV. A higher value is a reading error (−1 as unsigned, a wrong decimal point); 0 and
 * 65,535 stand for a cell that was not read.
 */
const MAX_CELL_MV = 6_000;
/** Limits of a temperature, in °C. The value −127 stands for a missing sensor. */
const TEMPERATURE_LIMITS_C = { low: -60, high: 200 };

/** Parses a plain decimal number; undefined for two dots or signs, exponents, NaN and spaces. */
const parseDecimal = (text: string): number | undefined =>
  /^[+-]?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : undefined;

const parseInteger = (text: string): number | undefined =>
  /^[+-]?\d{1,15}$/.test(text) ? Number(text) : undefined;

/** Parses hexadecimal digits without a prefix; undefined for any other text. */
const parseHex = (text: string): bigint | undefined =>
  /^[0-9A-F]{1,64}$/i.test(text) ? BigInt(`0x${text}`) : undefined;

type Tokens = readonly string[];

class BadReply extends Error {
  readonly reason: DecodeError;
  constructor(reason: DecodeError) {
    super(reason.detail);
    this.reason = reason;
  }
}

const reject = (kind: DecodeError['kind'], detail: string): never => {
  throw new BadReply({ kind, detail });
};

/** Parses a number. `index` is its position in a list, from 0; it is used only for the name in an error. */
const number = (
  text: string | undefined,
  what: string,
  parse: (text: string) => number | undefined,
  index?: number,
): number => {
  const value = text === undefined ? undefined : parse(text.trim());
  if (value !== undefined) return value;
  const name = index === undefined ? what : `${what} ${index + 1}`;
  return reject('number', `${name} is not a number: "${text ?? ''}"`);
};

const integer = (text: string | undefined, what: string, index?: number): number =>
  number(text, what, parseInteger, index);

const bits = (text: string | undefined, what: string): bigint =>
  (text === undefined ? undefined : parseHex(text.trim())) ??
  reject('number', `${what} is not a hexadecimal number: "${text ?? ''}"`);

const faults = (text: string | undefined, what: string): readonly Fault[] => {
  const mask = bits(text, what);
  // A number is exact only up to 53 bits. Faults above bit 15 have no names, so bit 16 represents all of them.
  return faultsOf(Number(mask & 0xffffn) + (mask > 0xffffn ? 0x1_0000 : 0));
};

const count = (text: string | undefined, what: string, limit: number): number => {
  const value = integer(text, what);
  return value >= 0 && value <= limit ? value : reject('count', `${what} is ${value}`);
};

const cell = (text: string, index: number): number | null => {
  const millivolts = integer(text, 'cell', index);
  return millivolts > 0 && millivolts <= MAX_CELL_MV ? millivolts / 1_000 : null;
};

const temperature = (text: string, index: number): number | null => {
  const celsius = number(text, 'temperature', parseDecimal, index);
  const { low, high } = TEMPERATURE_LIMITS_C;
  return celsius < low || celsius > high ? null : celsius;
};

const percent = (value: number, what: string): number =>
  value >= 0 && value <= 100 ? value : reject('number', `${what} is ${value} %`);

/** Converts a mask to a list of bits, bit 0 first. */
const maskOf = (mask: bigint, length: number): readonly boolean[] => {
  const digits = mask.toString(2);
  const list: boolean[] = [];
  for (let bit = 1; bit <= length; bit += 1) list.push(digits.charAt(digits.length - bit) === '1');
  return list;
};

const decodeCompact = (tokens: Tokens): PackSample => {
  const cells = count(tokens[3], 'the count of cells', MAX_CELLS);
  const sensors = count(tokens[4], 'the count of temperatures', MAX_TEMPERATURES);
  if (tokens.length !== COMPACT_FIXED + cells + sensors) {
    reject('count', `${tokens.length} values for ${cells} cells and ${sensors} temperatures`);
  }
  const at = (index: number, what: string): number => integer(tokens[index], what);
  const cellsFrom = COMPACT_FIXED - 1;
  return {
    sequence: at(1, 'the sequence number'),
    uptimeS: at(2, 'the uptime'),
    packVoltageV: at(5, 'the pack voltage') / 1_000,
    currentA: at(6, 'the current') / 100,
    socPercent: percent(at(7, 'the state of charge') / 10, 'the state of charge'),
    sohPercent: percent(at(8, 'the state of health') / 10, 'the state of health'),
    designCapacityAh: at(9, 'the design capacity') / 100,
    remainingAh: at(10, 'the remaining capacity') / 100,
    cycles: at(11, 'the cycles'),
    switches: switchesOf(at(12, 'the FET bits')),
    alarms: faults(tokens[13], 'the alarm bits'),
    protections: faults(tokens[14], 'the protection bits'),
    cellVoltagesV: tokens.slice(cellsFrom, cellsFrom + cells).map(cell),
    temperaturesC: tokens.slice(cellsFrom + cells, cellsFrom + cells + sensors).map(temperature),
    balancing: maskOf(bits(tokens.at(-1), 'the balancing mask'), cells),
  };
};

/** Returns the `KEY=value` pairs of all lines. The lists CV and CT extend to the end of their line. */
const fieldsOf = (payloads: readonly string[]): ReadonlyMap<string, string> => {
  const fields = new Map<string, string>();
  const put = (key: string, value: string): void => {
    if (fields.has(key)) reject('count', `${key} appears twice: two replies in one`);
    fields.set(key, value);
  };
  for (const payload of payloads) {
    const list = /^(CV|CT)=(.*)$/i.exec(payload);
    if (list?.[1] !== undefined) {
      put(list[1].toUpperCase(), list[2] ?? '');
      continue;
    }
    for (const pair of payload.split(',')) {
      const equals = pair.indexOf('=');
      if (equals < 1) reject('missing', `"${pair.slice(0, 40)}" is not KEY=value`);
      put(pair.slice(0, equals).trim().toUpperCase(), pair.slice(equals + 1).trim());
    }
  }
  return fields;
};

const decodeLabelled = (payloads: readonly string[]): PackSample => {
  const fields = fieldsOf(payloads);
  const get = (key: string): string => fields.get(key) ?? reject('missing', `${key} is missing`);
  const decimal = (key: string): number => number(get(key), key, parseDecimal);
  const list = (key: string, counted: string, limit: number): Tokens => {
    const length = count(get(counted), counted, limit);
    const text = fields.get(key) ?? '';
    const tokens = text === '' ? [] : text.split(',');
    return tokens.length === length
      ? tokens
      : reject('count', `${tokens.length} values in ${key}, ${counted} says ${length}`);
  };
  if (get('VER') !== '1') reject('version', `version ${get('VER')} is not known`);
  const cells = list('CV', 'NC', MAX_CELLS).map(cell);
  return {
    sequence: integer(get('SEQ'), 'SEQ'),
    uptimeS: integer(get('UP'), 'UP'),
    packVoltageV: decimal('V'),
    currentA: decimal('I'),
    socPercent: percent(decimal('SOC'), 'SOC'),
    sohPercent: percent(decimal('SOH'), 'SOH'),
    designCapacityAh: decimal('CAP'),
    remainingAh: decimal('REM'),
    cycles: integer(get('CYC'), 'CYC'),
    switches: switchesOf(integer(get('FET'), 'FET')),
    alarms: faults(get('ALM'), 'ALM'),
    protections: faults(get('PRT'), 'PRT'),
    cellVoltagesV: cells,
    temperaturesC: list('CT', 'NT', MAX_TEMPERATURES).map(temperature),
    balancing: maskOf(bits(get('BAL'), 'BAL'), cells.length),
  };
};

/**
 * Decodes the lines of one reply to `AT+ADATA`, compact or labelled. If one value is wrong, the whole reply is
 * rejected, with the reason.
 */
export const decodeNative = (lines: readonly string[]): Result<PackSample, DecodeError> => {
  const payloads = payloadsOf(lines, NAME);
  if (!payloads.ok) return payloads;
  const first = payloads.value[0] ?? '';
  try {
    if (/^VER=/i.test(first)) return ok(decodeLabelled(payloads.value));
    if (payloads.value.length > 1) {
      return err({ kind: 'count', detail: 'more than one compact line: two replies in one' });
    }
    const tokens = first.split(',');
    if (tokens[0]?.trim() !== '1') reject('version', `version "${tokens[0] ?? ''}" is not known`);
    return ok(decodeCompact(tokens));
  } catch (thrown) {
    if (thrown instanceof BadReply) return err(thrown.reason);
    throw thrown;
  }
};
