import * as v from 'valibot';
import { fits, jsonFile, wholeNumber } from '../prelude/schema.ts';
import type { PortSettings } from '../ports/serial-link.ts';

/** The settings of a port except the baud rate. */
export type PortOptions = Required<Omit<PortSettings, 'baudRate'>>;

/** The frame of a byte on the line. */
export type LineFormat = Pick<PortOptions, 'dataBits' | 'parity' | 'stopBits'>;

/** The buffer sizes that are offered, in bytes. */
export const BUFFER_SIZES = [16_384, 65_536, 262_144, 1_048_576] as const;

/**
 * The default options. The platform's buffer of 255 bytes overruns whenever the page is busy (SR-10), so a larger one
 * is used.
 */
export const DEFAULT_PORT_OPTIONS: PortOptions = {
  dataBits: 8,
  parity: 'none',
  stopBits: 1,
  flowControl: 'none',
  bufferSize: 65_536,
};

/** Chromium's limit of the buffer size (serial_port.cc). */
const LARGEST_BUFFER = 16 * 1024 * 1024;

const OPTIONS = {
  dataBits: v.picklist([7, 8]),
  parity: v.picklist(['none', 'even', 'odd']),
  stopBits: v.picklist([1, 2]),
  flowControl: v.picklist(['none', 'hardware']),
  bufferSize: wholeNumber(1, LARGEST_BUFFER),
} as const;

const SETTINGS = v.object({
  baudRate: wholeNumber(1, 2 ** 32 - 1),
  ...v.partial(v.object(OPTIONS)).entries,
});

/** Whether every platform accepts the settings. */
export const areValidSettings = (settings: PortSettings): boolean => fits(SETTINGS, settings);

/** The file format of saved options. An unreadable field gets its default. */
export const PORT_OPTIONS = jsonFile<PortOptions>({
  schema: v.object({
    dataBits: v.fallback(OPTIONS.dataBits, DEFAULT_PORT_OPTIONS.dataBits),
    parity: v.fallback(OPTIONS.parity, DEFAULT_PORT_OPTIONS.parity),
    stopBits: v.fallback(OPTIONS.stopBits, DEFAULT_PORT_OPTIONS.stopBits),
    flowControl: v.fallback(OPTIONS.flowControl, DEFAULT_PORT_OPTIONS.flowControl),
    bufferSize: v.fallback(OPTIONS.bufferSize, DEFAULT_PORT_OPTIONS.bufferSize),
  }),
});

export const hasLineFormat = (options: LineFormat, format: Partial<LineFormat>): boolean =>
  (['dataBits', 'parity', 'stopBits'] as const).every(
    (name) => format[name] === undefined || format[name] === options[name],
  );

/** Returns the usual short form of port options: "8N1", "7E1 RTS/CTS". */
export const shortPortOptions = ({
  dataBits,
  parity,
  stopBits,
  flowControl,
}: PortOptions): string =>
  `${String(dataBits)}${parity.charAt(0).toUpperCase()}${String(stopBits)}${
    flowControl === 'hardware' ? ' RTS/CTS' : ''
  }`;
