import { filter } from 'rxjs';
import { problemAt, type FileProblem } from '../prelude/foreign-json.ts';
import { createLive, mapLive, type Live } from '../prelude/live.ts';
import { ok, type Result } from '../prelude/result.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import { BUILTIN_CHECKS } from './builtin-checks.ts';
import { CHECK_LIMITS, type Check } from './check.ts';
import {
  CHECK_FILE_LIMIT,
  formatChecks,
  parseChecks,
  readKeptChecks,
  type KeptChecks,
} from './check-file.ts';

const KEY = 'guidedChecks';

/** A check of this computer; its title is its id. */
export interface KnownCheck {
  readonly check: Check;
  readonly isBuiltIn: boolean;
}

/** What an import brought; `kept` is false when the storage refused, and it counts until the page closes. */
export interface ImportedChecks {
  readonly titles: readonly string[];
  readonly kept: boolean;
}

/** The checks: those of the program first, then those that came as files. */
export interface CheckShelf {
  readonly checks$: Live<readonly KnownCheck[]>;
  /** Adds a file's checks, under other titles where theirs are taken. */
  readonly importFile: (text: string) => Result<ImportedChecks, FileProblem>;
  readonly exportFile: (title: string) => string;
  /** Takes away one that came as a file. */
  readonly remove: (title: string) => void;
  readonly reload: () => void;
  readonly dispose: () => void;
}

const builtIn: readonly KnownCheck[] = BUILTIN_CHECKS.map((check) => ({ check, isBuiltIn: true }));

/** The title, or the first of "title 2", "title 3" … that is free. */
const freeTitle = (title: string, taken: ReadonlySet<string>): string => {
  let free = title;
  for (let number = 2; taken.has(free); number += 1) {
    const ending = ` ${number}`;
    free = title.slice(0, CHECK_LIMITS.title - ending.length) + ending;
  }
  return free;
};

/** Every change is made on what the storage holds: another tab may have changed it. */
export const createCheckShelf = (store: KeyValueStore): CheckShelf => {
  const read = (): KeptChecks => readKeptChecks(store.get(KEY) ?? '');
  const imported = createLive(read().checks);
  const reload = (): void => {
    imported.set(read().checks);
  };
  const others = store.changes$
    .pipe(filter((key) => key === KEY || key === undefined))
    .subscribe(reload);
  const checks$ = mapLive(imported.live, (own): readonly KnownCheck[] => [
    ...builtIn,
    ...own.map((check) => ({ check, isBuiltIn: false })),
  ]);

  return {
    checks$,
    importFile: (text) => {
      const parsed = parseChecks(text);
      if (!parsed.ok) return parsed;
      const { checks: present, unread } = read();
      if (present.length + parsed.value.length > CHECK_LIMITS.checks) {
        return problemAt('', `would make more than ${CHECK_LIMITS.checks} checks`);
      }
      const taken = new Set([...BUILTIN_CHECKS, ...present].map(({ title }) => title));
      const added = parsed.value.map((check) => {
        const title = freeTitle(check.title, taken);
        taken.add(title);
        return { ...check, title };
      });
      const all = [...present, ...added];
      const kept = formatChecks(all, unread);
      if (kept.length > CHECK_FILE_LIMIT) {
        return problemAt('', 'would be larger than 1 MiB with the checks that are there');
      }
      imported.set(all);
      return ok({ titles: added.map(({ title }) => title), kept: store.set(KEY, kept).ok });
    },
    exportFile: (title) =>
      formatChecks(checks$.value.flatMap(({ check }) => (check.title === title ? [check] : []))),
    remove: (title) => {
      const { checks, unread } = read();
      imported.set(checks.filter((check) => check.title !== title));
      store.set(KEY, formatChecks(imported.live.value, unread));
    },
    reload,
    dispose: () => {
      others.unsubscribe();
      imported.dispose();
    },
  };
};
