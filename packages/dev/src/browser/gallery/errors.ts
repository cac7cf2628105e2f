import { openApp, type App } from '../app.ts';
import type { Site } from '../fixtures.ts';
import { refusal } from '../rig/account-double.ts';
import { openPushInjector, pushMessage, testFirebase } from '../rig/push-injector.ts';
import { inOrder, pressed, shown, type Show, type State } from './state.ts';

/** A state on the terminal with a signed-in user. */
const inTerminal = (...shows: readonly Show[]): Show =>
  inOrder(
    (app) => app.login('ada'),
    (app) => app.tab('Terminal', 'terminal'),
    ...shows,
  );
const connectedTerminal = (...shows: readonly Show[]): Show =>
  inTerminal((app) => app.connect('Simulated device'), ...shows);

/** Waits for a toast or another notice. */
const noticed =
  (text: string): Show =>
  (app) =>
    app.notice(text).waitFor();

const serverDown: Show = ({ page }, site) =>
  page.context().route(site.server.url, (route) => route.abort());

/** A login after which the page shows this text. */
const loginShows = (prepare: Show, text: string): Show =>
  inOrder(
    (app) => app.open('/login'),
    prepare,
    (app) => app.submitLogin('ada'),
    shown(text),
  );
const failedLogin = (message: string, text: string): Show =>
  loginShows(async (_app, { server }) => server.script('loginBot', refusal(message)), text);

/**
 * A state in which the next request for the user record, after a click on a tab, gets this response. An error modal may
 * prevent the change of the tab.
 */
const recordAnswer = (body: string, text: string, isModal = true): Show =>
  inTerminal(async (app, site) => {
    site.server.script('getUserData', body);
    const change = app.tab('Users', 'users');
    void change.catch(() => undefined);
    await app.page.getByText(text).first().waitFor();
    if (!isModal) await change;
  });

const withConfig = (body: string | undefined): State => ({
  show: inOrder((app) => app.open('/login'), shown('The app could not start')),
  prepare: (context) =>
    context.route('**/config.json', (route) =>
      body === undefined ? route.abort() : route.fulfill({ contentType: 'application/json', body }),
    ),
});

const rememberPlace = async (app: App, text: string): Promise<void> => {
  await app.start('ada', 'Assets', 'assets', 'Simulated device');
  await app.page.getByText('Known devices').click();
  await app.page.getByRole('button', { name: 'Save location' }).click();
  await app.page.getByText(text).first().scrollIntoViewIfNeeded();
};

/** Opens a second page of the same browser on the terminal. */
const secondTab = async (app: App, site: Site): Promise<App> => {
  const second = openApp(await app.page.context().newPage(), site.webUrl);
  await second.open('/mainpage/terminal');
  await second.log.waitFor();
  return second;
};

const LONG_ERROR =
  'Database replica eu-central-1b did not answer in time; the record of the user could not be read. Reference 7f3a-99c1-0b.';

