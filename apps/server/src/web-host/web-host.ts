import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { commonHeaders, hstsHeader } from '../http/common-headers.ts';
import { listen } from '../http/listen.ts';
import { type Asset, type Encoding, readAssetFolder } from './asset-folder.ts';
import { assetPolicy, documentPolicy, pagePolicy, permissionsPolicy } from './security-headers.ts';
import type { WebConfig } from './web-config.ts';

export interface WebHostOptions {
  /** TCP port to listen on; 0 selects any free port. */
  readonly port: number;
  /** One address to listen on instead of both loopback addresses. */
  readonly host?: string | undefined;
  /** Folder of the built web app (apps/web/dist/web). */
  readonly folder: string;
  readonly config: WebConfig;
  /** Whether responses carry Strict-Transport-Security; set it behind a TLS proxy. Default false. */
  readonly hsts?: boolean | undefined;
}

export interface WebHost {
  /** Origin of the page, for example 'http://localhost:5173'. */
  readonly url: string;
  readonly port: number;
  readonly close: () => Promise<void>;
}

const noncePlaceholder = '__CSP_NONCE__';

const acceptedEncodings = (request: IncomingMessage): ReadonlySet<Encoding> => {
  const parts = [request.headers['accept-encoding'] ?? []].flat().join(',').split(',');
  const wanted = parts.map((part) =>
    part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  );
  const accepted = wanted.filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ''));
  return new Set(
    (['gzip', 'br'] as const).filter((name) => accepted.some(([encoding]) => encoding === name)),
  );
};

type Headers = Readonly<Record<string, string>>;

