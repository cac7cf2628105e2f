import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Request } from '@playwright/test';
import { startAccountServer, startWebHost, type World } from '@batbot/server';
import { openMemoryDatabase } from '@batbot/server/testing';
import { freePort } from '@batbot/server/testing/free-port';
import { startSimulator, type Simulator } from '@batbot/simulator';
import { demoFirmwareKey } from '../../demo-world/demo-images.ts';
import { startParts } from '../../start/start-parts.ts';
import { webBuildFolder } from '../../start/web-build.ts';

/** Returns a function that calls the control interface of a simulator. */
export const controlOf =
  ({ wsUrl }: Pick<Simulator, 'wsUrl'>) =>
  async (method: 'POST' | 'DELETE', path: string, body?: object): Promise<void> => {
    const url = new URL(`/control/${path}`, (wsUrl ?? '').replace('ws:', 'http:'));
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(url, { method, ...sent });
    if (!answer.ok) throw new Error(await answer.text());
  };

/** Whether a page sends changes with this request. */
export const isSubmit = (request: Request): boolean =>
  /\bmutation submit\b/.test(request.postData() ?? '');

/**
 * Starts all services with the built web app. The simulated pack is the same in every run. `demoWorld` makes data below
 * the demo accounts; by default there is none.
 */
export const startServices = (demoWorld?: () => Promise<World>) =>
  startParts(async (add) => {
    const folder = await mkdtemp(join(tmpdir(), 'batbot-e2e-'));
    add(() => rm(folder, { recursive: true, force: true }));
    const webPort = await freePort();
    const simulator = await startSimulator({ pty: join(folder, 'obd'), ws: 0, seed: 1 });
    add(simulator.close);
    const api = await startAccountServer({
      database: await openMemoryDatabase(),
      demoAccounts: true,
      demoWorld,
      blobs: { folder: join(folder, 'pieces') },
      port: 0,
      webOrigins: [`http://localhost:${webPort}`],
    });
    add(api.close);
    const web = await startWebHost({
      port: webPort,
      folder: webBuildFolder,
      config: {
        graphqlUrl: api.url,
        simulatedDeviceUrl: simulator.wsUrl ?? '',
        firmwareKeys: [demoFirmwareKey],
      },
    });
    add(web.close);
    return { webUrl: web.url, apiUrl: api.url, simulator, control: controlOf(simulator) };
  });

/** The servers and the simulator that the product needs, on free ports, with new data in memory. */
export type Services = Awaited<ReturnType<typeof startServices>>;
