import type { BrowserContext, BrowserContextOptions } from '@playwright/test';
import type { WebConfig } from '@batbot/server';
import type { App } from '../app.ts';
import type { Site } from '../fixtures.ts';

export type Show = (app: App, site: Site) => Promise<unknown>;

/** A state of the app, up to the moment its picture is taken. */
export interface State {
  readonly show: Show;
  readonly use?: BrowserContextOptions & { readonly siteConfig?: Partial<WebConfig> };
  /** Called before the page opens anything. */
  readonly prepare?: (context: BrowserContext) => Promise<unknown>;
  /** The window's, where it is not that of the form. */
  readonly width?: number;
  readonly height?: number;
  /** Its picture is taken in the first form only: 1280 × 800, light. */
  readonly isOneForm?: boolean;
}

/** A tab for a signed-in user, without a device. */
export const signedIn = (tab: string, then?: Show): State => ({
  show: async (app, site) => {
    await app.login('ada');
    await app.open(`/mainpage/${tab}`);
    await then?.(app, site);
  },
});

/** A tab with the simulated device connected. */
export const connected = (tab: string, then?: Show): State =>
  signedIn(tab, async (app, site) => {
    await app.connect('Simulated device');
    await then?.(app, site);
  });
