import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { PERMISSION_FLAGS } from '@batbot/core';
import { startWebHost, type WebConfig } from '@batbot/server';
import { startSimulator, type Simulator } from '@batbot/simulator';
import { buildWebIfChanged, webBuildFolder } from '../start/web-build.ts';
import { openApp, type App } from './app.ts';
import { startAccountDouble, type AccountDouble } from './rig/account-double.ts';
import { launchChromium } from './rig/chromium.ts';
import { freePort } from './rig/free-port.ts';

/** What rules about the screen are proved on: the built app, an account server that says anything, a simulated device. */
export interface SpecBench {
  readonly webUrl: string;
  readonly server: AccountDouble;
  readonly simulator: Simulator;
  /** Runs `work` in a browser context of its own, the server as in the beginning; a page error fails it. */
  readonly inApp: (work: (app: App) => Promise<void>, options?: SpecVisit) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface SpecVisit {
  /** Permission flags of the user; all of them without it. */
  readonly flags?: readonly string[];
  readonly context?: BrowserContextOptions;
  /** Errors that the test itself has the page throw; any other fails it. */
  readonly expected?: RegExp;
  /** Called before the first page opens anything. */
  readonly prepare?: (context: BrowserContext, page: Page) => Promise<unknown>;
}

/** How long `expect.poll` waits for what must come: long enough for a busy machine. */
export const soon = { timeout: 15_000, interval: 50 };

/** What a user may have at most. */
export const ALL_FLAGS = PERMISSION_FLAGS;

/** Starts all, on free ports. `config` is what the web host tells the page beside the addresses. */
export const startSpecBench = async (config: Partial<WebConfig> = {}): Promise<SpecBench> => {
  const closing: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const one of closing.splice(0).toReversed()) await one();
  };
  try {
    const build = await buildWebIfChanged({ onBuilding: () => undefined });
    if (build.kind === 'failed') throw new Error(`the web app does not build:\n${build.output}`);
    const server = await startAccountDouble();
    closing.push(server.close);
    const simulator = await startSimulator({ ws: 0, seed: 1 });
    closing.push(simulator.close);
    const web = await startWebHost({
      port: await freePort(),
      folder: webBuildFolder,
      config: {
        graphqlUrl: server.url,
        simulatedDeviceUrl: simulator.wsUrl ?? '',
        ...config,
      },
    });
    closing.push(web.close);
    const chromium = await launchChromium();
    closing.push(chromium.close);

    return {
      webUrl: web.url,
      server,
      simulator,
      close,
      inApp: async (work, { flags = ALL_FLAGS, context: options = {}, prepare, expected } = {}) => {
        server.reset();
        server.grant(...flags);
        const context = await chromium.browser.newContext({ reducedMotion: 'reduce', ...options });
        context.setDefaultTimeout(15_000);
        const errors: Error[] = [];
        context.on('weberror', (event) => {
          if (!(expected?.test(event.error().message) ?? false)) errors.push(event.error());
        });
        try {
          const page = await context.newPage();
          await prepare?.(context, page);
          await work(openApp(page, web.url));
        } catch (problem) {
          const path = join(tmpdir(), 'batbot-failed', `${Date.now()}.png`);
          await context
            .pages()[0]
            ?.screenshot({ path, timeout: 5_000 })
            .catch(() => undefined);
          if (problem instanceof Error) problem.message += `\n(the page then: ${path})`;
          throw problem;
        } finally {
          await context.close();
        }
        if (errors.length > 0) throw new AggregateError(errors, 'the page threw');
      },
    };
  } catch (problem) {
    await close();
    throw problem;
  }
};
