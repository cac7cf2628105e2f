import { err, ok, type Result } from '@batbot/core';

/** Who offers the product: shown in the bar, on the login page, in the footer and in the documents. */
export interface Brand {
  readonly name: string;
  readonly companyName: string;
  readonly contactEmail: string;
  readonly address: string;
  readonly websiteUrl: string;
  /** '#rrggbb': the colour of actions. Made darker or lighter where contrast asks for it. */
  readonly primaryColor?: string;
}

/** What the page reads from /config.json when it starts. */
export interface WebConfig {
  readonly graphqlUrl: string;
  /** `ws://…/serial`; without it no simulated device is offered. */
  readonly simulatedDeviceUrl?: string;
  readonly brand: Brand;
  readonly firebase?: Readonly<Record<string, string>>;
  readonly vapidKey?: string;
  readonly downloads?: { readonly windows: string; readonly linux: string };
  readonly maps?: { readonly key: string; readonly styleId: string };
}

/** `unreachable`: /config.json did not come; `malformed`: it came and cannot be used. `message` says what is wrong. */
export interface ConfigError {
  readonly kind: 'unreachable' | 'malformed';
  readonly message: string;
}

const DEFAULT_BRAND: Brand = {
  name: 'BatBot',
  companyName: 'BatBot',
  contactEmail: '',
  address: '',
  websiteUrl: '',
};

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (raw: unknown): Fields | undefined =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)
    ? (raw as Fields) // an object whose values are still unknown
    : undefined;

const textOf = (raw: unknown): string | undefined =>
  typeof raw === 'string' && raw !== '' ? raw : undefined;

/** An absolute address of one of the protocols: never `javascript:` or `data:` [RX-10]. */
const addressOf = (raw: unknown, protocols: readonly string[]): string | undefined => {
  const text = textOf(raw);
  return text !== undefined && URL.canParse(text) && protocols.includes(new URL(text).protocol)
    ? text
    : undefined;
};

const WEB = ['https:', 'http:'];

const brandOf = (raw: unknown): Brand => {
  const fields = fieldsOf(raw) ?? {};
  const colour = textOf(fields['primaryColor']);
  return {
    name: textOf(fields['name']) ?? DEFAULT_BRAND.name,
    companyName: textOf(fields['companyName']) ?? DEFAULT_BRAND.companyName,
    contactEmail: textOf(fields['contactEmail']) ?? '',
    address: textOf(fields['address']) ?? '',
    websiteUrl: addressOf(fields['websiteUrl'], WEB) ?? '',
    ...(colour !== undefined && /^#[\da-f]{6}$/i.test(colour) ? { primaryColor: colour } : {}),
  };
};

const textsOf = (raw: unknown): Readonly<Record<string, string>> | undefined => {
  const fields = fieldsOf(raw);
  if (fields === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(fields).filter(
      (entry): entry is [string, string] => textOf(entry[1]) !== undefined,
    ),
  );
};

const pairOf = <A extends string, B extends string>(
  names: readonly [A, B],
  values: readonly [string | undefined, string | undefined],
): Readonly<Record<A | B, string>> | undefined =>
  values[0] === undefined || values[1] === undefined
    ? undefined
    : ({ [names[0]]: values[0], [names[1]]: values[1] } as Record<A | B, string>); // both names, just written

/** Keeps the names that have a value. */
const present = <T extends object>(
  fields: T,
): { readonly [Name in keyof T]?: Exclude<T[Name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    readonly [Name in keyof T]?: Exclude<T[Name], undefined>; // what was undefined is gone
  };

/** Reads the configuration's JSON. Only `graphqlUrl` is indispensable; what else is malformed counts as absent. */
export const parseConfig = (raw: unknown): Result<WebConfig, ConfigError> => {
  const fields = fieldsOf(raw);
  if (fields === undefined) {
    return err({ kind: 'malformed', message: '/config.json holds no JSON object.' });
  }
  const graphqlUrl = addressOf(fields['graphqlUrl'], WEB);
  if (graphqlUrl === undefined) {
    const message =
      '/config.json names no account server ("graphqlUrl", an http or https address).';
    return err({ kind: 'malformed', message });
  }
  const downloads = fieldsOf(fields['downloads']);
  const maps = fieldsOf(fields['maps']);
  return ok({
    graphqlUrl,
    brand: brandOf(fields['brand']),
    ...present({
      simulatedDeviceUrl: addressOf(fields['simulatedDeviceUrl'], ['ws:', 'wss:']),
      firebase: textsOf(fields['firebase']),
      vapidKey: textOf(fields['vapidKey']),
      downloads: pairOf(
        ['windows', 'linux'],
        [addressOf(downloads?.['windows'], WEB), addressOf(downloads?.['linux'], WEB)],
      ),
      maps: pairOf(['key', 'styleId'], [textOf(maps?.['key']), textOf(maps?.['styleId'])]),
    }),
  });
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
