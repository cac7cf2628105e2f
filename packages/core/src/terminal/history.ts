import * as v from 'valibot';
import { saved } from '../prelude/saved.ts';
import { jsonFile } from '../prelude/schema.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';

const LIMIT = 200;

const COMMANDS = jsonFile<readonly string[]>({
  schema: v.pipe(
    v.array(v.unknown()),
    v.transform((entries) =>
      entries.filter((each): each is string => typeof each === 'string').slice(-LIMIT),
    ),
  ),
});

/** The sent commands, oldest first. */
export const createHistory = (store: KeyValueStore) => {
  const commands = saved(store, 'terminalHistory', COMMANDS, []);
  /**
   * The position in the history, and the `draft` that was typed before the first step. Undefined before the first step.
   */
  let walk: { readonly draft: string; readonly at: number; readonly shown: string } | undefined;

  /**
   * Returns the first command from `from` on, in steps of `step`, that begins like the draft and differs from the shown
   * one.
   */
  const find = (draft: string, shown: string, from: number, step: 1 | -1): string | undefined => {
    const all = commands.value$.value;
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
    commands$: commands.value$,
    /** Adds a command unless it repeats the last one. The next step starts at the newest command again. */
    add: (command: string): void => {
      walk = undefined;
      const all = commands.read();
      if (all.at(-1) !== command) commands.set([...all, command].slice(-LIMIT));
    },
    /**
     * Goes one step back among the commands that begin with the typed text, or among all commands if no text was typed.
     * `shown` is the text of the input: if it changed since the last step, it is a new draft, and the steps start at the
     * newest command again. Undefined at the oldest.
     */
    previous: (shown: string): string | undefined => {
      if (walk?.shown !== shown) walk = undefined;
      return find(walk?.draft ?? shown, shown, walk?.at ?? commands.value$.value.length, -1);
    },
    /** Goes one step forward, and after the newest back to the draft. Undefined if no earlier command is shown. */
    next: (shown: string): string | undefined => {
      if (walk?.shown !== shown) walk = undefined;
      if (walk === undefined) return undefined;
      const { draft, at } = walk;
      const newer = find(draft, shown, at, 1);
      if (newer === undefined) walk = undefined;
      return newer ?? draft;
    },
    dispose: commands.dispose,
  };
};
