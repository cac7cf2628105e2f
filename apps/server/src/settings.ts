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

/** Reads a whole number up to `most`. `noun` names it in the message. Throws `badSetting`. */
export const readNumber = (
  env: Environment,
  variable: string,
  most: number,
  noun = 'number',
): number | undefined => {
  const text = readText(env, variable);
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text) && Number(text) <= most) return Number(text);
  throw badSetting(variable, `a ${noun} from 0 to ${most}`);
};

/** Reads a TCP port; 0 means any free one. Throws `badSetting`. */
export const readPort = (env: Environment, variable: string): number | undefined =>
  readNumber(env, variable, 65_535, 'port number');

/** Reads 'true' or 'false'. Throws `badSetting`. */
export const readSwitch = (env: Environment, variable: string, preset: boolean): boolean => {
  const text = readText(env, variable);
  if (text === undefined) return preset;
  if (text !== 'true' && text !== 'false') throw badSetting(variable, 'true or false');
  return text === 'true';
};
