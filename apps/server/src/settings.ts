import { serverError, type ServerError } from './problem.ts';

/** Settings, as in the environment. An empty value counts as missing. */
export type Environment = Readonly<Record<string, string | undefined>>;

export const badSetting = (variable: string, rule: string): ServerError =>
  serverError({ kind: 'badSetting', variable }, `${variable} must be ${rule}.`);

export const readText = (env: Environment, variable: string): string | undefined =>
  env[variable]?.trim() || undefined;

/** Reads an absolute URL with one of the protocols (such as 'http:'). Throws `badSetting`. */
export const readUrl = (
  env: Environment,
  variable: string,
  protocols: readonly string[],
): string | undefined => {
  const text = readText(env, variable);
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !protocols.includes(url.protocol) || url.username || url.password) {
    throw badSetting(
      variable,
      `an address starting with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    );
  }
  return text;
};

/** Reads a TCP port; 0 means any free one. Throws `badSetting`. */
export const readPort = (env: Environment, variable: string, preset: number): number => {
  const text = readText(env, variable);
  if (text === undefined) return preset;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw badSetting(variable, 'a port number from 0 to 65535');
  }
  return port;
};

/** Reads 'true' or 'false'. Throws `badSetting`. */
export const readSwitch = (env: Environment, variable: string, preset: boolean): boolean => {
  const text = readText(env, variable);
  if (text === undefined) return preset;
  if (text !== 'true' && text !== 'false') throw badSetting(variable, 'true or false');
  return text === 'true';
};
