import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWebHost, type WebHost } from './web-host.ts';

const script = `console.log(${JSON.stringify('x'.repeat(5_000))})`;
const page = `<!doctype html><style nonce="__CSP_NONCE__">p{}</style><meta content="__CSP_NONCE__"><script type="module" src="/assets/index-AbCd_123.js"></script>`;
let root: string;
let host: WebHost;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'batbot-web-'));
  const folder = join(root, 'built');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await mkdir(join(folder, 'handbook'));
  const files: Readonly<Record<string, string | Buffer>> = {
    'index.html': page,
    'robots.txt': 'hello',
    'manifest.webmanifest': '{"name":"BatBot","theme_color":"#000000","start_url":"/"}',
    'handbook/index.html': '<!doctype html><title>Handbook</title>',
    'handbook/problems.html': '<!doctype html><title>Problems</title>',
    'assets/index-AbCd_123.js': script,
    'assets/zipped-AbCd_124.js': script,
    'assets/zipped-AbCd_124.js.gz': gzipSync(`made by the build;${script}`),
    'assets/zipped-AbCd_124.js.br': brotliCompressSync(`made by the build;${script}`),
    'firebase-messaging-sw.js': 'self.x = 1;',
    '../secret.txt': 'secret',
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  host = await startWebHost({
    port: 0,
    folder,
    config: {
      graphqlUrl: 'https://api.example/graphql',
      simulatedDeviceUrl: 'ws://localhost:7070/serial',
    },
  });
});
afterAll(async () => {
  await host.close();
  await rm(root, { recursive: true });
});

interface Plain {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Sends a request without decoding the response and without normalizing the path. */
const get = (
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<Plain> =>
  new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: host.port, path, method, headers };
    request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
      });
    })
      .on('error', reject)
      .end();
  });
const policyOf = ({ headers }: Plain): string => String(headers['content-security-policy']);

describe('the page', () => {
  it('the page is sent for every path without a dot', async () => {
    for (const path of ['/', '/login', '/mainpage/home?x=1.js', '/index.html']) {
      const { status, headers, body } = await get(path);
      expect([path, status]).toEqual([path, 200]);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(body.toString()).toContain('<!doctype html>');
    }
  });

  it('[SE-32] [SE-40] the page is not sent for hidden files and malformed paths', async () => {
    for (const path of [
      '/.git/config',
      '//',
      '/a//b',
      '/.env',
      '/.vite/manifest.json',
      '/../../etc/passwd',
      '/%2e%2e/etc/passwd',
      '*',
      'http://other.example/login',
    ]) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
  });

  it('[SV-11] each response has a new nonce in its policy and in the markup', async () => {
    const nonces = new Set<string>();
    for (const path of ['/', '/', '/login']) {
      const answer = await get(path);
      const nonce = /style-src 'self' 'nonce-([^']+)'/.exec(policyOf(answer))?.[1] ?? '';
      expect(Buffer.from(nonce, 'base64').length).toBeGreaterThanOrEqual(16);
      expect(answer.body.toString()).toBe(page.replaceAll('__CSP_NONCE__', nonce));
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });

  it('[SV-11] the page has all security headers and is not cached', async () => {
    const answer = await get('/');
    const policy = policyOf(answer).split('; ');
    for (const directive of [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self' https://api.example ws://localhost:7070",
      "worker-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "object-src 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types default',
    ]) {
      expect(policy).toContain(directive);
    }
    expect(policyOf(answer)).not.toMatch(/unsafe|\*|googleapis|maptiler/);
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-cache, no-store',
      'permissions-policy': expect.stringMatching(
        /^serial=\(self\), .*midi=\(\), payment=\(\)/,
      ) as string,
    });
  });

  it('the page may connect to the push and map services only if they are configured', async () => {
    const other = await startWebHost({
      port: 0,
      folder: join(root, 'built'),
      config: {
        graphqlUrl: 'http://localhost:4000/graphql',
        firebase: { apiKey: 'k' },
        maps: { key: 'k', styleId: 's' },
      },
    });
    const policy = (await fetch(other.url)).headers.get('content-security-policy');
    await other.close();
    expect(policy).toContain(
      "connect-src 'self' http://localhost:4000 https://fcmregistrations.googleapis.com https://firebaseinstallations.googleapis.com https://api.maptiler.com;",
    );
  });
});

