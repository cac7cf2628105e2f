import { expect, test as base, type BrowserContext, type TestInfo } from '@playwright/test';
import { PERMISSION_FLAGS } from '@batbot/core';
import { startWebHost, type WebConfig } from '@batbot/server';
import { freePort } from '@batbot/server/testing/free-port';
import { startSimulator, type Simulator, type SimulatorOptions } from '@batbot/simulator';
import { makeWorld, type WorldSize } from '../demo-world/demo-world.ts';
import { webBuildFolder } from '../start/web-build.ts';
import { openApp, type App } from './app.ts';
import { startBridge, type Bridge } from './bridge/bridge.ts';
import { startAccountDouble } from './rig/account-double.ts';
import { whyNot, type Need } from './rig/availability.ts';
import { answerChooser } from './rig/chooser.ts';
import { launchChromium, type ChromiumOptions } from './rig/chromium.ts';
import { startParts } from '../start/start-parts.ts';
import { openProfile, type Profile, type ProfileOptions } from './rig/profile-chromium.ts';
import { controlOf, startServices, type Services } from './rig/services.ts';
import { startUsbBed } from './rig/usb-bed.ts';

export { expect };

/** The message of the error that a page throws for a violation of the content security policy. */
export const VIOLATION = 'The content security policy blocked ';

/**
 * Watches the pages of a context. Returns a function that throws if one of them threw another error than `expected`, or
 * violated the content security policy.
 */
export const watchErrors = async (context: BrowserContext, expected?: RegExp) => {
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

/** Starts a site on free ports. `config` adds settings to the web host's config.json. */
const startSite = (config: Partial<WebConfig>, simulated: SimulatorOptions) =>
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
    server.grant(...PERMISSION_FLAGS);
    return { webUrl: web.url, server, simulator, control: controlOf(simulator) };
  });

/** The built app, an account server that gives scripted answers, and a simulated device. */
export type Site = Awaited<ReturnType<typeof startSite>>;

type ReceivedCommand = ReturnType<Simulator['state']>['commands'][number];

export interface RigOptions extends ChromiumOptions {
  /** The size of the data below the demo accounts. Default: none. */
  readonly worldSize?: WorldSize;
  /** A file that changes the device or the data permanently names its rig, so that no other file uses it. */
  readonly name?: string;
}

export const startRig = ({ worldSize, name: _, ...options }: RigOptions = {}) =>
  startParts(async (add) => {
    const services = await startServices(worldSize && (() => makeWorld(worldSize, new Date())));
    add(services.close);
    const bed = await startUsbBed();
    add(bed.stop);
    const { simulator, control } = services;
    const slavePath = (): string => {
      if (simulator.slavePath === undefined) throw new Error('the simulator has no pty');
      return simulator.slavePath;
    };
    await bed.plug(slavePath());
    // In a headless browser a policy grants the ports; on a display, the user does in the native chooser.
    const serialOrigins = options.display === undefined ? [services.webUrl] : [];
    const chromium = await launchChromium({ bed, serialOrigins, ...options });
    add(chromium.close);
    let isPlugged = true;
    /** Returns a function that returns the commands received by the simulator since this call, oldest first. */
    const listen = (): (() => readonly ReceivedCommand[]) => {
      const before = new Set(simulator.state().commands);
      return () => simulator.state().commands.filter((command) => !before.has(command));
    };
    /** Plugs the adapter in again, with a new device node on a new pty. */
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
      listen,
      /** Sends a command and waits until the device has received it and its reply is in the log. */
      works: async (app: App): Promise<void> => {
        const heard = listen();
        await app.type('ATI');
        await expect.poll(() => heard().map(({ text }) => text)).toContain('ATI');
        await app.log.getByText(/HW:/).last().waitFor();
      },
      /** Waits until no program has the device open. */
      closed: () => expect.poll(() => simulator.state().clients['pty']).not.toBe(true),
      /** Unplugs the adapter: the browser gets the disconnect event and the pty is closed, as with a real adapter. */
      unplug: async (): Promise<void> => {
        isPlugged = false;
        await bed.unplug();
        await simulator.unplug();
      },
      plug,
      /** Resets the device and its adapter to their initial state. */
      reset: async () => {
        if (!isPlugged) await plug();
        await bed.setBusy(false);
        await control('DELETE', 'faults');
        await control('POST', 'pack', { current: null, ambient: null, speed: 1 });
        await control('POST', 'scenario', { name: 'drive' });
      },
    };
  });

/** The product with the real account server, and a USB adapter whose device is the simulator. */
export type Rig = Awaited<ReturnType<typeof startRig>>;

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

interface SiteFixtures {
  /** Errors that the test itself makes the page throw. */
  readonly expectedErrors: RegExp | undefined;
  readonly siteConfig: Partial<WebConfig>;
  readonly simulatorOptions: SimulatorOptions;
  readonly site: Site;
  /** The app in a new page, not signed in. */
  readonly app: App;
  /** Opens the app at this origin in a browser whose profile is on the disk, always the same one in a test. */
  readonly visit: (webUrl: string, options?: ProfileOptions) => Promise<Profile>;
  readonly needed: void;
}

/** `test` with the built app, an account server that gives scripted answers, and a simulated device. */
export const test = base.extend<SiteFixtures>({
  needed: [needs('chromium'), { auto: true }],
  expectedErrors: [undefined, { option: true }],
  context: async ({ context, expectedErrors }, use) => {
    const throwErrors = await watchErrors(context, expectedErrors);
    await use(context);
    // A request that a route handler is still answering fails when the context closes.
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    throwErrors();
  },
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
  site: async ({ siteConfig, simulatorOptions }, use) => {
    const site = await startSite(siteConfig, simulatorOptions);
    await use(site);
    await site.close();
  },
  app: ({ page, site }, use) => use(openApp(page, site.webUrl)),
  visit: async ({ expectedErrors }, use, info) => {
    const ends: (() => Promise<void> | void)[] = [];
    await use(async (webUrl, options) => {
      const profile = await openProfile(info.outputPath('profile'), webUrl, options);
      const throwErrors = await watchErrors(profile.page.context(), expectedErrors);
      ends.push(profile.close, throwErrors);
      return profile;
    });
    for (const end of ends) await end();
  },
});

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
export const worldTest = test.extend<object, { readonly services: Services }>({
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

interface RigWorkers {
  /** Set it at the top of a file: each value needs its own worker. */
  readonly rigOptions: RigOptions;
  readonly rig: Rig;
}

/** `test` with the whole product and a USB adapter in Chromium. */
export const usbTest = test.extend<{ readonly restored: void }, RigWorkers>({
  needed: needs('chromium', 'usb'),
  rigOptions: [{}, { option: true, scope: 'worker' }],
  rig: [
    async ({ rigOptions }, use) => {
      const rig = await startRig(rigOptions);
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
export const chooserTest = test.extend({
  needed: needs('chromium', 'usb', 'chooser'),
});

interface BridgeWorkers {
  readonly chromiumOptions: ChromiumOptions;
  readonly bridge: Bridge;
}

/** `test` for the Web Serial adapter alone, on a page without content. */
export const bridgeTest = test.extend<object, BridgeWorkers>({
  needed: needs('chromium', 'usb'),
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
