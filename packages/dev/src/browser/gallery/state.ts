import type { BrowserContext, BrowserContextOptions } from '@playwright/test';
import type { WebConfig } from '@batbot/server';
import type { App } from '../app.ts';
import type { Site } from '../fixtures.ts';

export type Show = (app: App, site: Site) => Promise<unknown>;

/** How a state of the app is shown, and in which browser and window. */
interface Setup {
  readonly show: Show;
  readonly use?: BrowserContextOptions & { readonly siteConfig?: Partial<WebConfig> };
  /** Called before the page is opened. */
  readonly prepare?: (context: BrowserContext) => Promise<unknown>;
  /** Size of the window, if it differs from the size of the form factor. */
  readonly width?: number;
  readonly height?: number;
  /** Whether the screenshot is taken only at 1280 × 800 in light. */
  readonly isOneForm?: boolean;
}

/** A state of the app that is captured as a screenshot. */
export type State = Show | Setup;

export const setupOf = (state: State): Setup =>
  typeof state === 'function' ? { show: state } : state;

/** A state on a tab with a signed-in user, without a device. */
export const signedIn =
  (tab: string, then?: Show): Show =>
  async (app, site) => {
    await app.login('ada');
    await app.open(`/mainpage/${tab}`);
    await then?.(app, site);
  };

/** A state on a tab with the simulated device connected. */
export const connected = (tab: string, then?: Show): Show =>
  signedIn(tab, async (app, site) => {
    await app.connect('Simulated device');
    await then?.(app, site);
  });
