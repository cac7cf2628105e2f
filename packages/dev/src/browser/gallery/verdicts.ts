import { setTimeout } from 'node:timers/promises';
import { connected, type State } from './state.ts';

type Word = 'OK' | 'Watch' | 'Protection' | 'Unknown';

/**
 * Each scenario of the simulator: the simulated seconds that pass before the screenshot, and the expected verdict
 * [OBD-140].
 */
const SCENARIOS: Readonly<Record<string, readonly [before: number, word: Word]>> = {
  idle: [0, 'OK'],
  drive: [0, 'OK'],
  discharge: [1_000, 'Protection'],
  charge: [700, 'Watch'],
  cold: [6_000, 'Protection'],
  hot: [1_200, 'Protection'],
  'weak-cell': [2_600, 'Watch'],
  'high-resistance': [0, 'Watch'],
  'leaking-cell': [60_000, 'Watch'],
  'soc-jump': [0, 'Watch'],
  'soc-red': [100, 'Watch'],
  'open-wire': [0, 'Watch'],
  'thermistor-open': [0, 'Watch'],
  'thermistor-short': [0, 'Watch'],
  'short-circuit': [0, 'Protection'],
  'stuck-switch': [600, 'Protection'],
  'many-cells': [0, 'OK'],
  'no-temperatures': [0, 'OK'],
};

/** Simulated seconds per real second. */
const FAST = 1_000;

/** Each fault of the simulator and the expected verdict [OBD-140]. */
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

/** Returns the state in which Home shows the verdict `word`. A scenario causes it, or a fault during the scenario. */
const home = (word: Word, scenario: string, before: number, fault?: string): State => ({
  isOneForm: true,
  show: async (app, site) => {
    await site.control('POST', 'scenario', { name: scenario });
    await site.control('POST', 'pack', { current: null, speed: FAST });
    await setTimeout((before / FAST) * 1_000);
    // Values at rest may stay equal: only under load are they frozen [OBD-145].
    await site.control('POST', 'pack', {
      speed: 1,
      ...(fault === 'frozen' ? { current: 20 } : {}),
    });
    if (fault === 'echo-off') await site.control('POST', 'faults', { name: 'echo-on' });
    await connected('home', async ({ page }) => {
      const verdict = page.getByRole('region', { name: 'Verdict' });
      if (fault !== undefined) {
        await verdict.getByText(/^. OK$/).waitFor();
        const share = fault === 'previous-reply' ? { p: 0.5 } : {};
        await site.control('POST', 'faults', { name: fault, ...share });
      }
      await verdict.getByText(new RegExp(`^. ${word}$`)).waitFor({ timeout: 100_000 });
    })(app, site);
  },
});

/** Home with every verdict that the simulator can cause. */
export const verdictStates: Readonly<Record<string, State>> = {
  ...Object.fromEntries(
    Object.entries(SCENARIOS).map(([name, [before, word]]) => [
      `scenario-${name}`,
      home(word, name, before),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(FAULTS).map(([name, word]) => [`fault-${name}`, home(word, 'drive', 0, name)]),
  ),
};
