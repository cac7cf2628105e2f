import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAccountServer, startWebHost, type WebConfig } from '@batbot/server';
import { openMemoryDatabase } from '@batbot/server/testing';
import { freePort } from '@batbot/server/testing/free-port';
import { startSimulator } from '@batbot/simulator';
import { root } from '../../process/run-tool.ts';
import { webBuildFolder } from '../../start/web-build.ts';

export const openOfflineSite = async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'batbot-offline-'));
  const [webPort, apiPort] = [await freePort(), await freePort()];
  const simulator = await startSimulator({ ws: 0, seed: 1 });
  const { close: closeDatabase, ...database } = await openMemoryDatabase();
  const webUrl = `http://localhost:${webPort}`;
  let running: readonly (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(running.map((close) => close()));
    running = [];
  };
  return {
    webUrl,
    /** Stops the web host and the account server. The simulated device stays. */
    stop,
    /** Starts the web host with a built web app (default: the product's) and further settings, and the account server. */
    start: async (folder = webBuildFolder, settings: Partial<WebConfig> = {}): Promise<void> => {
      await stop();
      const api = await startAccountServer({
        port: apiPort,
        // A server that stops leaves the data to the next one.
        database: { ...database, close: () => Promise.resolve() },
        demoAccounts: true,
        blobs: { folder: join(scratch, 'pieces') },
        webOrigins: [webUrl],
      });
      const config = {
        graphqlUrl: api.url,
        simulatedDeviceUrl: simulator.wsUrl ?? '',
        ...settings,
      };
      const web = await startWebHost({ port: webPort, folder, config });
      running = [web.close, api.close];
    },
    /** Builds the web app with another version number, not compressed. Returns the folder of the build. */
    buildRelease: async (version: string): Promise<string> => {
      const { build } = await import('vite'); // 0.3 s of processor time, and few workers build
      const outDir = join(scratch, version);
      await build({
        configFile: join(root, 'apps/web/vite.config.ts'),
        logLevel: 'error',
        define: { 'process.env.NODE_ENV': '"production"' },
        build: { outDir },
        plugins: [
          {
            name: 'other-version',
            // Compression is half of a build; the web host also serves files that are not compressed.
            configResolved: ({ plugins }) => {
              const compression = plugins.find(({ name }) => name === 'precompress');
              if (compression === undefined) throw new Error('no plugin "precompress"');
              delete compression.closeBundle;
            },
            transform: (code, id) =>
              id.endsWith('/web/src/version.ts') ? code.replace('1.7.2', version) : undefined,
          },
        ],
      });
      return outDir;
    },
    close: async (): Promise<void> => {
      await stop();
      await closeDatabase();
      await simulator.close();
      await rm(scratch, { recursive: true, force: true });
    },
  };
};

/** The product with servers that can be stopped and started again, with the same ports and data. */
export type OfflineSite = Awaited<ReturnType<typeof openOfflineSite>>;
