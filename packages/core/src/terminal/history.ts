import { createLive, type Live } from '../prelude/live.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';

const KEY = 'terminalHistory';
const LIMIT = 200;

/** The commands sent, oldest first. */
export interface CommandHistory {
  readonly commands$: Live<readonly string[]>;
  /** Adds a command unless it repeats the last one, and ends the walk. */
  readonly add: (command: string) => void;
  /** One step back; keeps `draft`, what stands in the input, for the way home. Undefined at the oldest. */
  readonly previous: (draft: string) => string | undefined;
  /** Reads again what this computer keeps: after another user has come, or none. */
  readonly reload: () => void;
  /** One step forward; after the newest the draft again. Undefined when not walking. */
  readonly next: () => string | undefined;
}

const stored = (text: string | undefined): readonly string[] => {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(parsed)
      ? parsed.filter((each): each is string => typeof each === 'string').slice(-LIMIT)
      : [];
  } catch {
    return []; // someone else's text under our key: history begins anew
  }
};

export const createHistory = (store: KeyValueStore): CommandHistory => {
  const commands = createLive(stored(store.get(KEY)));
  let index: number | undefined;
  let kept = '';

  const show = (at: number): string | undefined => {
    index = at;
    return commands.live.value[at];
  };

  return {
    commands$: commands.live,
    add: (command) => {
      index = undefined;
      if (commands.live.value.at(-1) === command) return;
      commands.update((all) => [...all, command].slice(-LIMIT));
      store.set(KEY, JSON.stringify(commands.live.value));
    },
    reload: () => {
      index = undefined;
      kept = '';
      commands.set(stored(store.get(KEY)));
    },
    previous: (draft) => {
      if (index === undefined) kept = draft;
      const at = (index ?? commands.live.value.length) - 1;
      return at < 0 ? undefined : show(at);
    },
    next: () => {
      if (index === undefined) return undefined;
      if (index + 1 < commands.live.value.length) return show(index + 1);
      index = undefined;
      return kept;
    },
  };
};
