import { openApp, type App } from '../app.ts';
import type { Site } from '../fixtures.ts';
import { refusal } from '../rig/account-double.ts';
import { openPushInjector, pushMessage, testFirebase } from '../rig/push-injector.ts';
import type { Show, State } from './state.ts';

/** A state on the terminal with a signed-in user. */
const inTerminal =
  (show: Show): Show =>
  async (app, site) => {
    await app.login('ada');
    await app.tab('Terminal', 'terminal');
    await show(app, site);
  };

const failedLogin =
  (message: string, shown: string): Show =>
  async (app, site) => {
    await app.open('/login');
    site.server.script('loginBot', refusal(message));
    await app.submitLogin('ada');
    await app.page.getByText(shown).waitFor();
  };

/**
 * A state in which the next request for the user record, after a click on a tab, gets this response. An error modal may
 * prevent the change of the tab.
 */
const recordAnswer = (body: string, shown: string, isModal = true): Show =>
  inTerminal(async (app, site) => {
    site.server.script('getUserData', body);
    const change = app.tab('Users', 'users');
    void change.catch(() => undefined);
    await app.page.getByText(shown).first().waitFor();
    if (!isModal) await change;
  });

const withConfig = (body: string | undefined): State => ({
  show: async (app) => {
    await app.open('/login');
    await app.page.getByText('The app could not start').waitFor();
  },
  prepare: (context) =>
    context.route('**/config.json', (route) =>
      body === undefined ? route.abort() : route.fulfill({ contentType: 'application/json', body }),
    ),
});

const rememberPlace = async (app: App, shown: string): Promise<void> => {
  await app.start('ada', 'Assets', 'assets', 'Simulated device');
  await app.page.getByText('Known devices').click();
  await app.page.getByRole('button', { name: 'Save location' }).click();
  await app.page.getByText(shown).first().scrollIntoViewIfNeeded();
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

/** Every error that a user can see. */
export const errorStates: Readonly<Record<string, State>> = {
  'server-down-login': async (app, site) => {
    await app.open('/login');
    await app.page.context().route(site.server.url, (route) => route.abort());
    await app.submitLogin('ada');
    await app.notice('Opps! Something went wrong').waitFor();
  },
  'server-down-inside': inTerminal(async (app, site) => {
    await app.connect('Simulated device');
    await app.page.context().route(site.server.url, (route) => route.abort());
    await app.tab('Home', 'home');
    await app.notice('Opps! Something went wrong').waitFor();
  }),
  'login-empty': async (app) => {
    await app.open('/login');
    await app.page.getByRole('button', { name: 'Log in', exact: true }).click();
    await app.page.getByText('Please enter your password').waitFor();
  },
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
  'popover-error': async (app, site) => {
    await app.open('/login');
    site.server.script('getPopOverContent', refusal('No content today'));
    await app.submitLogin('ada');
    await app.page.getByText('No content today').waitFor();
  },
  'permissions-unreadable': async (app, site) => {
    site.server.change({ permissionJson: '{"terminal":tru' });
    await app.login('ada');
    await app.notice('Your permissions could not be read').waitFor();
  },
  'port-busy': inTerminal(async (app, site) => {
    await app.connect('Simulated device');
    const browser = app.page.context().browser();
    const other = openApp((await browser?.newPage()) ?? app.page, site.webUrl);
    await app.disconnect();
    await other.login('ada');
    await other.connect('Simulated device');
    await app.clickConnect('Simulated device');
    await app.notice('Port Busy').waitFor();
    await other.page.context().close();
  }),
  unplugged: inTerminal(async (app, site) => {
    await app.connect('Simulated device');
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
  'taken-over': inTerminal(async (app, site) => {
    await app.connect('Simulated device');
    const second = await secondTab(app, site);
    await second.clickConnect('Simulated device');
    await second.page.getByRole('button', { name: 'Take over' }).click();
    await second.disconnectButton.waitFor();
    await app.connectButton.waitFor();
  }),
  'config-malformed': withConfig('{"brand":{}}'),
  'config-unreachable': withConfig(undefined),
  'browser-unsupported': {
    show: inTerminal(async (app) => {
      await app.chooseDevice('USB serial');
      await app.notice('Use Chrome, Edge or Brave').waitFor();
    }),
    use: {
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
  },
  'port-choosing': inTerminal(async (app) => {
    await app.clickConnect('USB serial');
    await app.page.getByText('Choose a port…').first().waitFor();
  }),
  'chunk-failed': {
    show: inTerminal(async (app) => {
      await app.connect('Simulated device');
      await app.tab('Firmware', 'firmwareTab');
      await app.page.getByText('This page could not be loaded').waitFor();
    }),
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
  'logout-question': inTerminal(async (app) => {
    await app.connect('Simulated device');
    const menu = app.page.getByRole('button', { name: 'All tabs', exact: true });
    if (await menu.isVisible()) await menu.click();
    await app.page.getByRole('link', { name: 'Logout', exact: true }).click();
    await app.page.getByText('Are you sure to logout').waitFor();
  }),
  'loading-shell': async (app, site) => {
    site.server.hold('getUserData');
    await app.open('/login');
    await app.submitLogin('ada');
    await app.page.getByText('Loading content, please wait...').waitFor();
  },
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
    show: inTerminal(async (app) => {
      await app.connect('Simulated device');
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
    show: async (app) => {
      await app.login('ada');
      await app.notice('This browser blocks storage').waitFor();
    },
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