describe('files', () => {
  it('files with a hash in their name are cached permanently, others are revalidated', async () => {
    const cacheOf = async (path: string) => (await get(path)).headers['cache-control'];
    expect(await cacheOf('/assets/index-AbCd_123.js')).toBe('public, max-age=31536000, immutable');
    expect(await cacheOf('/robots.txt')).toBe('no-cache');
    expect(await cacheOf('/firebase-messaging-sw.js')).toBe('no-cache');
  });

  it('an unchanged file is answered with 304', async () => {
    const { headers } = await get('/robots.txt');
    const again = await get('/robots.txt', {
      'if-none-match': `"other", W/${String(headers['etag'])}`,
    });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect((await get('/robots.txt', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('a text file above a minimum size is compressed if the client accepts it', async () => {
    const path = '/assets/index-AbCd_123.js';
    const zipped = await get(path, { 'accept-encoding': 'br, gzip;q=0.8' });
    expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(gunzipSync(zipped.body).toString()).toBe(script);
    expect(Number(zipped.headers['content-length'])).toBe(zipped.body.length);
    for (const accept of ['', 'gzip;q=0', 'identity']) {
      const plain = await get(path, { 'accept-encoding': accept });
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(plain.body.toString()).toBe(script);
    }
    const small = await get('/robots.txt', { 'accept-encoding': 'gzip' });
    expect(small.headers['content-encoding']).toBeUndefined();
  });

  it('files that the build has compressed are sent unchanged', async () => {
    const path = '/assets/zipped-AbCd_124.js';
    expect((await get(path, { 'accept-encoding': 'gzip, br' })).headers['content-encoding']).toBe(
      'br',
    );
    const zipped = await get(path, { 'accept-encoding': 'gzip' });
    expect(gunzipSync(zipped.body).toString()).toContain('made by the build');
    expect((await get(path)).body.toString()).toBe(script);
  });

  it('[SV-12] [PU-05] a missing file is answered with a plain 404 instead of the page', async () => {
    for (const path of ['/assets/gone-AbCd_125.js', '/sw.js', '/x.css', '/assets/x.map', '/.env']) {
      const { status, headers, body } = await get(path);
      expect([path, status]).toEqual([path, 404]);
      expect(headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(body.toString()).not.toContain('<');
    }
  });

  it('files outside of the folder cannot be requested', async () => {
    for (const path of [
      '/../secret.txt',
      '/..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/assets/..%5c..%5c..%5csecret.txt',
      '//secret.txt',
      '/assets/../../secret.txt',
      '/%00/../secret.txt',
      '/%',
      '/%ff.txt',
    ]) {
      const { status, body } = await get(path);
      expect([path, status >= 400 && status < 500]).toEqual([path, true]);
      expect(body.toString()).not.toBe('secret');
    }
  });

  it('a worker may load scripts and connect to the same hosts as the page', async () => {
    const policy = policyOf(await get('/firebase-messaging-sw.js'));
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("connect-src 'self' https://api.example");
  });
});

describe('the handbook', () => {
  it('[DOC-9] the handbook is served at its address, with a policy that allows no scripts', async () => {
    for (const [path, title] of [
      ['/handbook/', 'Handbook'],
      ['/handbook/problems.html', 'Problems'],
    ] as const) {
      const answer = await get(path);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.body.toString()).toContain(title);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('no-cache');
      const policy = policyOf(answer).split('; ');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("style-src 'self'");
      expect(policyOf(answer)).not.toContain('script-src');
    }
    expect((await get('/handbook/missing.html')).status).toBe(404);
    expect((await get('/')).body.toString()).toContain('/assets/index-AbCd_123.js');
  });

  it('[OPS-18] an address without the slash at its end leads to the handbook', async () => {
    const answer = await get('/handbook');
    expect([answer.status, answer.headers['location']]).toEqual([308, '/handbook/']);
    expect((await get('/handbooks')).status).toBe(200);
    expect((await get('/assets')).status).toBe(200);
  });
});

describe('the web host', () => {
  it('sends the configuration as JSON', async () => {
    const { headers, body } = await get('/config.json');
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
    });
    expect(JSON.parse(body.toString())).toEqual({
      graphqlUrl: 'https://api.example/graphql',
      simulatedDeviceUrl: 'ws://localhost:7070/serial',
    });
  });

  it('answers HEAD like GET, without a body', async () => {
    for (const path of ['/', '/config.json', '/robots.txt', '/gone.js']) {
      const [head, full] = [await get(path, {}, 'HEAD'), await get(path)];
      expect(head.body.length).toBe(0);
      expect([head.status, head.headers['content-length']]).toEqual([
        full.status,
        full.headers['content-length'],
      ]);
    }
  });

  it('answers other methods with 405', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await get('/', {}, method);
      expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
    }
  });

  it('keeps running after a request that is not HTTP', async () => {
    await new Promise<void>((resolve) => {
      const socket = connect(host.port, '127.0.0.1', () => socket.end('\0\x01nonsense\r\n\r\n'));
      socket.resume().on('close', () => resolve());
    });
    expect((await get('/')).status).toBe(200);
  });

  it('rejects with folderMissing if the folder has no built web app', async () => {
    const config = { graphqlUrl: 'http://localhost:4000/graphql' };
    for (const folder of [
      join(root, 'none'),
      join(root, 'built', 'assets'),
      join(root, 'secret.txt'),
    ]) {
      await expect(startWebHost({ port: 0, folder, config })).rejects.toMatchObject({
        kind: 'folderMissing',
        folder,
      });
    }
  });

  it('rejects with portInUse if the port is taken', async () => {
    const options = {
      port: host.port,
      folder: join(root, 'built'),
      config: { graphqlUrl: 'http://x/' },
    };
    await expect(startWebHost(options)).rejects.toMatchObject({
      kind: 'portInUse',
      port: host.port,
    });
  });
});

it('[SE-24] [SE-16] security.txt names the contact for vulnerability reports, if one is configured, with HSTS behind a TLS proxy', async () => {
  const brand = {
    name: 'B',
    companyName: 'B',
    contactEmail: 'help@b.example',
    address: '',
    websiteUrl: '',
  };
  const config = { graphqlUrl: 'https://api.example/graphql', brand };
  const folder = join(root, 'built');
  const branded = await startWebHost({ port: 0, folder, config, hsts: true });
  const answer = await fetch(`http://127.0.0.1:${branded.port}/.well-known/security.txt`);
  expect(answer.headers.get('strict-transport-security')).toContain('max-age=');
  const text = await answer.text();
  await branded.close();
  expect(text).toContain('Contact: mailto:help@b.example');
  const expires = /Expires: (.*)/.exec(text)?.[1] ?? '';
  expect(Date.parse(expires)).toBeGreaterThan(Date.now());
  expect((await get('/.well-known/security.txt')).status).toBe(404);
});

it('[OFF-8] the manifest has the name and the colour of the company', async () => {
  expect((await get('/manifest.webmanifest')).headers['content-type']).toMatch(
    /^application\/manifest\+json/,
  );
  const brand = {
    name: 'Volt',
    companyName: 'V',
    contactEmail: '',
    address: '',
    websiteUrl: '',
    primaryColor: '#1a7f5a',
  };
  const config = { graphqlUrl: 'https://api.example/graphql', brand };
  const branded = await startWebHost({ port: 0, folder: join(root, 'built'), config });
  const answer = await fetch(`http://127.0.0.1:${branded.port}/manifest.webmanifest`);
  const manifest: unknown = await answer.json();
  await branded.close();
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  expect(manifest).toEqual({
    name: 'Volt',
    short_name: 'Volt',
    theme_color: '#1a7f5a',
    start_url: '/',
  });
});
