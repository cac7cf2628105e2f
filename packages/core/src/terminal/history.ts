import { createLive, type Live } from '../prelude/live.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';

const KEY = 'terminalHistory';
const LIMIT = 200;

/** The commands sent, oldest first. */
export interface CommandHistory {
  readonly commands$: Live<readonly string[]>;
  /** Adds a command unless it repeats the last one, and ends the walk. */
  readonly add: (command: string) => void;
  /**
   * One step back among the commands that begin with what was typed; all of them when nothing was. `shown` is what
   * stands in the input: changed since the last step, it is a new draft and begins a new walk. Undefined at the oldest.
   */
  readonly previous: (shown: string) => string | undefined;
  /** Reads again what this computer keeps: after another user has come, or none. */
  readonly reload: () => void;
  /** One step forward; after the newest the draft again. Undefined when not walking. */
  readonly next: (shown: string) => string | undefined;
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
  /** Where the walk stands; `draft` is what was typed before it. */
  let walk: { readonly draft: string; readonly at: number; readonly shown: string } | undefined;

  /** The next command from `at` on, in steps of `step`, that begins like the draft and is not the one shown. */
  const find = (draft: string, shown: string, from: number, step: 1 | -1): string | undefined => {
    const all = commands.live.value;
    const beginning = draft.toUpperCase();
    for (let at = from + step; at >= 0 && at < all.length; at += step) {
      const command = all[at];
      if (command === undefined || command === shown) continue;
      if (!command.toUpperCase().startsWith(beginning)) continue;
      walk = { draft, at, shown: command };
      return command;
    }
    return undefined;
  };

  return {
    commands$: commands.live,
    add: (command) => {
      walk = undefined;
      if (commands.live.value.at(-1) === command) return;
      commands.update((all) => [...all, command].slice(-LIMIT));
      store.set(KEY, JSON.stringify(commands.live.value));
    },
    reload: () => {
      walk = undefined;
      commands.set(stored(store.get(KEY)));
    },
    previous: (shown) => {
      if (walk?.shown !== shown) walk = undefined;
      return find(walk?.draft ?? shown, shown, walk?.at ?? commands.live.value.length, -1);
    },
    next: (shown) => {
      if (walk?.shown !== shown) walk = undefined;
      if (walk === undefined) return undefined;
      const { draft, at } = walk;
      const newer = find(draft, shown, at, 1);
      if (newer === undefined) walk = undefined;
      return newer ?? draft;
    },
  };
};
