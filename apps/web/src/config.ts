import * as v from 'valibot';
import { err, ok, type DeepReadonly, type Result } from '@batbot/core';

/**
 * Why the app has no configuration. `unreachable`: /config.json did not load; `malformed`: its content is unusable.
 * `message` describes the fault.
 */
export interface ConfigError {
  readonly kind: 'unreachable' | 'malformed';
  readonly message: string;
}

const DEFAULT_BRAND = {
  name: 'BatBot',
  companyName: 'BatBot',
  contactEmail: '',
  address: '',
  websiteUrl: '',
};

const TEXT = v.pipe(v.string(), v.nonEmpty());
/** Schema of an absolute address with one of the protocols, which excludes `javascript:` and `data:` [RX-10]. */
const addressOf = (...protocols: readonly string[]) =>
  v.pipe(
    TEXT,
    v.check((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol)),
  );
const WEB_ADDRESS = addressOf('https:', 'http:');

/** Makes a value optional; a malformed value counts as absent. */
const optional = <T>(schema: v.GenericSchema<unknown, T>) =>
  v.fallback(v.optional(schema), undefined);

/** Removes the properties that are undefined. */
const present = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]: Exclude<T[Name], undefined>; // undefined values are removed
  };

const BRAND = v.pipe(
  v.object({
    name: v.fallback(TEXT, DEFAULT_BRAND.name),
    companyName: v.fallback(TEXT, DEFAULT_BRAND.companyName),
    contactEmail: v.fallback(TEXT, ''),
    address: v.fallback(TEXT, ''),
    websiteUrl: v.fallback(WEB_ADDRESS, ''),
    // Colour of actions as '#rrggbb'. It is darkened or lightened where contrast requires it.
    primaryColor: optional(v.pipe(TEXT, v.regex(/^#[\da-f]{6}$/i))),
  }),
  v.transform(present),
);

/**
 * The company that offers the product. Its brand is shown in the bar, on the login page, in the footer and in the
 * documents.
 */
export type Brand = DeepReadonly<v.InferOutput<typeof BRAND>>;

const CONFIG = v.pipe(
  v.object({
    graphqlUrl: WEB_ADDRESS,
    brand: v.fallback(BRAND, DEFAULT_BRAND),
    // `ws://…/serial`; if it is absent, no simulated device is offered
    simulatedDeviceUrl: optional(addressOf('ws:', 'wss:')),
    firebase: optional(
      v.pipe(
        v.record(v.string(), optional(TEXT)),
        v.transform((texts): Readonly<Record<string, string>> => present(texts)),
      ),
    ),
    vapidKey: optional(TEXT),
    downloads: optional(v.object({ windows: WEB_ADDRESS, linux: WEB_ADDRESS })),
    maps: optional(v.object({ key: TEXT, styleId: TEXT })),
    firmwareKeys: optional(v.array(TEXT)), // fingerprints of the publishers whose firmware may be installed
    // Minutes without use after which the local data of a user is locked; 0 locks it at sign-out only.
    lock: optional(v.object({ afterMinutes: v.number() })),
  }),
  v.transform(present),
);

/** The run-time configuration, which the page reads from /config.json when it starts. */
export type WebConfig = DeepReadonly<v.InferOutput<typeof CONFIG>>;

/** Reads the configuration. Only `graphqlUrl` is required; any other malformed value counts as absent. */
export const parseConfig = (raw: unknown): Result<WebConfig, ConfigError> => {
  const config = v.safeParse(CONFIG, raw);
  if (config.success) return ok(config.output);
  const message =
    config.issues[0].path === undefined
      ? '/config.json does not contain a JSON object.'
      : '/config.json names no account server ("graphqlUrl", an http or https address).';
  return err({ kind: 'malformed', message });
};

const CONFIG_DEADLINE_MS = 15_000;

/** Fetches and reads /config.json. Never throws. */
export const loadConfig = async (
  request: typeof fetch,
): Promise<Result<WebConfig, ConfigError>> => {
  try {
    const response = await request('/config.json', {
      signal: AbortSignal.timeout(CONFIG_DEADLINE_MS),
    });
    if (!response.ok) {
      const message = `/config.json was answered with status ${response.status}.`;
      return err({ kind: 'unreachable', message });
    }
    const text = await response.text();
    try {
      return parseConfig(JSON.parse(text));
    } catch {
      return err({ kind: 'malformed', message: '/config.json is not JSON.' });
    }
  } catch {
    return err({ kind: 'unreachable', message: '/config.json could not be loaded.' });
  }
};
