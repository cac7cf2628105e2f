import type { DeviceIdentity } from '../protocol/device-identity.ts';
import type { ParameterSchema } from './parameter-schema.ts';

/** A schema that may be used for a device. */
export interface KnownSchema {
  readonly schema: ParameterSchema;
  /** See `schemaHash`. */
  readonly hash: string;
  /** Whether the account server has the schema, or a user imported it on this computer. */
  readonly origin: 'server' | 'file';
}

/**
 * The schema of a device. `newer`: the firmware is newer than the schema; values are read and compared, and writing
 * needs the user's consent. `none`: `why` lists the reason of each schema that does not fit, none if the boot loader of the
 * device runs.
 */
export type SchemaMatch =
  | { readonly kind: 'exact' | 'newer'; readonly known: KnownSchema }
  | { readonly kind: 'none'; readonly why: readonly string[]; readonly isBootLoader?: true };

const partsOf = (version: string): readonly number[] => (version.match(/\d+/g) ?? []).map(Number);

/** Compares two version numbers by their numeric parts: 1.10 is above 1.9. A missing part is 0. */
export const compareVersions = (left: string, right: string): number => {
  const [a, b] = [partsOf(left), partsOf(right)];
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return 0;
};

/** Compares a serial number, a board or a version. Case and outer spaces do not count, separators do. */
export const isSameText = (left: string | undefined, right: string | undefined): boolean =>
  left?.trim().toLowerCase() === right?.trim().toLowerCase();

/** Returns whether a list of boards contains the board that a device reports. */
export const isBoardOf = (boards: readonly string[], board: string): boolean =>
  boards.some((each) => isSameText(each, board));

/** Returns how a schema fits a device: exactly, with a newer firmware, or not, for a reason. */
const judge = (
  { name, maker, hardware, firmware: { from, to } }: ParameterSchema,
  { model = '', hardware: board, firmware }: DeviceIdentity,
): 'exact' | 'newer' | { readonly why: string } => {
  if (!model.toLowerCase().includes(maker.toLowerCase())) {
    return { why: `“${name}” is for devices of ${maker}` };
  }
  if (board === undefined || !isBoardOf(hardware, board)) {
    return { why: `“${name}” is for hardware ${hardware.join(', ')}` };
  }
  if (from === undefined && to === undefined) return 'exact';
  if (firmware === undefined) return { why: `“${name}” needs a firmware version` };
  if (from !== undefined && compareVersions(firmware, from) < 0) {
    return { why: `“${name}” is for firmware from ${from}` };
  }
  return to !== undefined && compareVersions(firmware, to) > 0 ? 'newer' : 'exact';
};

/** Returns the schema of a device whose boot loader runs; undefined if the device is not in a known boot loader. */
export const bootLoaderSchema = (
  schemas: readonly KnownSchema[],
  identity: DeviceIdentity,
): KnownSchema | undefined =>
  schemas.find(
    ({ schema }) =>
      identity.firmware !== undefined &&
      identity.firmware === schema.commands.bootLoaderVersion &&
      judge({ ...schema, firmware: {} }, identity) === 'exact',
  );

/**
 * Returns the schema for a device. An exact match is preferred, then the schema for the newest firmware, then the first
 * in the list.
 */
export const matchSchema = (
  schemas: readonly KnownSchema[],
  identity: DeviceIdentity,
): SchemaMatch => {
  const judged = schemas.map((known) => ({ known, fit: judge(known.schema, identity) }));
  const best = (kind: 'exact' | 'newer'): KnownSchema | undefined =>
    judged
      .filter(({ fit }) => fit === kind)
      .map(({ known }) => known)
      .toSorted((a, b) => {
        const bound = kind === 'exact' ? 'from' : 'to';
        return compareVersions(b.schema.firmware[bound] ?? '', a.schema.firmware[bound] ?? '');
      })[0];
  for (const kind of ['exact', 'newer'] as const) {
    const known = best(kind);
    if (known !== undefined) return { kind, known };
  }
  if (bootLoaderSchema(schemas, identity) !== undefined) {
    return { kind: 'none', why: [], isBootLoader: true };
  }
  return {
    kind: 'none',
    why: judged.flatMap(({ fit }) => (typeof fit === 'object' ? [fit.why] : [])),
  };
};
