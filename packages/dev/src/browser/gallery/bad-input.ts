import { recordingOnHome } from '../rig/sessions-app.ts';
import { screenStates } from './screens.ts';
import {
  connected,
  control,
  firstValues,
  inOrder,
  setupOf,
  shown,
  type Show,
  type State,
} from './state.ts';
import { checking } from './terminal.ts';

const LONG = {
  userName: 'Wilhelmina-Alexandra von Hohenlohe-Waldenburg-Schillingsfürst',
  companyName: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  // the field allows 80 characters
  session: 'Traction pack 3 of the articulated trolleybus 2207, second bay, after the repair of c',
  note: 'Replaced the sense harness between cells 7 and 8 and torqued all busbars to 9 N·m as the manual of the maker demands',
};
/** Hebrew and Arabic texts that also contain digits and Latin letters. */
const RIGHT_TO_LEFT = {
  userName: 'נועה כהן-לוי (BMS 7)',
  companyName: 'شركة البطاريات المتقدمة 24',
  session: 'بطارية الحافلة 2207 – قبل الإصلاح',
  note: 'תא 3 הוחלף, 3.652 V אחרי',
};

const named =
  (names: typeof LONG): Show =>
  async (app, site) => {
    const { session, note, ...user } = names;
    site.server.change(user);
    const sessions = await recordingOnHome(app);
    await sessions.record(2);
    await sessions.note(note);
    await sessions.stop();
    await sessions.openList();
    await sessions.openSession();
    await sessions.rename(session.slice(0, 80));
  };

const users =
  (names: typeof LONG): Show =>
  async (app, site) => {
    const { userName, companyName } = names;
    site.server.change({ userName, companyName });
    await app.login('ada');
    await app.tab('Users', 'users');
    await app.page.getByRole('heading', { name: 'Permissions' }).waitFor();
  };

/** The same state in a window of 1280 × 800 at 200 % zoom. */
const zoomed = (show: Show): State => ({ show, width: 640, height: 400, isOneForm: true });

const missing: Show = () => Promise.reject(new Error('There is no such state.'));

/** The same state in a window of 320 pixels, which is 1280 at 400 % zoom. */
const narrow = (state: State): State => ({
  ...setupOf(state),
  width: 320,
  height: 640,
  isOneForm: true,
});

const home = connected('home', firstValues);
const report = checking('Cell balance at rest');

const inLocale = (locale: string, show: Show): State => ({ show, use: { locale } });

export const badInputStates: Readonly<Record<string, State>> = {
  'bad-long-session': named(LONG),
  'bad-long-user': users(LONG),
  'bad-rtl-session': named(RIGHT_TO_LEFT),
  'bad-rtl-user': users(RIGHT_TO_LEFT),
  ...Object.fromEntries(
    ['home', 'teach-native', 'teach-unknown', 'session-opened', 'alarms-editor'].map((name) => [
      `bad-narrow-${name}`,
      narrow(screenStates[name] ?? missing),
    ]),
  ),
  'bad-narrow-terminal': narrow(connected('terminal')),
  'bad-zoom-home': zoomed(home),
  'bad-zoom-many': zoomed(
    connected('home', control('scenario', { name: 'many-cells' }), firstValues),
  ),
  'bad-zoom-terminal': zoomed(connected('terminal')),
  'bad-zoom-check': zoomed(report),
  'bad-zoom-session': zoomed(named(LONG)),
  'bad-no-values': inOrder(
    control('faults', { name: 'silence' }),
    connected('home', shown(/^No reply$/)),
  ),
  'bad-german-home': inLocale('de-DE', home),
  'bad-german-check': inLocale('de-DE', report),
  'bad-german-session': inLocale('de-DE', named(LONG)),
  'bad-french-home': inLocale('fr-FR', home),
  'bad-french-session': inLocale('fr-FR', named(LONG)),
};
