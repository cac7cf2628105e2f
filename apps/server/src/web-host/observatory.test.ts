import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deploymentFromEnv } from '../deployment.ts';
import { startWebHost, type WebHost } from './web-host.ts';

/**
 * The checks of MDN's HTTP Observatory, by their names there, on the page as it is sent behind a TLS proxy. The scanner
 * itself is run by hand: see RELIABILITY.md.
 */
const webFolder = new URL('../../../web/', import.meta.url);
const deployFolder = new URL('../../deploy/', import.meta.url);
const TWO_YEARS_S = 63_072_000;

let folder: string;
let host: WebHost;
let page: string;
let headers: Headers;
let policy: ReadonlyMap<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'batbot-observatory-'));
  await copyFile(new URL('index.html', webFolder), join(folder, 'index.html'));
  const env = { BATBOT_PUBLIC_URL: 'https://batbot.example', BATBOT_WEB_FOLDER: folder };
  const { web } = deploymentFromEnv(env, () => undefined);
  host = await startWebHost({ ...web, port: 0 });
  const answer = await fetch(host.url);
  ({ headers } = answer);
  page = await answer.text();
  policy = new Map(
    (headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
});
afterAll(async () => {
  await host.close();
  await rm(folder, { recursive: true });
});

describe('[SE-16] the Observatory asks for', () => {
  it('content-security-policy: nothing unsafe, and default-src none', () => {
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('script-src')).toBe("'self'");
    expect(policy.get('style-src')).toMatch(/^'self' 'nonce-[\w+/=]{22,}'$/);
    for (const name of ['object-src', 'base-uri', 'form-action', 'frame-ancestors']) {
      expect([name, policy.get(name)]).toEqual([name, "'none'"]);
    }
    expect([...policy.values()].join(' ')).not.toMatch(/unsafe-|\*|http:/);
  });

  it('cookies: none', () => {
    expect(headers.getSetCookie()).toEqual([]);
  });

  it('cross-origin-resource-sharing: no other page may read', async () => {
    const answer = await fetch(host.url, { headers: { origin: 'https://evil.example' } });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('redirection: the sample of nginx redirects to https, as Caddy does by itself', async () => {
    const sample = await readFile(new URL('nginx.conf', deployFolder), 'utf8');
    expect(sample).toMatch(/listen 80;[^}]*return 301 https:\/\/\$host\$request_uri;/);
  });

  it('referrer-policy: no-referrer', () => {
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('strict-transport-security: at least half a year', () => {
    expect(headers.get('strict-transport-security')).toBe(`max-age=${TWO_YEARS_S}`);
  });

  it('subresource-integrity: all scripts and styles are from this origin', () => {
    const sources = [...page.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="([^"]*)"/g)];
    expect(sources.length).toBeGreaterThan(0);
    for (const [, source] of sources) expect(source).toMatch(/^\/(?!\/)/);
  });

  it('x-content-type-options: nosniff', () => {
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('x-frame-options: by frame-ancestors, and for old browsers', () => {
    expect(policy.get('frame-ancestors')).toBe("'none'");
    expect(headers.get('x-frame-options')).toBe('DENY');
  });

  it('cross-origin-resource-policy: same-origin', () => {
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });
});
