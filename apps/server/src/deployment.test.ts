import { once } from 'node:events';
import { connect } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseFromEnv, deploymentFromEnv, startDeployment } from './deployment.ts';
import { startAccountServer } from './account-server.ts';
import type { Database } from './database/database.ts';
import { openDatabase } from './database/open-database.ts';
import { createApiClient } from './testing/api-client.ts';
import { fillDataFolder } from './testing/snapshots.ts';

const silent = (): void => undefined;

describe('deploymentFromEnv', () => {
  it('[OPS-17] every setting has a default, and a relative folder is below the one in which npm was called', () => {
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
    expect(
      deploymentFromEnv({ BATBOT_WEB_FOLDER: 'built', INIT_CWD: '/srv' }, silent).web.folder,
    ).toBe('/srv/built');
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

  it('[OPS-8] pieces are stored in a bucket of the configured service, by default of Amazon', () => {
    const env = {
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_REGION: 'eu-west-1',
    };
    const key = { accessKeyId: 'id', secretAccessKey: 'secret', region: 'eu-west-1' };
    expect(
      deploymentFromEnv({ ...env, BATBOT_BLOBS: 's3://pieces/batbot' }, silent).api.blobs,
    ).toEqual({
      s3: {
        ...key,
        bucket: 'pieces',
        prefix: 'batbot/',
        endpoint: 'https://s3.eu-west-1.amazonaws.com',
      },
    });
    const own = { ...env, BATBOT_BLOBS: 's3://pieces', BATBOT_S3_ENDPOINT: 'http://minio:9000' };
    expect(deploymentFromEnv(own, silent).api.blobs).toEqual({
      s3: { ...key, bucket: 'pieces', prefix: '', endpoint: 'http://minio:9000' },
    });
    expect(() => deploymentFromEnv({ BATBOT_BLOBS: 's3://pieces' }, silent)).toThrow(
      'AWS_ACCESS_KEY_ID must be set',
    );
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

  it('[SE-04] [SE-16] [OPS-24] derives origin, API address and HSTS from BATBOT_PUBLIC_URL', () => {
    const { api, web } = deploymentFromEnv(
      { BATBOT_PUBLIC_URL: 'https://app.example', BATBOT_GRAPHQL_URL: '' },
      silent,
    );
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
    ['BATBOT_DRAIN_SECONDS', '301'],
    ['BATBOT_METRICS_PORT', 'on'],
    ['BATBOT_BLOBS', 's3://Not_A_Bucket'],
  ])('refuses %s=%s and names it', (variable, value) => {
    expect(() => deploymentFromEnv({ [variable]: value }, silent)).toThrow(variable);
  });

  it('[OPS-30] a DATABASE_URL that is not an address of PostgreSQL is refused', () => {
    const read = (text: string) => databaseFromEnv({ DATABASE_URL: text }).databaseUrl;
    for (const text of ['mysql://db/batbot', 'db/batbot', 'postgres://batbot:50%@db/batbot'])
      expect(() => read(text)).toThrow('DATABASE_URL must be an address such as postgres://');
    for (const text of ['postgresql://batbot:50%25@db/batbot', 'postgres://batbot@/b?host=%2Ftmp'])
      expect(read(text)).toBe(text);
  });
});

describe('startDeployment', () => {
  let root: string;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'batbot-deploy-'));
    await writeFile(join(root, 'index.html'), '<!doctype html>');
    await fillDataFolder(join(root, 'data'));
  });
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
  });

  it('[OPS-2] [OP-01] a stopping server reports that it is not ready, answers everything else, and finishes pending requests', async () => {
    const running = await startDeployment({
      ...deploymentFromEnv(env(), silent, { mayHaveDemo: true }),
      drainMs: 4_000,
    });
    const { login } = createApiClient(running.apiUrl);
    const ready = () => fetch(new URL('/ready', running.apiUrl));
    expect((await ready()).status).toBe(200);
    const closing = running.close();
    const [notReady, live, page, ...logins] = await Promise.all([
      ready(),
      fetch(new URL('/live', running.apiUrl)),
      fetch(running.webUrl),
      login('client'),
      login('viewer'),
    ]);
    expect(notReady.status).toBe(503);
    // proxies send no further request on this connection
    expect(notReady.headers.get('connection')).toBe('close');
    expect([live.status, page.status]).toEqual([200, 200]);
    expect(logins.map(({ status }) => status)).toEqual([200, 200]);
    await closing;
    await expect(ready()).rejects.toThrow('fetch failed');
    await expect(fetch(running.webUrl)).rejects.toThrow('fetch failed');
  });

  it('[OPS-5] [OP-05] metrics are served on a port of their own and name no user and no address', async () => {
    const running = await startDeployment(
      deploymentFromEnv({ ...env(), BATBOT_METRICS_PORT: '0' }, silent, { mayHaveDemo: true }),
    );
    const { login, tokenOf, ask } = createApiClient(running.apiUrl);
    await login('client', 'wrong-Secret-1');
    const token = await tokenOf('client');
    await ask('query ($id: String!) { getUserData(userId: $id, batbotWebVer: "") { userName } }', {
      token,
      variables: { id: 'demo-client' },
    });
    const read = async (url: string) => (await fetch(url)).text();
    const text = await read(running.metricsUrl ?? '');
    for (const line of [
      'batbot_operation_seconds_count{field="loginBot"} 2',
      'batbot_operation_seconds_count{field="getUserData"} 1',
      'batbot_http_request_seconds_count{method="POST",route="graphql",status="200"} 3',
      'batbot_security_events_total{event="login",outcome="ok"} 1',
      'batbot_security_events_total{event="login",outcome="wrong"} 1',
      'batbot_jobs_overdue 0',
    ]) {
      expect(text.split('\n')).toContain(line);
    }
    expect(text).toMatch(/batbot_build_info\{version="\d+\.\d+\.\d+"\} 1/);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    for (const secret of ['demo-client', 'wrong-Secret-1', token, '127.0.0.1', '::1']) {
      expect(text).not.toContain(secret);
    }
    for (const url of [running.apiUrl, running.webUrl]) {
      expect(await read(String(new URL('/metrics', url)))).not.toContain('batbot_');
    }
    await running.close();
    await expect(read(running.metricsUrl ?? '')).rejects.toThrow('fetch failed');
    const quiet = await startDeployment(deploymentFromEnv(env(), silent));
    expect(quiet.metricsUrl).toBeUndefined();
    await quiet.close();
  });

  it('[OPS-15] a request whose caller left before the answer is not counted as answered', async () => {
    const running = await startDeployment(
      deploymentFromEnv({ ...env(), BATBOT_METRICS_PORT: '0' }, silent),
    );
    const socket = connect(Number(new URL(running.apiUrl).port), '127.0.0.1');
    socket.write(
      'POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n',
    );
    await once(socket, 'data'); // "100 Continue": the server has read the headers
    socket.destroy();
    const counts = async () =>
      (await (await fetch(running.metricsUrl ?? '')).text())
        .split('\n')
        .filter((line) => line.startsWith('batbot_http_request_seconds_count'));
    await expect
      .poll(counts)
      .toEqual(['batbot_http_request_seconds_count{method="POST",route="graphql",status="499"} 1']);
    await running.close();
  });

  it('[SE-02] in production, a database with demo accounts is refused', async () => {
    const demo = await startDeployment(deploymentFromEnv(env(), silent, { mayHaveDemo: true }));
    await demo.close();
    const production = deploymentFromEnv({ ...env(), NODE_ENV: 'production' }, silent);
    const used: string[] = [];
    const database = await openDatabase(production.api, silent);
    const watched = {
      ...database,
      query: <Row>(...[sql, values]: Parameters<Database['query']>) => {
        used.push(sql);
        return database.query<Row>(sql, values);
      },
    };
    const api = { ...production.api, database: watched };
    await expect(startDeployment({ ...production, api })).rejects.toMatchObject({
      kind: 'demoAccounts',
    });
    // It is refused before anything else is done, and before any call is answered.
    expect(used).toEqual(['select id from users']);
    const warned: string[] = [];
    const standalone = await startDeployment(deploymentFromEnv(env(), (line) => warned.push(line)));
    expect(warned.join()).toContain('demo accounts');
    await standalone.close();
  });

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
      connect(port, '127.0.0.1').once('error', () => refused());
    });
  });
});
