import { connected, type State } from './state.ts';

type Word = 'OK' | 'Watch' | 'Protection' | 'Unknown';

/** Each scenario of the simulator: how fast its time passes, and the verdict to wait for [OBD-140]. */
const SCENARIOS: Readonly<Record<string, readonly [speed: number, word: Word]>> = {
  idle: [1, 'OK'],
  drive: [1, 'OK'],
  discharge: [60, 'Protection'],
  charge: [60, 'Watch'],
  cold: [100, 'Protection'],
  hot: [60, 'Protection'],
  'weak-cell': [60, 'Watch'],
  'high-resistance': [1, 'Watch'],
  'leaking-cell': [1_000, 'Watch'],
  'soc-jump': [60, 'Watch'],
  'soc-red': [10, 'Watch'],
  'open-wire': [1, 'Watch'],
  'thermistor-open': [1, 'Watch'],
  'thermistor-short': [1, 'Watch'],
  'short-circuit': [1, 'Protection'],
  'stuck-switch': [10, 'Protection'],
  'many-cells': [1, 'OK'],
  'no-temperatures': [1, 'OK'],
};

/** Each fault of the simulator and the verdict that it leads to [OBD-140]. */
const FAULTS: Readonly<Record<string, Word>> = {
  'garbage-before': 'Watch',
  'garbage-inside': 'Unknown',
  'garbage-after': 'Watch',
  'bit-flips': 'Watch',
  'dropped-bytes': 'Watch',
  'duplicated-bytes': 'Watch',
  'truncated-line': 'Unknown',
  'missing-final': 'Watch',
  glued: 'Unknown',
  'previous-reply': 'Watch',
  'wrong-counts': 'Unknown',
  nan: 'Unknown',
  'decimal-comma': 'Unknown',
  slow: 'Unknown',
  trickle: 'Unknown',
  stall: 'Unknown',
  silence: 'Unknown',
  'wrong-baud': 'Unknown',
  'unplug-mid-frame': 'Unknown',
  spike: 'Watch',
  frozen: 'Unknown',
  alarms: 'Watch',
  busy: 'Watch',
  flood: 'Watch',
  'flood-line-rate': 'Watch',
  reboot: 'Watch',
  'echo-on': 'Watch',
  'echo-off': 'Watch',
  unplug: 'Unknown',
  'replug-renamed': 'Unknown',
};

/** Home of a scenario, or of the fault in "drive", once it has its verdict. */
const home = (word: Word, scenario: string, speed: number, fault?: string): State => ({
  isOneForm: true,
  show: async (app, site) => {
    await site.control('POST', 'scenario', { name: scenario });
    await site.control('POST', 'pack', { current: null, speed });
    await connected('home', async ({ page }) => {
      const verdict = page.getByRole('region', { name: 'Verdict' });
      if (fault !== undefined) {
        await verdict.getByText(/^. OK$/).waitFor();
        const share = fault === 'previous-reply' ? { p: 0.5 } : {};
        await site.control('POST', 'faults', { name: fault, ...share });
      }
      await verdict.getByText(new RegExp(`^. ${word}$`)).waitFor({ timeout: 100_000 });
    }).show(app, site);
  },
});

/** Home with every verdict that the simulator can cause. */
export const verdictStates: Readonly<Record<string, State>> = {
  ...Object.fromEntries(
    Object.entries(SCENARIOS).map(([name, [speed, word]]) => [
      `scenario-${name}`,
      home(word, name, speed),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(FAULTS).map(([name, word]) => [`fault-${name}`, home(word, 'drive', 1, name)]),
  ),
};
