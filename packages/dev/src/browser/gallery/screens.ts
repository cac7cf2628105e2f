import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { FOREIGN_REPLIES } from '@batbot/core/fakes';
import type { App } from '../app.ts';
import type { Site } from '../fixtures.ts';
import { sealedOf } from '../rig/sealed-app.ts';
import { sessionsOf } from '../rig/sessions-app.ts';
import { connected, signedIn, type Show, type State } from './state.ts';

/** Home in a scenario of the simulator, with optional values of the pack. */
const pack =
  (scenario: string, then?: Show, values: object = {}): Show =>
  async (app, site) => {
    await site.control('POST', 'scenario', { name: scenario });
    await site.control('POST', 'pack', { current: null, ...values });
    await connected('home', then)(app, site);
  };

/** Home with a simulated device that answers polls with a foreign device's reply. */
const foreign =
  (name: string, then: Show): Show =>
  async (app, site) => {
    const reply = FOREIGN_REPLIES.find((each) => each.name === name);
    await app.page.routeWebSocket(/\/serial/, (socket) => {
      const device = socket.connectToServer();
      let held = '';
      device.onMessage((message) => {
        const text = message.toString();
        held = held !== '' || text.includes('+ADATA') ? held + text : '';
        if (held === '') socket.send(message);
        if (!held.endsWith('OK\r\n')) return;
        held = '';
        socket.send(Buffer.from(`${reply?.bytes ?? ''}\r\nOK\r\n`));
      });
    });
    await pack('idle', then)(app, site);
  };

/** Lets the device stop responding and waits until Home shows this freshness. */
const silent =
  (word: string): Show =>
  async ({ page }, site) => {
    const verdict = page.getByRole('region', { name: 'Verdict' });
    await verdict.getByText('Live', { exact: true }).waitFor();
    await site.control('POST', 'faults', { name: 'silence' });
    // The reason of the verdict may contain the same words.
    await verdict.locator('[data-freshness]').getByText(word, { exact: true }).waitFor({ timeout: 30_000 }); // oxfmt-ignore
  };

const text =
  (shown: string | RegExp): Show =>
  ({ page }) =>
    page.getByText(shown).first().waitFor({ timeout: 30_000 });

const teach: Show = async ({ page }) => {
  await page.getByRole('link', { name: 'Teach this device' }).click();
  await page.getByRole('heading', { name: 'Teach this device' }).waitFor();
};
const teachPart =
  (part: string | RegExp, press?: string): Show =>
  async (app, site) => {
    await teach(app, site);
    await app.page.getByRole('button', { name: part, exact: true }).click();
    if (press !== undefined) await app.page.getByRole('button', { name: press }).click();
  };

const fillLimits = async (page: Page, limits: Readonly<Record<string, string>>): Promise<void> => {
  await page.getByRole('button', { name: /^(?:Limits: none|\d+ (?:limit|alarm))/ }).click();
  await page.getByRole('button', { name: 'Clear all', exact: true }).click();
  for (const [name, value] of Object.entries(limits)) {
    await page.getByRole('textbox', { name, exact: true }).fill(value);
  }
};
const setLimits = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Save', exact: true }).click();

const alarmed: Show = async ({ page }) => {
  await fillLimits(page, {
    'Cell spread, high limit, mV': '10',
    'State of charge, low limit, %': '90',
    'Temperature, low limit, °C': '30',
  });
  await setLimits(page);
  const acknowledge = page.getByRole('button', { name: /^Acknowledge(?: all|: )/ });
  await acknowledge.first().waitFor({ timeout: 20_000 });
};

/** Records on Home with a note and a gap of three polls, and opens the list of sessions. */
const recorded = async (app: App, site: Site) => {
  const sessions = sessionsOf(app);
  await sessions.record(2);
  await sessions.note('Before: cell 3 replaced, torque checked');
  await site.simulator.unplug();
  await setTimeout(7_500); // the picture shows the elapsed time
  await site.simulator.plug();
  await sessions.keeps(5);
  await sessions.stop();
  await sessions.openList();
  await sessions.rows.first().waitFor();
  return sessions;
};
const inSession = (then?: Show): State => ({
  height: 1700,
  show: connected('home', async (app, site) => {
    await (await recorded(app, site)).openSession();
    await then?.(app, site);
  }),
});

const sealed = (then: (file: string, app: App, site: Site) => Promise<unknown>): Show =>
  connected('home', async (app, site) => {
    await (await recorded(app, site)).openSession();
    const { openSealDialog, save, sealDialog } = sealedOf(app.page);
    await openSealDialog();
    const file = await save();
    await sealDialog.getByText(/Saved/).waitFor();
    await then(file, app, site);
  });
