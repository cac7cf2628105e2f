import type { PackSample } from './pack-sample.ts';
import { FAULTS, type Fault } from './pack-sample.ts';

// The device's side of the native dialect, written from the device protocol independently of the decoder. Tests check
// that decode ∘ encode = id. The simulator has an encoder of its own.

const mask = (bits: readonly boolean[]): bigint =>
  bits.reduce((sum, set, index) => (set ? sum | (1n << BigInt(index)) : sum), 0n);

const hex = (value: bigint): string => value.toString(16).toUpperCase();

const faultMask = (faults: readonly Fault[]): string =>
  hex(mask(FAULTS.map((fault) => faults.includes(fault)))).padStart(4, '0');

/** A sample with all values that the native dialect reports. */
export type NativeSample = Required<Omit<PackSample, 'lacksFaults'>>;

const fet = ({ switches }: NativeSample): number =>
  (switches.charge ? 1 : 0) + (switches.discharge ? 2 : 0) + (switches.precharge ? 4 : 0);

const scaled = (value: number, factor: number): number => Math.round(value * factor);

/** Encodes cells in mV. A cell that was not read is 0. */
const millivolts = (cells: readonly (number | null)[]): readonly number[] =>
  cells.map((cell) => (cell === null ? 0 : scaled(cell, 1_000)));
const celsius = (sensors: readonly (number | null)[]): readonly number[] =>
  sensors.map((sensor) => sensor ?? -127);

const frame = (lines: readonly string[]): string =>
  [...lines.map((line) => `+ADATA: ${line}`), 'OK'].map((line) => `\r\n${line}\r\n`).join('');

export const encodeCompact = (pack: NativeSample): string =>
  frame([
    [
      1,
      pack.sequence,
      pack.uptimeS,
      pack.cellVoltagesV.length,
      pack.temperaturesC.length,
      scaled(pack.packVoltageV, 1_000),
      scaled(pack.currentA, 100),
      scaled(pack.socPercent, 10),
      scaled(pack.sohPercent, 10),
      scaled(pack.designCapacityAh, 100),
      scaled(pack.remainingAh, 100),
      pack.cycles,
      fet(pack),
      faultMask(pack.alarms),
      faultMask(pack.protections),
      ...millivolts(pack.cellVoltagesV),
      ...celsius(pack.temperaturesC),
      hex(mask(pack.balancing)),
    ].join(','),
  ]);

export const encodeLabelled = (pack: NativeSample): string =>
  frame([
    `VER=1,SEQ=${pack.sequence},UP=${pack.uptimeS},NC=${pack.cellVoltagesV.length},NT=${pack.temperaturesC.length}`,
    `V=${pack.packVoltageV.toFixed(3)},I=${pack.currentA.toFixed(2)},SOC=${pack.socPercent.toFixed(1)},` +
      `SOH=${pack.sohPercent.toFixed(1)},CAP=${pack.designCapacityAh.toFixed(2)},` +
      `REM=${pack.remainingAh.toFixed(2)},CYC=${pack.cycles}`,
    `CV=${millivolts(pack.cellVoltagesV).join(',')}`,
    `CT=${celsius(pack.temperaturesC).join(',')}`,
    `BAL=${hex(mask(pack.balancing))},FET=${fet(pack)},ALM=${faultMask(pack.alarms)},PRT=${faultMask(pack.protections)}`,
  ]);
