import type { PortSettings } from '../ports/serial-link.ts';

/** How a port is opened, beside its baud rate. */
export type PortOptions = Required<Omit<PortSettings, 'baudRate'>>;

/** Bytes: the sizes offered for the buffer. */
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

const isWithin = (value: number, most: number): boolean =>
  Number.isInteger(value) && value > 0 && value <= most;

const PROOFS: {
  readonly [Name in keyof PortOptions]: (value: unknown) => value is PortOptions[Name];
} = {
  dataBits: (value) => value === 7 || value === 8,
  parity: (value) => value === 'none' || value === 'even' || value === 'odd',
  stopBits: (value) => value === 1 || value === 2,
  flowControl: (value) => value === 'none' || value === 'hardware',
  bufferSize: (value): value is number =>
    typeof value === 'number' && isWithin(value, LARGEST_BUFFER),
};

const checked = <Name extends keyof PortOptions>(name: Name, value: unknown): PortOptions[Name] =>
  PROOFS[name](value) ? value : DEFAULT_PORT_OPTIONS[name];

/** True for what every platform takes; the compiler lets past what comes from outside. */
export const areValidSettings = ({ baudRate, ...options }: PortSettings): boolean =>
  isWithin(baudRate, 2 ** 32 - 1) &&
  (Object.keys(PROOFS) as readonly (keyof PortOptions)[]) // the keys of a literal
    .every((name) => options[name] === undefined || PROOFS[name](options[name]));

/** What was kept as text; anything unreadable falls back to the default, field by field. */
export const parsePortOptions = (text: string | undefined): PortOptions => {
  let raw: unknown;
  try {
    raw = JSON.parse(text ?? '{}');
  } catch {
    raw = {};
  }
  const fields = new Map<string, unknown>(
    typeof raw === 'object' && raw !== null ? Object.entries(raw) : [],
  );
  return {
    dataBits: checked('dataBits', fields.get('dataBits')),
    parity: checked('parity', fields.get('parity')),
    stopBits: checked('stopBits', fields.get('stopBits')),
    flowControl: checked('flowControl', fields.get('flowControl')),
    bufferSize: checked('bufferSize', fields.get('bufferSize')),
  };
};

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
