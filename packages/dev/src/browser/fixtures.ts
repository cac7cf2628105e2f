import {
  expect,
  test as base,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type TestInfo,
} from '@playwright/test';
import { PERMISSION_FLAGS } from '@batbot/core';
import { startWebHost, type WebConfig, type World } from '@batbot/server';
import { freePort } from '@batbot/server/testing/free-port';
import { startSimulator, type Simulator, type SimulatorOptions } from '@batbot/simulator';
import { makeWorld, type WorldSize } from '../demo-world/demo-world.ts';
import { webBuildFolder } from '../start/web-build.ts';
import { openApp, type App } from './app.ts';
import { startBridge, type Bridge } from './bridge/bridge.ts';
import { startAccountDouble, type AccountDouble } from './rig/account-double.ts';
import { whyNot, type Need } from './rig/availability.ts';
import { answerChooser } from './rig/chooser.ts';
import { launchChromium, type ChromiumOptions } from './rig/chromium.ts';
import { WAIT_LIMIT_MS } from './rig/wait-limit.ts';
import { startParts } from './rig/start-parts.ts';
import { startServices, type Services } from './rig/services.ts';
import { startUsbBed, type UsbBed } from './rig/usb-bed.ts';

export { expect };

/** All permission flags of the product. */
export const ALL_FLAGS = PERMISSION_FLAGS;

/** Returns a function that calls the control interface of a simulator. */
export const controlOf =
  ({ wsUrl }: Pick<Simulator, 'wsUrl'>) =>
  async (method: 'POST' | 'DELETE', path: string, body?: object): Promise<void> => {
    const url = new URL(`/control/${path}`, (wsUrl ?? '').replace('ws:', 'http:'));
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(url, { method, ...sent });
    if (!answer.ok) throw new Error(await answer.text());
  };

/** The message of the error that a page throws for a violation of the content security policy. */
export const VIOLATION = 'The content security policy blocked ';

/**
 * Watches the pages of a context. Returns a function that throws if one of them threw another error than `expected`, or
 * violated the content security policy.
 */
const watchErrors = async (context: BrowserContext, expected?: RegExp) => {
  const errors: Error[] = [];
  context.on('weberror', (event) => {
    if (expected?.test(event.error().message) !== true) errors.push(event.error());
  });
  await context.addInitScript(`
    document.addEventListener('securitypolicyviolation', (event) => {
      const { blockedURI, effectiveDirective, sourceFile, lineNumber, columnNumber } = event;
      const place = [sourceFile, lineNumber, columnNumber].join(':');
      reportError(new Error('${VIOLATION}' + effectiveDirective + ' ' + blockedURI + ' at ' + place));
    });
  `);
  return (): void => {
    if (errors.length > 0) throw new AggregateError(errors, 'The page threw.');
  };
};

export interface Visit {
  /** Permission flags of the user. Default: all flags. */
  readonly flags?: readonly string[];
  readonly context?: BrowserContextOptions;
  /** Errors that the test itself makes the page throw; any other error fails it. */
  readonly expected?: RegExp;
  /** Called before the first page is opened. */
  readonly prepare?: (context: BrowserContext, page: Page) => Promise<unknown>;
}

/** Runs `work` on the app in a new browser context. Fails if a page throws or violates the content security policy. */
const visit = async (
  browser: Browser,
  webUrl: string,
  work: (app: App) => Promise<void>,
  { context: options = {}, expected, prepare }: Visit,
): Promise<void> => {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...options,
  });
  context.setDefaultTimeout(WAIT_LIMIT_MS);
  const throwErrors = await watchErrors(context, expected);
  const page = await context.newPage();
  await prepare?.(context, page);
  await work(openApp(page, webUrl));
  // A request that a route handler is still answering fails when the context closes.
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
  throwErrors();
};

/** The built app, an account server that gives scripted answers, and a simulated device. */
interface SiteParts {
  readonly webUrl: string;
  readonly server: AccountDouble;
  readonly simulator: Simulator;
  readonly control: ReturnType<typeof controlOf>;
  readonly close: () => Promise<void>;
}

export interface Site extends SiteParts {
  /** Resets the account server and runs `work` on the app in a new browser context. */
  readonly inApp: (work: (app: App) => Promise<void>, options?: Visit) => Promise<void>;
}

