import { mapLive } from '../prelude/live.ts';
import { err, mapOk, ok, type Result } from '../prelude/result.ts';
import { saved } from '../prelude/saved.ts';
import { problemAt, type FileProblem } from '../prelude/schema.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import { BUILTIN_COMMANDS } from './builtin-commands.ts';
import type { PaletteCommand } from './palette-command.ts';
import { checkEntry, MAX_OWN_COMMANDS, PALETTE_FILE } from './palette-file.ts';

/** `kept` is false if the storage refused the change. The change then lasts until the page closes. */
export interface Kept {
  readonly kept: boolean;
}

const sameHead = (a: string, b: string): boolean => a.toUpperCase() === b.toUpperCase();

/** The commands that are offered while the user types: the built-in ones and the user's own. */
export const createPalette = (store: KeyValueStore) => {
  const own = saved(store, 'terminalPalette', PALETTE_FILE, []);

  /** Replaces the entries that have the same heads as new ones, and adds the other new ones at the end. */
  const merge = (
    entries: readonly PaletteCommand[],
    replaces?: string,
  ): Result<Kept, FileProblem> => {
    const byHead = new Map(own.read().map((each) => [each.head.toUpperCase(), each] as const));
    if (replaces !== undefined) byHead.delete(replaces.toUpperCase());
    for (const entry of entries) byHead.set(entry.head.toUpperCase(), entry);
    const merged = [...byHead.values()];
    if (merged.length > MAX_OWN_COMMANDS) {
      return problemAt('', `would make more than ${MAX_OWN_COMMANDS} entries`);
    }
    const problem = PALETTE_FILE.sizeProblem(merged);
    return problem === undefined ? ok({ kept: own.set(merged).ok }) : err(problem);
  };

  return {
    own$: own.value$,
    /** All commands, the user's own first. An own entry replaces the built-in command with the same head. */
    commands$: mapLive(own.value$, (mine) => [
      ...mine,
      ...BUILTIN_COMMANDS.filter(({ head }) => !mine.some((each) => sameHead(each.head, head))),
    ]),
    /** Adds an own entry, or changes the one whose head is `replaces`. */
    save: (entry: unknown, replaces?: string): Result<Kept, FileProblem> => {
      const checked = checkEntry(entry);
      if (!checked.ok) return checked;
      const { head } = checked.value;
      const isTaken =
        !sameHead(head, replaces ?? '') && own.read().some((each) => sameHead(each.head, head));
      return isTaken
        ? problemAt('entry.head', 'is already taken')
        : merge([checked.value], replaces);
    },
    remove: (head: string): void => {
      own.set(own.read().filter((each) => !sameHead(each.head, head)));
    },
    /**
     * Adds the entries of a file and replaces those with the same head. If an entry is invalid, the whole file is
     * refused.
     */
    importFile: (text: string): Result<Kept & { readonly count: number }, FileProblem> => {
      const parsed = PALETTE_FILE.parse(text);
      if (!parsed.ok) return parsed;
      return mapOk(merge(parsed.value), (kept) => ({ ...kept, count: parsed.value.length }));
    },
    exportFile: own.exportText,
    dispose: own.dispose,
  };
};
