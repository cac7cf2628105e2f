import type { BrowserContext, BrowserContextOptions } from '@playwright/test';
import type { WebConfig } from '@batbot/server';
import type { App } from '../app.ts';
import type { Site } from '../fixtures.ts';

export type Show = (app: App, site: Site) => Promise<unknown>;

/** A state of the app that is captured as a screenshot. */
export interface State {
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

/** A state on a tab with a signed-in user, without a device. */
export const signedIn = (tab: string, then?: Show): State => ({
  show: async (app, site) => {
    await app.login('ada');
    await app.open(`/mainpage/${tab}`);
    await then?.(app, site);
  },
});

/** A state on a tab with the simulated device connected. */
export const connected = (tab: string, then?: Show): State =>
  signedIn(tab, async (app, site) => {
    await app.connect('Simulated device');
    await then?.(app, site);
  });
