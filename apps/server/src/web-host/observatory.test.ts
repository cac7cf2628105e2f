import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { deploymentFromEnv } from '../deployment.ts';
import { startTlsProxy, TEST_CERTIFICATE } from '../testing/tls-proxy.ts';
import { startWebHost } from './web-host.ts';

const webFolder = new URL('../../../web/', import.meta.url);
const deployFolder = new URL('../../deploy/', import.meta.url);
/** The `src` folder of MDN's HTTP Observatory. */
const scanner = dirname(fileURLToPath(import.meta.resolve('@mdn/mdn-http-observatory')));

/** The part of a scan's report that the test reads. */
interface Report {
  readonly scan: { readonly grade: string; readonly score: number };
  readonly tests: Readonly<Record<string, { readonly pass: boolean; readonly result: string }>>;
}

/** Runs the scanner's command line. The certificate is written to `folder`. */
const scan = async (host: string, folder: string): Promise<Report> => {
  // The package usually downloads the list of preloaded hosts when it is installed. The test host is not in that list.
  await writeFile(join(scanner, '../conf/hsts-preload.json'), '{}');
  const certificate = join(folder, 'certificate.pem');
  await writeFile(certificate, TEST_CERTIFICATE);
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificate };
  const { stdout } = await promisify(execFile)(process.execPath, [join(scanner, 'scan.js'), host], {
    env,
  });
  return JSON.parse(stdout) as Report; // the shape of the scanner's report
};

it('[SE-16] the Observatory of MDN grades the page behind a TLS proxy with A+', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'batbot-observatory-'));
  await copyFile(new URL('index.html', webFolder), join(folder, 'index.html'));
  const env = { BATBOT_PUBLIC_URL: 'https://batbot.example', BATBOT_WEB_FOLDER: folder };
  const { web } = deploymentFromEnv(env, () => undefined);
  const host = await startWebHost({ ...web, port: 0 });
  const proxy = await startTlsProxy(host.url);
  try {
    const { scan: verdict, tests } = await scan(proxy.host, folder);
    const failed = Object.entries(tests).filter(([, { pass }]) => !pass);
    expect({ ...verdict, failed }).toMatchObject({ grade: 'A+', score: 130, failed: [] });
    expect(Object.keys(tests)).toHaveLength(10);
  } finally {
    proxy.close();
    await host.close();
    await rm(folder, { recursive: true });
  }
});

it('[SE-16] the nginx sample redirects to https, which Caddy does by default', async () => {
  const sample = await readFile(new URL('nginx.conf', deployFolder), 'utf8');
  expect(sample).toMatch(/listen 80;[^}]*return 301 https:\/\/\$host\$request_uri;/);
});
