import * as v from 'valibot';
import {
  badSetting,
  type Environment,
  readNumber,
  readPort,
  readText,
  readUrl,
} from '../settings.ts';

const firebaseVariable = 'BATBOT_FIREBASE_CONFIG';

const firebaseSchema = v.objectWithRest(
  {
    apiKey: v.string(),
    projectId: v.string(),
    appId: v.string(),
    messagingSenderId: v.string(),
  },
  v.string(),
);

const readFirebase = (env: Environment): Readonly<Record<string, string>> | undefined => {
  const text = readText(env, firebaseVariable);
  if (text === undefined) return undefined;
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), firebaseSchema), text);
  if (parsed.success) return parsed.output;
  throw badSetting(
    firebaseVariable,
    'a JSON object of texts with apiKey, projectId, appId and messagingSenderId',
  );
};

/** Reads two settings that are useful only together. */
const readPair = (
  [first, second]: readonly [string, string],
  read: (variable: string) => string | undefined,
): readonly [string, string] | undefined => {
  const [a, b] = [read(first), read(second)];
  if (a === undefined && b === undefined) return undefined;
  if (a === undefined) throw badSetting(first, `set as ${second} is`);
  if (b === undefined) throw badSetting(second, `set as ${first} is`);
  return [a, b];
};

const readBrand = (env: Environment) => {
  const brand = {
    name: readText(env, 'BATBOT_BRAND_NAME'),
    companyName: readText(env, 'BATBOT_COMPANY_NAME'),
    contactEmail: readText(env, 'BATBOT_CONTACT_EMAIL'),
    address: readText(env, 'BATBOT_COMPANY_ADDRESS'),
    websiteUrl: readUrl(env, 'BATBOT_WEBSITE_URL', ['https:', 'http:']),
    primaryColor: readText(env, 'BATBOT_PRIMARY_COLOR'),
  };
  if (Object.values(brand).every((value) => value === undefined)) return undefined;
  if (brand.contactEmail !== undefined && !/^[^\s@]+@[^\s@]+$/.test(brand.contactEmail)) {
    throw badSetting('BATBOT_CONTACT_EMAIL', 'an e-mail address');
  }
  if (brand.primaryColor !== undefined && !/^#[\da-f]{6}$/i.test(brand.primaryColor)) {
    throw badSetting('BATBOT_PRIMARY_COLOR', 'a colour like #1a7f5a');
  }
  const unset = { contactEmail: '', address: '', websiteUrl: '' };
  return { name: 'BatBot', companyName: 'BatBot', ...unset, ...withoutUndefined(brand) };
};

const readDownloads = (env: Environment) => {
  const pair = readPair(['BATBOT_DOWNLOAD_WINDOWS', 'BATBOT_DOWNLOAD_LINUX'], (variable) =>
    readUrl(env, variable, ['https:', 'http:']),
  );
  return pair && { windows: pair[0], linux: pair[1] };
};

const readMaps = (env: Environment) => {
  const pair = readPair(['BATBOT_MAPS_KEY', 'BATBOT_MAPS_STYLE_ID'], (variable) =>
    readText(env, variable),
  );
  return pair && { key: pair[0], styleId: pair[1] };
};

const FINGERPRINT = /^[\da-f]{32}$/;

/** Reads fingerprints as the app shows them; spaces, colons and dashes are ignored. */
const readFirmwareKeys = (env: Environment): readonly string[] | undefined => {
  const text = readText(env, 'BATBOT_FIRMWARE_KEYS');
  if (text === undefined) return undefined;
  const keys = text.split(',').map((each) => each.toLowerCase().replace(/[\s:-]/g, ''));
  if (keys.every((each) => FINGERPRINT.test(each))) return keys;
  throw badSetting(
    'BATBOT_FIRMWARE_KEYS',
    'fingerprints of 32 hexadecimal digits, separated by commas',
  );
};

const readLock = (env: Environment) => {
  const afterMinutes = readNumber(env, 'BATBOT_LOCK_MINUTES', 9_999, 'number of minutes');
  return afterMinutes === undefined ? undefined : { afterMinutes };
};

type Filled<T> = { readonly [Name in keyof T]?: Exclude<T[Name], undefined> };

const withoutUndefined = <T extends object>(values: T): Filled<T> =>
  // this removes exactly the properties that the type excludes
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Filled<T>;

/**
 * Reads the web app's configuration from the variables of the environment. By default, BATBOT_GRAPHQL_URL is the account
 * server at BATBOT_API_PORT on this machine. Throws a `badSetting` ServerError that names the variable.
 */
export const webConfigFromEnv = (env: Environment) => {
  const apiPort = readPort(env, 'BATBOT_API_PORT') ?? 4000;
  return {
    graphqlUrl:
      readUrl(env, 'BATBOT_GRAPHQL_URL', ['http:', 'https:']) ??
      `http://localhost:${apiPort}/graphql`,
    ...withoutUndefined({
      /** URL of a simulated device (`ws://…/serial`). Default: no simulated device is offered. */
      simulatedDeviceUrl: readUrl(env, 'BATBOT_SIMULATED_DEVICE_URL', ['ws:', 'wss:']),
      brand: readBrand(env),
      /** Firebase's project configuration, as the Firebase console shows it. */
      firebase: readFirebase(env),
      /** Public key of the web push service. */
      vapidKey: readText(env, 'BATBOT_VAPID_KEY'),
      downloads: readDownloads(env),
      maps: readMaps(env),
      /** Fingerprints of the keys of publishers whose firmware may be installed. Default: none. */
      firmwareKeys: readFirmwareKeys(env),
      /**
       * Minutes without use after which the local data of users is locked; 0 locks it at sign-out only. Default: no
       * lock.
       */
      lock: readLock(env),
    }),
  };
};

/** The settings that the web app loads at run time from GET /config.json. */
export type WebConfig = ReturnType<typeof webConfigFromEnv>;
