/** The configuration file does not have the expected form; the message names the place. */
class BadConfig extends Error {}

const asText = (key: string, value: unknown): string => {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (key === 'fault' && typeof value === 'object' && value !== null && 'name' in value) {
    const { name, ...settings } = value as Record<string, unknown>;
    return `${String(name)}:${Object.entries(settings)
      .map(([setting, of]) => `${setting}=${String(of)}`)
      .join(',')}`;
  }
  throw new BadConfig(`${key}: ${JSON.stringify(value)} is neither text nor number`);
};

/** Converts `{"cells": 96, "no-pacing": true, "fault": [...]}` to command-line arguments. Throws `BadConfig`. */
export const configArguments = (json: unknown): readonly string[] => {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new BadConfig('the file must hold one JSON object');
  return Object.entries(json).flatMap(([key, value]: [string, unknown]) => {
    if (value === true) return [`--${key}`];
    if (value === false || value === null) return [];
    return (Array.isArray(value) ? value : [value]).map((each) => `--${key}=${asText(key, each)}`);
  });
};

/**
 * Removes `--config FILE` (or `--config=FILE`) from the arguments. Returns the file and the remaining arguments, which
 * override those of the file.
 */
export const takeConfig = (
  args: readonly string[],
): { readonly file: string | undefined; readonly rest: readonly string[] } => {
  const at = args.findIndex((arg) => arg === '--config' || arg.startsWith('--config='));
  if (at < 0) return { file: undefined, rest: args };
  const joined = /=(.*)/s.exec(args[at] ?? '')?.[1];
  const file = joined ?? args[at + 1];
  if (file === undefined || file === '') throw new BadConfig('--config needs a path');
  return { file, rest: args.toSpliced(at, joined === undefined ? 2 : 1) };
};
