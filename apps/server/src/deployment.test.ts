import { connect } from 'node:net';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deploymentFromEnv, startDeployment } from './deployment.ts';
import { startAccountServer } from './account-server.ts';
import { loadSnapshot } from './testing/memory-database.ts';

const silent = (): void => undefined;

describe('deploymentFromEnv', () => {
  it('every setting has a default', () => {
    const { api, web } = deploymentFromEnv({}, silent);
    expect(api).toMatchObject({
      port: 4000,
      // one default folder, independent of the folder in which npm was run
      dataDir: resolve(import.meta.dirname, '../../../.run/data'),
      databaseUrl: undefined,
      webOrigins: ['http://localhost:5173', 'http://127.0.0.1:5173'],
      production: true,
      demoAccounts: false,
      trustedProxies: 0,
    });
    expect(
      deploymentFromEnv({ BATBOT_DATA_DIR: 'kept', INIT_CWD: '/srv' }, silent).api.dataDir,
    ).toBe('/srv/kept');
    expect(web.port).toBe(5173);
    expect(web.folder).toMatch(/apps\/web\/dist\/web$/);
  });

  it('[WS-10] pieces are stored in PostgreSQL or in a folder beside the embedded database, never inside the latter', () => {
    const blobs = (env: Record<string, string>) => deploymentFromEnv(env, silent).api.blobs;
    const real = { DATABASE_URL: 'postgres://batbot@db/batbot' };
    expect(blobs({ BATBOT_DATA_DIR: '/srv/data' })).toEqual({ folder: '/srv/data/blobs' });
    expect(blobs(real)).toBe('database');
    expect(blobs({ ...real, BATBOT_BLOBS: '/srv/pieces' })).toEqual({ folder: '/srv/pieces' });
    expect(() => blobs({ BATBOT_BLOBS: 'database' })).toThrow('BATBOT_BLOBS must be a folder');
  });

  it('[SV-04] NODE_ENV=production disables introspection even if BATBOT_EXPLORABLE_API is true', () => {
    const explorable = { BATBOT_EXPLORABLE_API: 'true' };
    expect(deploymentFromEnv(explorable, silent).api.production).toBe(false);
    const both = { ...explorable, NODE_ENV: 'production' };
    expect(deploymentFromEnv(both, silent).api.production).toBe(true);
  });

  it('[SV-07] BATBOT_WEB_ORIGIN accepts several exact origins and refuses patterns and URLs with a path', () => {
    const { api } = deploymentFromEnv(
      { BATBOT_WEB_ORIGIN: 'https://a.example, https://b.example:8443' },
      silent,
    );
    expect(api.webOrigins).toEqual(['https://a.example', 'https://b.example:8443']);
    for (const text of ['*', 'https://a.example/', 'a.example', 'https://a.example,*']) {
      expect(() => deploymentFromEnv({ BATBOT_WEB_ORIGIN: text }, silent)).toThrow(
        expect.objectContaining({ kind: 'badSetting', variable: 'BATBOT_WEB_ORIGIN' }),
      );
    }
  });

  it('[SE-02] demo accounts are created only if the caller allows it, and never in production', () => {
    const mayHaveDemo = { mayHaveDemo: true };
    const wanted = { BATBOT_DEMO_ACCOUNTS: 'true' };
    expect(deploymentFromEnv({}, silent, mayHaveDemo).api.demoAccounts).toBe(true);
    expect(() => deploymentFromEnv(wanted, silent)).toThrow('BATBOT_DEMO_ACCOUNTS');
    expect(() =>
      deploymentFromEnv({ ...wanted, NODE_ENV: 'production' }, silent, mayHaveDemo),
    ).toThrow('BATBOT_DEMO_ACCOUNTS');
  });

  it('[SE-04] [SE-16] derives origin, API address and HSTS from BATBOT_PUBLIC_URL', () => {
    const { api, web } = deploymentFromEnv({ BATBOT_PUBLIC_URL: 'https://app.example' }, silent);
    expect(api).toMatchObject({ webOrigins: ['https://app.example'], hsts: true });
    expect(web).toMatchObject({
      hsts: true,
      config: { graphqlUrl: 'https://app.example/graphql' },
    });
    expect(deploymentFromEnv({}, silent).api.hsts).toBe(false);
  });

  it.each([
    ['BATBOT_WEB_PORT', '-1'],
    ['BATBOT_DEMO_ACCOUNTS', 'yes'],
    ['BATBOT_PUBLIC_URL', 'https://app.example/batbot'],
    ['BATBOT_TRUSTED_PROXIES', 'all'],
  ])('refuses %s=%s and names it', (variable, value) => {
    expect(() => deploymentFromEnv({ [variable]: value }, silent)).toThrow(variable);
  });
});

describe('startDeployment', () => {
  let root: string;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'batbot-deploy-'));
    await writeFile(join(root, 'index.html'), '<!doctype html>');
    await mkdir(join(root, 'data'));
    const loadDataDir = await loadSnapshot();
    await (await PGlite.create(join(root, 'data', 'postgres'), { loadDataDir })).close();
  }, 60_000);
  afterAll(async () => {
    await rm(root, { recursive: true });
  });
  const env = () => ({
    BATBOT_WEB_FOLDER: root,
    BATBOT_DATA_DIR: join(root, 'data'),
    BATBOT_WEB_PORT: '0',
    BATBOT_API_PORT: '0',
  });

  it('starts both servers and closes both', async () => {
    const running = await startDeployment(deploymentFromEnv(env(), silent, { mayHaveDemo: true }));
    expect(running.demoAccounts.map(({ user }) => user)).toEqual([
      'technician',
      'client',
      'viewer',
      'inactive',
    ]);
    expect((await fetch(running.webUrl)).status).toBe(200);
    expect((await fetch(new URL('/health', running.apiUrl))).status).toBe(200);
    await running.close();
    await expect(fetch(running.webUrl)).rejects.toThrow('fetch failed');
    await expect(fetch(running.apiUrl)).rejects.toThrow('fetch failed');
  }, 30_000);

  it('[SE-02] in production, a database with demo accounts is refused', async () => {
    const demo = await startDeployment(deploymentFromEnv(env(), silent, { mayHaveDemo: true }));
    await demo.close();
    const production = deploymentFromEnv({ ...env(), NODE_ENV: 'production' }, silent);
    await expect(startDeployment(production)).rejects.toMatchObject({ kind: 'demoAccounts' });
    const warned: string[] = [];
    const standalone = await startDeployment(deploymentFromEnv(env(), (line) => warned.push(line)));
    expect(warned.join()).toContain('demo accounts');
    await standalone.close();
  }, 30_000);

  it('when a port is taken, no data is touched and no server keeps running', async () => {
    const database = { dataDir: join(root, 'never'), webOrigins: [] };
    const taken = await startDeployment(deploymentFromEnv(env(), silent));
    const port = Number(new URL(taken.apiUrl).port);
    await expect(startAccountServer({ ...database, port })).rejects.toMatchObject({
      kind: 'portInUse',
      port,
    });
    await expect(
      startDeployment(deploymentFromEnv({ ...env(), BATBOT_API_PORT: String(port) }, silent)),
    ).rejects.toMatchObject({ kind: 'portInUse' });
    await taken.close();
    await new Promise<void>((refused) => {
      connect(port, '127.0.0.1').once('error', () => {
        refused();
      });
    });
  }, 30_000);
});
