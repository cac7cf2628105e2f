import type { PieceTools } from '../ports/piece-tools.ts';
import type { ParameterSchema, ParameterValues } from './parameter-schema.ts';

/** Computes SHA-256 as lower-case hexadecimal digits. */
export type Hasher = Pick<PieceTools, 'sha256'>;

/** Formats plain data as JSON without spaces, with sorted keys. Equal data always has equal text. */
export const canonicalJson = (data: unknown): string => {
  if (Array.isArray(data)) return `[${data.map(canonicalJson).join(',')}]`;
  if (typeof data !== 'object' || data === null) return JSON.stringify(data);
  const entries = Object.entries(data)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${JSON.stringify(name)}:${canonicalJson(value)}`);
  return `{${entries.join(',')}}`;
};

/** Returns the hash of a schema: SHA-256 of its canonical JSON. */
export const schemaHash = (schema: ParameterSchema, { sha256 }: Hasher): Promise<string> =>
  sha256(new TextEncoder().encode(canonicalJson(schema)));

/**
 * Returns the hash of a set of values: SHA-256 of the canonical JSON of `{schema, values}`, where `schema` is the hash
 * of the schema. Equal values have equal hashes, whatever the name of the set.
 */
export const valuesHash = (
  schema: string,
  values: ParameterValues,
  { sha256 }: Hasher,
): Promise<string> => sha256(new TextEncoder().encode(canonicalJson({ schema, values })));
