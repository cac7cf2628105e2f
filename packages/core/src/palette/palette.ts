import { createLive, mapLive, type Live } from '../prelude/live.ts';
import { problemAt, type FileProblem } from '../prelude/foreign-json.ts';
import { ok, type Result } from '../prelude/result.ts';
import type { KeyValueStore, StoreError } from '../ports/key-value-store.ts';
import { BUILTIN_COMMANDS } from './builtin-commands.ts';
import type { PaletteCommand } from './palette-command.ts';
import {
  checkEntry,
  formatPalette,
  MAX_OWN_COMMANDS,
  PALETTE_FILE_LIMIT,
  parsePalette,
} from './palette-file.ts';

const KEY = 'terminalPalette';

/** `kept`: false when the storage refused it; it counts until the page is closed. */
export interface Kept {
  readonly kept: boolean;
}

/** The commands offered while typing: the known ones and the user's own. */
export interface Palette {
  readonly own$: Live<readonly PaletteCommand[]>;
  /** The user's own first; one of theirs with a known head stands for the known one. */
  readonly commands$: Live<readonly PaletteCommand[]>;
  /** Adds or changes an own entry; `replaces` is the head of the one it was before. */
  readonly save: (entry: unknown, replaces?: string) => Result<Kept, FileProblem>;
  readonly remove: (head: string) => void;
  /** Adds the entries of a file; those with the same head are replaced. All or nothing. */
  readonly importFile: (text: string) => Result<Kept & { readonly count: number }, FileProblem>;
  readonly exportFile: () => string;
  /** Another user, or none: reads again what this computer keeps. */
  readonly reload: () => void;
  readonly dispose: () => void;
}

const sameHead = (a: string, b: string): boolean => a.toUpperCase() === b.toUpperCase();

export const createPalette = (store: KeyValueStore): Palette => {
  const read = (): readonly PaletteCommand[] => {
    const parsed = parsePalette(store.get(KEY) ?? '{"commands":[]}');
    return parsed.ok ? parsed.value : []; // someone else's text under our key counts as none
  };
  const own = createLive(read());

  const put = (commands: readonly PaletteCommand[]): Kept => {
    own.set(commands);
    const saved: Result<void, StoreError> = store.set(KEY, formatPalette(commands));
    return { kept: saved.ok };
  };

  /** `entries` in place of those with their heads, new ones at the end. */
  const merge = (
    entries: readonly PaletteCommand[],
    replaces?: string,
  ): Result<Kept, FileProblem> => {
    const byHead = new Map(own.live.value.map((each) => [each.head.toUpperCase(), each] as const));
    if (replaces !== undefined) byHead.delete(replaces.toUpperCase());
    for (const entry of entries) byHead.set(entry.head.toUpperCase(), entry);
    const merged = [...byHead.values()];
    if (merged.length > MAX_OWN_COMMANDS) {
      return problemAt('', `makes more than ${MAX_OWN_COMMANDS} entries`);
    }
    // What is stored is read by the same limit: more would be lost with the page.
    return formatPalette(merged).length > PALETTE_FILE_LIMIT
      ? problemAt('', 'makes more than 256 KiB with the entries that are there')
      : ok(put(merged));
  };

  return {
    own$: own.live,
    commands$: mapLive(own.live, (mine) => [
      ...mine,
      ...BUILTIN_COMMANDS.filter(({ head }) => !mine.some((each) => sameHead(each.head, head))),
    ]),
    save: (entry, replaces) => {
      const checked = checkEntry(entry, 'entry');
      return checked.ok ? merge([checked.value], replaces) : checked;
    },
    remove: (head) => {
      put(own.live.value.filter((each) => !sameHead(each.head, head)));
    },
    importFile: (text) => {
      const parsed = parsePalette(text);
      if (!parsed.ok) return parsed;
      const merged = merge(parsed.value);
      return merged.ok ? ok({ ...merged.value, count: parsed.value.length }) : merged;
    },
    exportFile: () => formatPalette(own.live.value),
    reload: () => {
      own.set(read());
    },
    dispose: own.dispose,
  };
};