/** Starts a site on free ports. `config` adds settings to the web host's config.json. */
const startSite = (config: Partial<WebConfig>, simulated: SimulatorOptions): Promise<SiteParts> =>
  startParts(async (add) => {
    const server = await startAccountDouble();
    add(server.close);
    const simulator = await startSimulator({ ws: 0, ...simulated });
    add(simulator.close);
    const web = await startWebHost({
      port: await freePort(),
      folder: webBuildFolder,
      config: { graphqlUrl: server.url, simulatedDeviceUrl: simulator.wsUrl ?? '', ...config },
    });
    add(web.close);
    server.grant(...ALL_FLAGS);
    return { webUrl: web.url, server, simulator, control: controlOf(simulator) };
  });

/** Adds `inApp`, which opens the site in this browser. */
const withVisits = (site: SiteParts, browser: Browser): Site => ({
  ...site,
  inApp: async (work, options = {}) => {
    site.server.reset();
    site.server.grant(...(options.flags ?? ALL_FLAGS));
    await visit(browser, site.webUrl, work, options);
  },
});

/** The product with the real account server, and a USB adapter whose device is the simulator. */
export interface Rig {
  readonly services: Services;
  readonly bed: UsbBed;
  readonly browser: Browser;
  readonly debugUrl: string;
  readonly control: ReturnType<typeof controlOf>;
  /** Runs `work` on the app in a new browser context. */
  readonly inApp: (work: (app: App) => Promise<void>, options?: Visit) => Promise<void>;
  /** Unplugs the adapter: the browser gets the disconnect event and the pty is closed, as with a real adapter. */
  readonly unplug: () => Promise<void>;
  /** Plugs the adapter in again, with a new device node on a new pty. */
  readonly plug: () => Promise<void>;
  /** Starts a scenario of the simulated pack. */
  readonly scenario: (name: string) => Promise<void>;
  /** Returns a function that returns the commands received by the simulator since this call, oldest first. */
  readonly listen: () => () => readonly ReceivedCommand[];
  /** Resets the device and its adapter to their initial state. */
  readonly reset: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export type ReceivedCommand = ReturnType<Services['simulator']['state']>['commands'][number];

export interface RigOptions extends ChromiumOptions {
  /** Makes data below the demo accounts. Default: none. */
  readonly demoWorld?: () => Promise<World>;
}

export const startRig = ({ demoWorld, ...options }: RigOptions = {}): Promise<Rig> =>
  startParts(async (add) => {
    const services = await startServices(demoWorld);
    add(services.close);
    const bed = await startUsbBed();
    add(bed.stop);
    const { simulator } = services;
    const slavePath = (): string => {
      if (simulator.slavePath === undefined) throw new Error('the simulator has no pty');
      return simulator.slavePath;
    };
    await bed.plug(slavePath());
    // In a headless browser a policy grants the ports; on a display, the user does in the native chooser.
    const isHeadless = options.display === undefined;
    const serialOrigins = isHeadless ? [services.webUrl] : [];
    const chromium = await launchChromium({ bed, serialOrigins, ...options });
    add(chromium.close);
    const control = controlOf(simulator);
    let isPlugged = true;
    const unplug = async (): Promise<void> => {
      isPlugged = false;
      await bed.unplug();
      await simulator.unplug();
    };
    const plug = async (): Promise<void> => {
      await simulator.plug();
      await bed.plug(slavePath());
      isPlugged = true;
    };
    return {
      services,
      bed,
      browser: chromium.browser,
      debugUrl: chromium.debugUrl,
      control,
      inApp: (work, { prepare, ...others } = {}) =>
        visit(chromium.browser, services.webUrl, work, {
          ...others,
          prepare: async (context, page) => {
            if (isHeadless) await answerChooser(context);
            await prepare?.(context, page);
          },
        }),
      scenario: (name) => control('POST', 'scenario', { name }),
      listen: () => {
        const before = new Set(simulator.state().commands);
        return () => simulator.state().commands.filter((command) => !before.has(command));
      },
      unplug,
      plug,
      reset: async () => {
        if (!isPlugged) await plug();
        await bed.setBusy(false);
        await control('DELETE', 'faults');
        await control('POST', 'pack', { current: null, ambient: null, speed: 1 });
        await control('POST', 'scenario', { name: 'drive' });
      },
    };
  });

type Use<T> = (value: T) => Promise<void>;

/** Skips the test with the reason if something that it needs is missing. With CI=true, the test fails instead. */
const needs = (...all: readonly Need[]) => {
  const why = whyNot(all);
  return async ({}, use: Use<void>, info: TestInfo) => {
    if (why !== undefined && process.env['CI'] === 'true') throw new Error(why);
    info.skip(why !== undefined, why ?? '');
    await use();
  };
};

/** Fails the test if one of its pages throws or violates the content security policy. */
const strictContext = async (
  { context }: { readonly context: BrowserContext },
  use: Use<BrowserContext>,
): Promise<void> => {
  const throwErrors = await watchErrors(context);
  await use(context);
  throwErrors();
};

interface SiteFixtures {
  readonly siteConfig: Partial<WebConfig>;
  readonly simulatorOptions: SimulatorOptions;
  readonly site: Site;
  /** The app in a new page, not signed in. */
  readonly app: App;
  readonly needed: void;
}

/** `test` with the built app, an account server that gives scripted answers, and a simulated device. */
export const test = base.extend<SiteFixtures>({
  needed: [needs('chromium'), { auto: true }],
  context: strictContext,
  browser: [
    async ({}, use) => {
      const chromium = await launchChromium();
      await use(chromium.browser);
      await chromium.close();
    },
    { scope: 'worker' },
  ],
  siteConfig: [{}, { option: true }],
  simulatorOptions: [{ seed: 1 }, { option: true }],
  site: async ({ browser, siteConfig, simulatorOptions }, use) => {
    const site = await startSite(siteConfig, simulatorOptions);
    await use(withVisits(site, browser));
    await site.close();
  },
  app: ({ page, site }, use) => use(openApp(page, site.webUrl)),
});

interface WorldWorkers {
  readonly services: Services;
}

/** Enough data for rows in every list: packs, recordings, tickets, standards, images, devices, accounts. */
const SMALL_WORLD: WorldSize = {
  clients: 3,
  depotsPerClient: 2,
  packs: 40,
  snapshots: 4,
  recordings: 2,
  obdDevices: 5,
};

/** `test` with the real account server, demo data that the tests of a worker share, and a simulated device. */
export const worldTest = test.extend<{ readonly app: App }, WorldWorkers>({
  services: [
    async ({}, use) => {
      const services = await startServices(() => makeWorld(SMALL_WORLD, new Date()));
      await use(services);
      await services.close();
    },
    { scope: 'worker' },
  ],
  app: ({ page, services }, use) => use(openApp(page, services.webUrl)),
});

interface RigFixtures {
  readonly app: App;
  readonly needed: void;
  readonly restored: void;
}

interface RigWorkers {
  /** How Chromium is started. Set it at the top of a file: each value needs its own worker. */
  readonly chromiumOptions: ChromiumOptions;
  readonly rig: Rig;
}

/** `test` with the whole product and a USB adapter in Chromium. */
export const usbTest = base.extend<RigFixtures, RigWorkers>({
  needed: [needs('chromium', 'usb'), { auto: true }],
  context: strictContext,
  chromiumOptions: [{}, { option: true, scope: 'worker' }],
  rig: [
    async ({ chromiumOptions }, use) => {
      const rig = await startRig(chromiumOptions);
      await use(rig);
      await rig.close();
    },
    { scope: 'worker' },
  ],
  browser: [({ rig }, use) => use(rig.browser), { scope: 'worker' }],
  restored: [
    async ({ rig }, use) => {
      await rig.reset();
      await use();
    },
    { auto: true },
  ],
  app: async ({ page, rig }, use) => {
    await answerChooser(page.context());
    await use(openApp(page, rig.services.webUrl));
  },
});

/** `test` in which Chromium shows its own port chooser, on an X display. */
export const chooserTest = base.extend<{ readonly needed: void }>({
  needed: [needs('chromium', 'usb', 'chooser'), { auto: true }],
});

interface OwnRig {
  readonly needed: void;
  /** The size of the data below the demo accounts. Default: none. */
  readonly worldSize: WorldSize | undefined;
  readonly ownRig: Rig;
}

/** `test` that changes the device or the data permanently: each test has its own rig. */
export const ownRigTest = base.extend<OwnRig>({
  needed: [needs('chromium', 'usb'), { auto: true }],
  worldSize: [undefined, { option: true }],
  ownRig: async ({ worldSize }, use) => {
    const rig = await startRig(worldSize && { demoWorld: () => makeWorld(worldSize, new Date()) });
    await use(rig);
    await rig.close();
  },
});

interface BridgeWorkers {
  readonly chromiumOptions: ChromiumOptions;
  readonly bridge: Bridge;
}

/** `test` for the Web Serial adapter alone, on a page without content. */
export const bridgeTest = base.extend<{ readonly needed: void }, BridgeWorkers>({
  needed: [needs('chromium', 'usb'), { auto: true }],
  chromiumOptions: [{}, { option: true, scope: 'worker' }],
  bridge: [
    async ({ chromiumOptions }, use) => {
      const bridge = await startBridge(chromiumOptions);
      await use(bridge);
      await bridge.close();
    },
    { scope: 'worker' },
  ],
});
