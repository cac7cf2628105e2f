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

export type State = Show | Setup;

export const setupOf = (state: State): Setup =>
  typeof state === 'function' ? { show: state } : state;

/** Shows the parts of a state one after the other. */
export const inOrder =
  (...shows: readonly Show[]): Show =>
  async (app, site) => {
    for (const show of shows) await show(app, site);
  };

export const pressed =
  (name: string | RegExp): Show =>
  ({ page }) =>
    page.getByRole('button', { name, exact: true }).first().click();

export const shown =
  (text: string | RegExp): Show =>
  ({ page }) =>
    page.getByText(text).first().waitFor();

/** A state on a tab with a signed-in user, without a device. */
export const signedIn = (tab: string, ...shows: readonly Show[]): Show =>
  inOrder(
    (app) => app.login('ada'),
    (app) => app.open(`/mainpage/${tab}`),
    ...shows,
  );

/** A state on a tab with the simulated device connected. */
export const connected = (tab: string, ...shows: readonly Show[]): Show =>
  signedIn(tab, (app) => app.connect('Simulated device'), ...shows);

export const control =
  (path: string, body: object): Show =>
  (_app, site) =>
    site.control('POST', path, body);

export const firstValues: Show = ({ page }) =>
  page.getByLabel('Cell 1', { exact: true }).first().waitFor();
