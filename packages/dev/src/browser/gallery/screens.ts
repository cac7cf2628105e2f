import { setTimeout } from 'node:timers/promises';
import { FOREIGN_REPLIES } from '@batbot/core/fakes';
import { DOCUMENTS, type App } from '../app.ts';
import { sealedOf } from '../rig/sealed-app.ts';
import { sessionsOf } from '../rig/sessions-app.ts';
import {
  connected,
  control,
  firstValues,
  inOrder,
  pressed,
  shown,
  signedIn,
  type Show,
  type State,
} from './state.ts';

/** Home in a scenario of the simulator, with these values of the pack. */
const packWith = (scenario: string, values: object, ...shows: readonly Show[]): Show =>
  inOrder(
    control('scenario', { name: scenario }),
    control('pack', { current: null, ...values }),
    connected('home', ...shows),
  );
const pack = (scenario: string, ...shows: readonly Show[]): Show =>
  packWith(scenario, {}, ...shows);

/** Home with a simulated device that answers polls with a foreign device's reply. */
const foreign = (name: string, ...shows: readonly Show[]): Show =>
  inOrder(
    async ({ page }) => {
      const reply = FOREIGN_REPLIES.find((each) => each.name === name);
      await page.routeWebSocket(/\/serial/, (socket) => {
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
    },
    pack('idle', ...shows),
  );

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

const teach: Show = async ({ page }) => {
  await page.getByRole('link', { name: 'Teach this device' }).click();
  await page.getByRole('heading', { name: 'Teach this device' }).waitFor();
};
/** A part of Teach for an unknown device. */
const teachPart = (part: string | RegExp, ...shows: readonly Show[]): Show =>
  foreign('semicolons-decimal-commas', teach, pressed(part), ...shows);

const setLimits =
  (limits: Readonly<Record<string, string>>): Show =>
  async ({ page }) => {
    await page.getByRole('button', { name: /^(?:Limits: none|\d+ (?:limit|alarm))/ }).click();
    await page.getByRole('button', { name: 'Clear all', exact: true }).click();
    for (const [name, value] of Object.entries(limits)) {
      await page.getByRole('textbox', { name, exact: true }).fill(value);
    }
    await page.getByRole('button', { name: 'Save', exact: true }).click();
  };

/** A pack with alarms. */
const alarmed = (...shows: readonly Show[]): Show =>
  pack(
    'weak-cell',
    setLimits({
      'Cell spread, high limit, mV': '10',
      'State of charge, low limit, %': '90',
      'Temperature, low limit, °C': '30',
    }),
    ({ page }) =>
      page
        .getByRole('button', { name: /^Acknowledge(?: all|: )/ })
        .first()
        .waitFor(),
    ...shows,
  );

/** Records on Home with a note and a gap of three polls, and opens the list of sessions. */
const recorded: Show = async (app, site) => {
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
};
const session = (...shows: readonly Show[]): Show =>
  connected('home', recorded, (app) => sessionsOf(app).openSession(), ...shows);
const inSession = (...shows: readonly Show[]): State => ({ height: 1700, show: session(...shows) });

const seal = async ({ page }: App): Promise<string> => {
  const { openSealDialog, save, sealDialog } = sealedOf(page);
  await openSealDialog();
  const file = await save();
  await sealDialog.getByText(/Saved/).waitFor();
  return file;
};
/** The check of a sealed file after this change. */
const checked = (change: (file: string) => string, mark: string): Show =>
  session(async (app) => {
    const file = await seal(app);
    await app.page.keyboard.press('Escape');
    await sealedOf(app.page).check(change(file));
    await sealedOf(app.page).checkDialog.getByText(mark).waitFor();
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
  ...listed(DOCUMENTS, (path) => plain(`/${path}`)),
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
  home: connected('home', firstValues),
  'home-many-cells': packWith(
    'many-cells',
    { soc: 0.01, current: 60 },
    shown('Cell under-voltage'),
  ),
  'home-cold': packWith('cold', { temperature: -40 }, shown('check sensor')),
  'home-sensor': pack('thermistor-open', shown('check sensor')),
  'home-late': pack('drive', silent('Late')),
  'home-stale': pack('drive', silent('Stale')),
  'home-expired': pack('drive', silent('No recent data')),
  'home-identity': pack('idle', pressed('Read identity (ATI)'), async ({ page }) => {
    const serial = page.getByText('A1B2C3', { exact: true }).last(); // on a phone, the summary of the card
    await serial.scrollIntoViewIfNeeded();
  }),
  'alarms-active': alarmed(),
  'alarms-terminal': alarmed(async (app) => {
    await app.tab('Terminal', 'terminal');
    await app.log.waitFor();
  }),
  'alarms-lost': alarmed(silent('Stale')),
  'alarms-editor': pack(
    'no-temperatures',
    firstValues,
    setLimits({ 'Cell voltage, low limit, V': '3.65', 'Cell voltage, high limit, V': '2.5' }),
  ),
  'teach-unknown': foreign('semicolons-decimal-commas', teach),
  'teach-native': pack('idle', teach),
  'teach-general': teachPart('General'),
  'teach-commands': teachPart('Commands', pressed(/^Add a command/)),
  'teach-frame': teachPart('Frame and checksum'),
  'teach-vectors': teachPart(/Test vectors/, pressed(/^Add the current capture/)),
  'session-recording': connected('home', (app) => sessionsOf(app).record(3)),
  'session-list': connected('home', recorded),
  'session-opened': inSession(({ page }) => page.getByText('Show the log').click()),
  'session-printed': inSession(({ page }) => page.emulateMedia({ media: 'print' })),
  'session-compared': inSession(pressed('Compare start and end'), ({ page }) =>
    page.getByRole('table', { name: 'Cells' }).waitFor(),
  ),
  'session-full': {
    show: connected(
      'home',
      (app) => sessionsOf(app).record(1),
      (app) => sessionsOf(app).openList(),
      shown(/Disk almost full:/),
    ),
    prepare: (context) =>
      context.addInitScript(
        `StorageManager.prototype.estimate = async () => ({ usage: 8.9e9, quota: 1e10 });`,
      ),
  },
  'session-sealed': session(seal),
  'session-seal-holds': checked((file) => file, '✓'),
  'session-seal-broken': checked((file) => file.replace('Before', 'After'), '✕'),
};
