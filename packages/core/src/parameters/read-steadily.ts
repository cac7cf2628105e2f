import { err } from '../prelude/result.ts';
import type { DeviceIdentity } from '../protocol/device-identity.ts';
import type { DeviceIo, Identified, RawValues, Sent } from './device-io.ts';
import { differenceText } from './differences.ts';
import { parameterOf, type ParameterSchema } from './parameter-schema.ts';
import { valueOfRaw } from './value-text.ts';

/** How often something is read before it counts as not readable. */
export const MOST_READS = 4;

/** Returns the keys whose values only a write changes. */
const steadyKeys = ({ parameters }: ParameterSchema): readonly string[] =>
  parameters.filter(({ readOnly }) => readOnly !== true).map(({ key }) => key);

/** Returns a sentence about the first parameter whose value is not the expected one; undefined if there is none. */
export const firstDifference = (
  schema: ParameterSchema,
  expected: RawValues,
  values: RawValues,
): string | undefined => {
  for (const key of steadyKeys(schema)) {
    const [before, after] = [expected.get(key), values.get(key)];
    const parameter = parameterOf(schema, key);
    if (before === after || parameter === undefined) continue;
    return differenceText({
      parameter,
      before: before === undefined ? undefined : valueOfRaw(parameter, before),
      after: after === undefined ? undefined : valueOfRaw(parameter, after),
    });
  }
  return undefined;
};

/** Reads all values until they are the expected ones, or until two readings agree; undefined if this does not happen. */
const readSteadily = async (
  io: DeviceIo,
  schema: ParameterSchema,
  expected?: RawValues,
  onProgress?: (read: number) => void,
): Promise<RawValues | { readonly problem: string }> => {
  let last: RawValues | undefined;
  let problem = 'The replies differ from one reading to the next';
  for (let read = 0; read < MOST_READS; read += 1) {
    const values = await io.readAll(schema, onProgress);
    if (!values.ok) {
      problem = `Reading ${values.error.text}`;
      continue;
    }
    const same = expected !== undefined && firstDifference(schema, expected, values.value);
    const again = last !== undefined && firstDifference(schema, last, values.value);
    if (same === undefined || again === undefined) return values.value;
    last = values.value;
  }
  return { problem };
};

/**
 * Asks a device for its identity. A reply without a serial number is asked for again, because it may be the late result
 * code of an earlier command. Not every device has a serial number, but each reports something.
 */
export const identify = async (io: DeviceIo): Sent<Identified> => {
  let found = await io.askIdentity();
  for (let read = 1; read < MOST_READS; read += 1) {
    if (!found.ok || found.value.identity.serial !== undefined) return found;
    found = await io.askIdentity();
  }
  if (!found.ok || Object.keys(found.value.identity).length > 0) return found;
  return err({
    kind: 'unknown',
    text: 'got a reply without an identity. Read again; if this repeats, switch the device off and on',
  });
};

/** What identifies a device, with its name in a message. */
const IDENTITY_FIELDS = [
  ['serial', 'Serial number'],
  ['hardware', 'Hardware'],
] as const;

/** Returns why the connected device is not this one; undefined if it is. */
export const otherDevice = async (
  io: DeviceIo,
  identity: DeviceIdentity,
): Promise<string | undefined> => {
  let why = '';
  for (let attempt = 0; attempt < MOST_READS; attempt += 1) {
    const found = await io.askIdentity();
    if (!found.ok) {
      why = `ATI ${found.error.text}`;
      continue;
    }
    const now = found.value.identity;
    const differing = IDENTITY_FIELDS.filter(([field]) => now[field] !== identity[field]);
    const [first] = differing;
    if (first === undefined) return undefined;
    const other = differing.find(([field]) => now[field] !== undefined);
    if (other !== undefined) {
      const [field, name] = other;
      return `Another device answers. ${name} ${now[field]} instead of ${identity[field] ?? 'unknown'}`;
    }
    // A reply without the value does not prove another device: it may be the late result code of an earlier command.
    why = `ATI got a reply without the ${first[1].toLowerCase()}`;
  }
  return why;
};

export interface SameReading {
  readonly io: DeviceIo;
  readonly schema: ParameterSchema;
  readonly identity: DeviceIdentity;
  /** Returns how often the device has restarted or the connection was interrupted. */
  readonly interruptions: () => number;
  readonly expected?: RawValues;
  readonly onProgress?: (read: number) => void;
}

/**
 * Reads all values of a device that was just identified, and asks for its identity again. What was read before an
 * interruption is read again.
 */
export const readSame = async ({
  io,
  schema,
  identity,
  interruptions,
  expected,
  onProgress,
}: SameReading): Promise<
  | { readonly kind: 'values'; readonly values: RawValues }
  | { readonly kind: 'unknown' | 'lost'; readonly why: string }
> => {
  for (let attempt = 0; attempt < MOST_READS; attempt += 1) {
    const before = interruptions();
    const values = await readSteadily(io, schema, expected, onProgress);
    if ('problem' in values) return { kind: 'unknown', why: values.problem };
    const other = await otherDevice(io, identity);
    if (other !== undefined) return { kind: 'lost', why: other };
    if (interruptions() === before) return { kind: 'values', values };
  }
  return { kind: 'unknown', why: 'The device restarted repeatedly' };
};