const send = (
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: Headers,
  body: Buffer | string = '',
): void => {
  const length = String(Buffer.byteLength(body));
  response.writeHead(status, {
    ...commonHeaders,
    'Permissions-Policy': permissionsPolicy,
    ...headers,
    ...(status === 304 ? {} : { 'Content-Length': length }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
};

const sendText = (
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  text: string,
  headers: Headers = {},
): void => {
  send(
    request,
    response,
    status,
    {
      ...headers,
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Content-Type': 'text/plain; charset=utf-8',
    },
    text,
  );
};

const sendAsset = async (
  request: IncomingMessage,
  response: ServerResponse,
  asset: Asset,
  policy: string,
): Promise<void> => {
  const headers = {
    ETag: asset.etag,
    'Content-Security-Policy': policy,
    Vary: 'Accept-Encoding',
    'Cache-Control': asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
  const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim());
  if (known.some((tag) => tag.replace(/^W\//, '') === asset.etag)) {
    send(request, response, 304, headers);
    return;
  }
  const { encoding, bytes } = await asset.encoded(acceptedEncodings(request));
  const encoded: Headers = encoding === 'identity' ? {} : { 'Content-Encoding': encoding };
  send(request, response, 200, { ...headers, ...encoded, 'Content-Type': asset.type }, bytes);
};

/** Decodes the path of a request's target; undefined if it cannot be decoded. */
const readPath = (target = '/'): string | undefined => {
  try {
    return decodeURIComponent(target.split('?', 1)[0] ?? '');
  } catch {
    return undefined;
  }
};

/**
 * Whether a path is a route of the app, which has no dot. A missing script must not be answered with the page [PU-05,
 * SV-12].
 */
const isRoute = (path: string): boolean =>
  path.startsWith('/') && !path.includes('.') && !path.includes('//');

/**
 * Path of the file with the contact for vulnerability reports (RFC 9116). Its content expires, so that an abandoned
 * server does not name a contact forever.
 */
const SECURITY_TXT = '/.well-known/security.txt';
const SECURITY_TXT_DAYS = 180;
const securityText = (contact: string): string => {
  const expires = new Date(Date.now() + SECURITY_TXT_DAYS * 86_400_000);
  return `Contact: mailto:${contact}\nExpires: ${expires.toISOString()}\nPreferred-Languages: en\n`;
};

/** Path of the web app manifest, with which browsers install the app. */
const MANIFEST = '/manifest.webmanifest';

/** Gives the manifest the name and the colour of the company that offers the product. */
const brandManifest = (
  assets: ReadonlyMap<string, Asset>,
  { brand }: WebConfig,
): string | undefined => {
  const manifest = assets.get(MANIFEST);
  if (manifest === undefined || brand === undefined) return undefined;
  return JSON.stringify({
    ...(JSON.parse(manifest.bytes.toString('utf8')) as object), // a file of the build
    name: brand.name,
    short_name: brand.name,
    ...(brand.primaryColor === undefined ? {} : { theme_color: brand.primaryColor }),
  });
};

const createHandler = (assets: ReadonlyMap<string, Asset>, config: WebConfig) => {
  const page = assets.get('/index.html')?.bytes.toString('utf8') ?? '';
  const configText = JSON.stringify(config);
  const policy = assetPolicy(config);
  const manifest = brandManifest(assets, config);

  const sendPage = (request: IncomingMessage, response: ServerResponse): void => {
    const nonce = randomBytes(18).toString('base64');
    const html = page.replaceAll(noncePlaceholder, nonce);
    const zipped = acceptedEncodings(request).has('gzip');
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': pagePolicy(config, nonce),
      'Cache-Control': 'no-cache, no-store', // a nonce may be used only once
      Vary: 'Accept-Encoding',
    };
    const encoded: Headers = zipped ? { 'Content-Encoding': 'gzip' } : {};
    send(request, response, 200, { ...headers, ...encoded }, zipped ? gzipSync(html) : html);
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      sendText(request, response, 405, 'Method Not Allowed', { Allow: 'GET, HEAD' });
      return;
    }
    const path = readPath(request.url);
    if (path === undefined) {
      sendText(request, response, 400, 'Bad Request');
      return;
    }
    if (path === '/config.json') {
      const headers = {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Security-Policy': policy,
        'Cache-Control': 'no-cache',
      };
      send(request, response, 200, headers, configText);
      return;
    }
    if (path === MANIFEST && manifest !== undefined) {
      const headers = {
        'Content-Type': 'application/manifest+json; charset=utf-8',
        'Content-Security-Policy': policy,
        'Cache-Control': 'no-cache',
      };
      send(request, response, 200, headers, manifest);
      return;
    }
    const contact = config.brand?.contactEmail ?? '';
    if (path === SECURITY_TXT && contact !== '') {
      sendText(request, response, 200, securityText(contact), { 'Cache-Control': 'no-cache' });
      return;
    }
    const file = path.endsWith('/') ? `${path}index.html` : path;
    const asset = file === '/index.html' ? undefined : assets.get(file);
    if (asset !== undefined) {
      const isDocument = asset.type.startsWith('text/html');
      await sendAsset(request, response, asset, isDocument ? documentPolicy : policy);
    } else if (assets.has(`${path}/index.html`)) {
      sendText(request, response, 308, 'Permanent Redirect', { Location: `${path}/` });
    } else if (file === '/index.html' || isRoute(path)) sendPage(request, response);
    else sendText(request, response, 404, 'Not Found', { 'Cache-Control': 'no-store' });
  };
};

/**
 * Serves a built web app, its /config.json and the security headers. The folder is read once: a new build is served
 * after a restart. Rejects with a ServerError: `portInUse`, `folderMissing`.
 */
export const startWebHost = async ({
  port,
  host,
  folder,
  config,
  hsts = false,
}: WebHostOptions): Promise<WebHost> => {
  const handle = createHandler(await readAssetFolder(folder), config);
  const listening = await listen(
    (request, response) => {
      if (hsts) response.setHeader(...hstsHeader);
      handle(request, response).catch(() => response.destroy());
    },
    { port, host },
  );
  return {
    url: `http://${host ?? 'localhost'}:${listening.port}`,
    port: listening.port,
    close: listening.close,
  };
};
