import { mapLive, type Live } from '../prelude/live.ts';
import { err, ok, type Result } from '../prelude/result.ts';
import { saved } from '../prelude/saved.ts';
import { problemAt, type FileProblem } from '../prelude/schema.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import { freeName } from '../sequences/sequence-store.ts';
import { BUILTIN_CHECKS } from './builtin-checks.ts';
import { CHECK_LIMITS, type Check } from './check.ts';
import { CHECK_FILE, KEPT_CHECKS } from './check-file.ts';

/** A check of this computer; its title is its id. */
export interface KnownCheck {
  readonly check: Check;
  readonly isBuiltIn: boolean;
}

/** What an import added; `kept` is false when the storage refused, and it counts until the page closes. */
export interface ImportedChecks {
  readonly titles: readonly string[];
  readonly kept: boolean;
}

/** The checks: those of the app first, then the imported ones. */
export interface CheckStore {
  readonly checks$: Live<readonly KnownCheck[]>;
  /** Adds a file's checks; one whose title is taken gets a number. */
  readonly importFile: (text: string) => Result<ImportedChecks, FileProblem>;
  readonly exportFile: (title: string) => string;
  /** Removes an imported check. */
  readonly remove: (title: string) => void;
  readonly reload: () => void;
  readonly dispose: () => void;
}

const builtIn: readonly KnownCheck[] = BUILTIN_CHECKS.map((check) => ({ check, isBuiltIn: true }));

export const createCheckStore = (store: KeyValueStore): CheckStore => {
  const kept = saved(store, 'guidedChecks', KEPT_CHECKS, { checks: [], unread: [] });
  const checks$ = mapLive(kept.value$, ({ checks }): readonly KnownCheck[] => [
    ...builtIn,
    ...checks.map((check) => ({ check, isBuiltIn: false })),
  ]);

  return {
    checks$,
    importFile: (text) => {
      const parsed = CHECK_FILE.parse(text);
      if (!parsed.ok) return parsed;
      const { checks: present, unread } = kept.read();
      if (present.length + parsed.value.length > CHECK_LIMITS.checks) {
        return problemAt('', `would make more than ${CHECK_LIMITS.checks} checks`);
      }
      const taken = new Set([...BUILTIN_CHECKS, ...present].map(({ title }) => title));
      const added = parsed.value.map((check) => {
        const title = freeName(check.title, taken, CHECK_LIMITS.title);
        taken.add(title);
        return { ...check, title };
      });
      const next = { checks: [...present, ...added], unread };
      const problem = KEPT_CHECKS.sizeProblem(next);
      if (problem !== undefined) return err(problem);
      return ok({ titles: added.map(({ title }) => title), kept: kept.set(next).ok });
    },
    exportFile: (title) =>
      CHECK_FILE.format(
        checks$.value.flatMap(({ check }) => (check.title === title ? [check] : [])),
      ),
    remove: (title) => {
      const { checks, unread } = kept.read();
      kept.set({ checks: checks.filter((check) => check.title !== title), unread });
    },
    reload: kept.read,
    dispose: kept.dispose,
  };
};
