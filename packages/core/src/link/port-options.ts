import * as v from 'valibot';
import { fits, jsonFile, wholeNumber } from '../prelude/schema.ts';
import type { PortSettings } from '../ports/serial-link.ts';

/** How a port is opened, apart from its baud rate. */
export type PortOptions = Required<Omit<PortSettings, 'baudRate'>>;

/** How a byte is sent. */
export type LineFormat = Pick<PortOptions, 'dataBits' | 'parity' | 'stopBits'>;

/** The buffer sizes that are offered, in bytes. */
export const BUFFER_SIZES = [16_384, 65_536, 262_144, 1_048_576] as const;

/** The platform's 255 bytes overrun at the first busy moment of the page (SR-10). */
export const DEFAULT_PORT_OPTIONS: PortOptions = {
  dataBits: 8,
  parity: 'none',
  stopBits: 1,
  flowControl: 'none',
  bufferSize: 65_536,
};

/** Chromium's limit, serial_port.cc. */
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

/** True for settings that every platform accepts. */
export const areValidSettings = (settings: PortSettings): boolean => fits(SETTINGS, settings);

/** Options as they are saved. A field that is not readable gets its default. */
export const PORT_OPTIONS = jsonFile<PortOptions>({
  schema: v.object({
    dataBits: v.fallback(OPTIONS.dataBits, DEFAULT_PORT_OPTIONS.dataBits),
    parity: v.fallback(OPTIONS.parity, DEFAULT_PORT_OPTIONS.parity),
    stopBits: v.fallback(OPTIONS.stopBits, DEFAULT_PORT_OPTIONS.stopBits),
    flowControl: v.fallback(OPTIONS.flowControl, DEFAULT_PORT_OPTIONS.flowControl),
    bufferSize: v.fallback(OPTIONS.bufferSize, DEFAULT_PORT_OPTIONS.bufferSize),
  }),
});

/** Whether a port that is open with these options has this line format. */
export const hasLineFormat = (options: LineFormat, format: Partial<LineFormat>): boolean =>
  (['dataBits', 'parity', 'stopBits'] as const).every(
    (name) => format[name] === undefined || format[name] === options[name],
  );

/** In a technician's short form: "8N1", "7E1 RTS/CTS". */
export const shortPortOptions = ({
  dataBits,
  parity,
  stopBits,
  flowControl,
}: PortOptions): string =>
  `${String(dataBits)}${parity.charAt(0).toUpperCase()}${String(stopBits)}${
    flowControl === 'hardware' ? ' RTS/CTS' : ''
  }`;
