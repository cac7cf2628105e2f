import { createLive, type Live } from '../prelude/live.ts';
import { TIME_MODES, type TimeMode } from '../log/log-time.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import { LINE_ENDINGS, type LineEnding } from '../protocol/commands.ts';

export type DisplayFormat = 'ascii' | 'hex';

export interface TerminalSettings {
  readonly lineEnding: LineEnding;
  readonly format: DisplayFormat;
  /** Whether verbose commands and polls, and their replies, are shown in the log. */
  readonly showBackground: boolean;
  /** How the log's times are told. */
  readonly times: TimeMode;
  /** Whether copied lines have their times. */
  readonly copyTimes: boolean;
}

const KEY = 'terminalSettings';
const DEFAULTS: TerminalSettings = {
  lineEnding: 'crlf',
  format: 'ascii',
  showBackground: false,
  times: 'absolute',
  copyTimes: true,
};

/** Kept on this computer; anything unreadable there falls back to the default, field by field. */
export interface TerminalSettingsStore {
  readonly value$: Live<TerminalSettings>;
  readonly change: (change: Partial<TerminalSettings>) => void;
  /** Reads again what this computer keeps: after another user has come, or none. */
  readonly reload: () => void;
  readonly dispose: () => void;
}

const stored = (text: string | undefined): TerminalSettings => {
  let raw: unknown;
  try {
    raw = JSON.parse(text ?? '{}');
  } catch {
    raw = {};
  }
  const fields = typeof raw === 'object' && raw !== null ? raw : {};
  const value = (key: string): unknown =>
    Object.entries(fields).find(([name]) => name === key)?.[1];
  const ending = value('lineEnding');
  return {
    lineEnding: Object.keys(LINE_ENDINGS).includes(String(ending))
      ? (ending as LineEnding) // one of the table's keys, just checked
      : DEFAULTS.lineEnding,
    format: value('format') === 'hex' ? 'hex' : DEFAULTS.format,
    showBackground: value('showBackground') === true,
    times: TIME_MODES.find((mode) => mode === value('times')) ?? DEFAULTS.times,
    copyTimes: value('copyTimes') !== false,
  };
};

export const createTerminalSettings = (store: KeyValueStore): TerminalSettingsStore => {
  const settings = createLive(stored(store.get(KEY)));
  return {
    value$: settings.live,
    change: (change) => {
      settings.update((present) => ({ ...present, ...change }));
      store.set(KEY, JSON.stringify(settings.live.value));
    },
    reload: () => {
      settings.set(stored(store.get(KEY)));
    },
    dispose: settings.dispose,
  };
};
