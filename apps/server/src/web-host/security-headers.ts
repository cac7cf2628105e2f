import type { WebConfig } from './web-config.ts';

const firebaseHosts = [
  'https://fcmregistrations.googleapis.com',
  'https://firebaseinstallations.googleapis.com',
];
/** Host of the service for map styles, tiles and fonts. */
const mapsHost = 'https://api.maptiler.com';

/** Features that the page uses. */
const OWN_FEATURES = ['serial', 'geolocation', 'screen-wake-lock'];
/**
 * Features that no script may use. Chromium on Linux warns that it does not know `bluetooth`, because it has this feature
 * only on other systems. There, a page may use it unless it is closed.
 */
const CLOSED_FEATURES =
  'accelerometer bluetooth camera display-capture gyroscope hid idle-detection magnetometer microphone midi payment publickey-credentials-get usb xr-spatial-tracking';

export const permissionsPolicy = [
  ...OWN_FEATURES.map((name) => `${name}=(self)`),
  ...CLOSED_FEATURES.split(' ').map((name) => `${name}=()`),
].join(', ');

const connectSources = (config: WebConfig): string => {
  const named = [
    new URL(config.graphqlUrl).origin,
    ...(config.simulatedDeviceUrl === undefined ? [] : [new URL(config.simulatedDeviceUrl).origin]),
    ...(config.firebase === undefined ? [] : firebaseHosts),
    ...(config.maps === undefined ? [] : [mapsHost]),
  ];
  return ["connect-src 'self'", ...new Set(named)].join(' ');
};

/**
 * Returns the content security policy of all files except documents. A worker is bound to the policy of its script, so
 * scripts and connections are allowed as for the page; nothing else is allowed.
 */
export const assetPolicy = (config: WebConfig): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    connectSources(config),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The content security policy of documents without scripts, which are the pages of the handbook. */
export const documentPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Returns the page's content security policy: only own scripts, styles with `nonce`, connections to the services in
 * `config`. Only the app's `default` Trusted Types policy can turn strings into markup.
 */
export const pagePolicy = (config: WebConfig, nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    ["img-src 'self' data:", ...(config.maps === undefined ? [] : [mapsHost, 'blob:'])].join(' '),
    "font-src 'self'",
    "media-src 'self'",
    connectSources(config),
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
