import * as v from 'valibot';
import { TIME_MODES, type TimeMode } from '../log/log-time.ts';
import { saved } from '../prelude/saved.ts';
import { jsonFile, wholeNumber } from '../prelude/schema.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import { LINE_ENDINGS, type LineEnding } from '../protocol/commands.ts';

export type DisplayFormat = 'ascii' | 'hex';

export interface TerminalSettings {
  readonly lineEnding: LineEnding;
  readonly format: DisplayFormat;
  /** Whether the log shows verbose commands and polls, and their replies. */
  readonly showBackground: boolean;
  /**
   * How long a typed command is awaited while no other command is queued, in seconds. A modem that searches for
   * networks takes 25 s. With 0 it is awaited as long as any other command.
   */
  readonly waitS: number;
  /** How the log shows times. */
  readonly times: TimeMode;
  /** Whether copied lines include their times. */
  readonly copyTimes: boolean;
  /** Width of the panel beside the log, pixels. */
  readonly panelPx: number;
}

const DEFAULTS: TerminalSettings = {
  lineEnding: 'crlf',
  format: 'ascii',
  showBackground: false,
  waitS: 30,
  times: 'absolute',
  copyTimes: true,
  panelPx: 360,
};

const ENDINGS = Object.keys(LINE_ENDINGS) as LineEnding[]; // the keys of a literal

const SETTINGS = jsonFile<TerminalSettings>({
  schema: v.object({
    lineEnding: v.fallback(v.picklist(ENDINGS), DEFAULTS.lineEnding),
    format: v.fallback(v.picklist(['ascii', 'hex']), DEFAULTS.format),
    showBackground: v.fallback(v.boolean(), DEFAULTS.showBackground),
    waitS: v.fallback(wholeNumber(0, 600), DEFAULTS.waitS),
    times: v.fallback(v.picklist(TIME_MODES), DEFAULTS.times),
    copyTimes: v.fallback(v.boolean(), DEFAULTS.copyTimes),
    panelPx: v.fallback(v.pipe(v.number(), v.minValue(320), v.maxValue(640)), DEFAULTS.panelPx),
  }),
});

/** The settings of the terminal, saved on this computer. An unreadable field gets its default. */
export const createTerminalSettings = (store: KeyValueStore) => {
  const settings = saved(store, 'terminalSettings', SETTINGS, DEFAULTS);
  return {
    value$: settings.value$,
    change: (change: Partial<TerminalSettings>): void => {
      settings.set({ ...settings.read(), ...change });
    },
    dispose: settings.dispose,
  };
};