export const errorStates: Readonly<Record<string, State>> = {
  'server-down-login': loginShows(serverDown, 'Opps! Something went wrong'),
  'server-down-inside': connectedTerminal(
    serverDown,
    (app) => app.tab('Home', 'home'),
    noticed('Opps! Something went wrong'),
  ),
  'login-empty': inOrder(
    (app) => app.open('/login'),
    pressed('Log in'),
    shown('Please enter your password'),
  ),
  'login-incorrect': failedLogin('username/password incorrect', 'Incorrect Username/Password'),
  'login-deactivated': failedLogin('Account closed', 'User Deactivated'),
  superseded: recordAnswer(refusal('Token Expired'), 'Account Logged in elsewhere'),
  'error-modal': recordAnswer(refusal(LONG_ERROR), LONG_ERROR),
  'partial-answer': recordAnswer(
    JSON.stringify({
      data: { getUserData: { status: true } },
      errors: [{ message: 'phoneNumber: the directory is being moved' }],
    }),
    'Some data is missing',
    false,
  ),
  'popover-error': loginShows(
    async (_app, { server }) => server.script('getPopOverContent', refusal('No content today')),
    'No content today',
  ),
  'permissions-unreadable': async (app, site) => {
    site.server.change({ permissionJson: '{"terminal":tru' });
    await app.login('ada');
    await app.notice('Your permissions could not be read').waitFor();
  },
  'port-busy': connectedTerminal(async (app, site) => {
    const browser = app.page.context().browser();
    const other = openApp((await browser?.newPage()) ?? app.page, site.webUrl);
    await app.disconnect();
    await other.login('ada');
    await other.connect('Simulated device');
    await app.clickConnect('Simulated device');
    await app.notice('Port Busy').waitFor();
    await other.page.context().close();
  }),
  unplugged: connectedTerminal(async (app, site) => {
    await app.log.getByText('Connected', { exact: true }).waitFor();
    await site.simulator.unplug();
    await app.notice('OBD Port Disconnected').waitFor();
    await app.log.getByText('OBD disconnected', { exact: true }).waitFor();
  }),
  'open-elsewhere': inTerminal(async (app, site) => {
    const second = await secondTab(app, site);
    await second.connect('Simulated device');
    await app.clickConnect('Simulated device');
    await app.notice('Open in another tab').waitFor();
  }),
  'taken-over': connectedTerminal(async (app, site) => {
    const second = await secondTab(app, site);
    await second.clickConnect('Simulated device');
    await second.page.getByRole('button', { name: 'Take over' }).click();
    await second.disconnectButton.waitFor();
    await app.connectButton.waitFor();
  }),
  'config-malformed': withConfig('{"brand":{}}'),
  'config-unreachable': withConfig(undefined),
  'browser-unsupported': {
    show: inTerminal((app) => app.chooseDevice('USB serial'), noticed('Use Chrome, Edge or Brave')),
    use: {
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
  },
  'port-choosing': inTerminal((app) => app.clickConnect('USB serial'), shown('Choose a port…')),
  'chunk-failed': {
    show: connectedTerminal(
      (app) => app.tab('Firmware', 'firmwareTab'),
      shown('This page could not be loaded'),
    ),
    prepare: (context) => context.route(/\/FirmwareScreen[^/]*$/, (route) => route.abort()),
  },
  'widget-failed': async (app) => {
    await app.start('ada', 'Home', 'home', 'Simulated device');
    await app.page.getByLabel('Cell 1', { exact: true }).first().waitFor();
    await app.page.evaluate(`{
        const toFixed = Number.prototype.toFixed;
        Number.prototype.toFixed = function (digits) {
          if (digits === 3 && this < 5) throw new RangeError('odd data');
          return toFixed.call(this, digits);
        };
      }`);
    await app.page.getByText('The cells could not be shown').waitFor();
  },
  'logout-question': connectedTerminal(async (app) => {
    const menu = app.page.getByRole('button', { name: 'All tabs', exact: true });
    if (await menu.isVisible()) await menu.click();
    await app.page.getByRole('link', { name: 'Logout', exact: true }).click();
    await app.page.getByText('Are you sure to logout').waitFor();
  }),
  'loading-shell': loginShows(
    async (_app, { server }) => server.hold('getUserData'),
    'Loading content, please wait...',
  ),
  'maps-without-key': async (app) => {
    await app.login('ada');
    await app.connect('Simulated device');
    await app.tab('Assets', 'assets');
    await app.page.getByText('Known devices').click();
  },
  'map-failed': {
    show: (app) => rememberPlace(app, 'The list below has every location.'),
    use: {
      permissions: ['geolocation'],
      geolocation: { latitude: 52.52, longitude: 13.405 },
      siteConfig: { maps: { key: 'k', styleId: 'streets' } },
    },
    prepare: (context) => context.route('https://api.maptiler.com/**', (route) => route.abort()),
  },
  'place-denied': {
    // headless Chromium denies every permission that was not granted
    show: (app) => rememberPlace(app, 'The browser does not share the location.'),
  },
  'push-toast': {
    show: async (app, site) => {
      await app.start('ada', 'Home', 'home', 'Simulated device');
      const push = await openPushInjector(app.page, site.webUrl);
      const text = 'Cell 7 of pack Kreuzberg 4 is at 3.61 V. Stop charging and call the workshop.';
      await push.deliver(pushMessage('Overvoltage', text));
      await app.page.getByText('Stop charging').waitFor();
    },
    use: {
      permissions: ['notifications'],
      serviceWorkers: 'allow', // push messages come through it
      siteConfig: { firebase: testFirebase, vapidKey: 'BAAA' },
    },
    prepare: (context) => context.route(/googleapis\.com/, (route) => route.abort()),
  },
  'read-error': {
    show: connectedTerminal(async (app) => {
      await app.type('ATI');
      await app.log.getByText(/HW:/).waitFor();
      await app.page.evaluate('serialSocket.close(3000)'); // the stream ends without an unplug event
      await app.log.getByText(/^Read error/).waitFor();
    }),
    prepare: (context) =>
      context.addInitScript(`
        const Original = WebSocket;
        window.WebSocket = class extends Original {
          constructor(url) {
            super(url);
            if (String(url).includes('/serial')) window.serialSocket = this;
          }
        };
      `),
  },
  'storage-blocked': {
    show: inOrder((app) => app.login('ada'), noticed('This browser blocks storage')),
    prepare: (context) =>
      context.addInitScript(
        `Object.defineProperty(window, 'localStorage', { get: () => { throw new DOMException('denied', 'SecurityError'); } });`,
      ),
  },
  'newer-version': async (app, site) => {
    await app.page.clock.install();
    await app.start('ada', 'Terminal', 'terminal', 'Simulated device');
    await app.page.route(`${site.webUrl}/`, (route) =>
      route.fulfill({ body: '<script type="module" src="/assets/newer.js"></script>' }),
    );
    await app.page.clock.fastForward('00:31');
    await app.page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    await app.page.getByText('A newer version of').first().waitFor();
  },
};
