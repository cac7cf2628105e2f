import type { WebConfig } from './web-config.ts';

const firebaseHosts = [
  'https://fcmregistrations.googleapis.com',
  'https://firebaseinstallations.googleapis.com',
];
/** The service that gives map styles, tiles and fonts by key and style id. */
const mapsHost = 'https://api.maptiler.com';

export const permissionsPolicy =
  'serial=(self), camera=(), microphone=(), geolocation=(self), usb=(), hid=(), payment=()';

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
 * The policy of everything but the page. Workers live by the policy their script came with, so scripts and
 * connections are as the page's; nothing else is allowed.
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

/**
 * The page's content security policy: own scripts only, styles with `nonce`, connections to what `config` names.
 * Strings become markup only through the app's `default` Trusted Types policy.
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