const checked = (change: (file: string) => string, mark: string): Show =>
  sealed(async (file, { page }) => {
    await page.keyboard.press('Escape');
    await sealedOf(page).check(change(file));
    await sealedOf(page).checkDialog.getByText(mark).waitFor();
  });

const plain =
  (path: string): Show =>
  (app) =>
    app.open(path);
const listed = (names: readonly string[], state: (name: string) => State) =>
  Object.fromEntries(names.map((name) => [name, state(name)]));

/** The states of every screen except the terminal. */
export const screenStates: Readonly<Record<string, State>> = {
  login: plain('/login'),
  'not-found': plain('/nowhere'),
  ...listed(
    [
      'privacyBatBot',
      'privacyAndroid',
      'privacyBatTrackAndroid',
      'privacyVastusuchi',
      'privacyBatTrackBT',
      'releaseNotesBatBot',
    ],
    (path) => plain(`/${path}`),
  ),
  ...listed(
    [
      'users',
      'support',
      'assets',
      'complaint',
      'config',
      'analyticData',
      'servicetab',
      'firmwareTab',
      'smartConfig',
      'romeoConfig',
      'romeoList',
      'logs',
      'upload',
    ],
    signedIn,
  ),
  'home-empty': signedIn('home'),
  home: connected('home', ({ page }) =>
    page.getByLabel('Cell 1', { exact: true }).first().waitFor(),
  ),
  'home-many-cells': pack('many-cells', text('Cell under-voltage'), { soc: 0.01, current: 60 }),
  'home-cold': pack('cold', text('check sensor'), { temperature: -40 }),
  'home-sensor': pack('thermistor-open', text('check sensor')),
  'home-late': pack('drive', silent('Late')),
  'home-stale': pack('drive', silent('Stale')),
  'home-expired': pack('drive', silent('No recent data')),
  'home-identity': pack('idle', async ({ page }) => {
    await page.getByRole('button', { name: 'Read identity (ATI)' }).click();
    const serial = page.getByText('A1B2C3', { exact: true }).last(); // on a phone, the summary of the card
    await serial.scrollIntoViewIfNeeded();
  }),
  'alarms-active': pack('weak-cell', alarmed),
  'alarms-terminal': pack('weak-cell', async (app, site) => {
    await alarmed(app, site);
    await app.tab('Terminal', 'terminal');
    await app.log.waitFor();
  }),
  'alarms-lost': pack('weak-cell', async (app, site) => {
    await alarmed(app, site);
    await silent('Stale')(app, site);
  }),
  'alarms-editor': pack('no-temperatures', async ({ page }) => {
    await page.getByLabel('Cell 1', { exact: true }).first().waitFor();
    await fillLimits(page, {
      'Cell voltage, low limit, V': '3.65',
      'Cell voltage, high limit, V': '2.5',
    });
    await setLimits(page);
  }),
  'teach-unknown': foreign('semicolons-decimal-commas', teach),
  'teach-native': pack('idle', teach),
  'teach-general': foreign('semicolons-decimal-commas', teachPart('General')),
  'teach-commands': foreign('semicolons-decimal-commas', teachPart('Commands', 'Add a command')),
  'teach-frame': foreign('semicolons-decimal-commas', teachPart('Frame and checksum')),
  'teach-vectors': foreign(
    'semicolons-decimal-commas',
    teachPart(/Test vectors/, 'Add the current capture'),
  ),
  'session-recording': connected('home', (app) => sessionsOf(app).record(3)),
  'session-list': connected('home', recorded),
  'session-opened': inSession(({ page }) => page.getByText('Show the log').click()),
  'session-printed': inSession(({ page }) => page.emulateMedia({ media: 'print' })),
  'session-compared': inSession(async ({ page }) => {
    await page.getByRole('button', { name: 'Compare start and end' }).click();
    await page.getByRole('table', { name: 'Cells' }).waitFor();
  }),
  'session-full': {
    show: connected('home', async (app) => {
      await sessionsOf(app).record(1);
      await sessionsOf(app).openList();
      await app.page.getByText(/Disk almost full:/).waitFor();
    }),
    prepare: (context) =>
      context.addInitScript(
        `StorageManager.prototype.estimate = async () => ({ usage: 8.9e9, quota: 1e10 });`,
      ),
  },
  'session-sealed': sealed(() => Promise.resolve()),
  'session-seal-holds': checked((file) => file, '✓'),
  'session-seal-broken': checked((file) => file.replace('Before', 'After'), '✕'),
};
