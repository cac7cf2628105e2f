import { merge } from 'rxjs';
import * as v from 'valibot';
import { createLive } from '../prelude/live.ts';
import { err, mapOk, ok, type Result } from '../prelude/result.ts';
import { saved } from '../prelude/saved.ts';
import {
  check,
  findProblem,
  jsonFile,
  lineOf,
  listOf,
  rawText,
  textOf,
  type FileProblem,
} from '../prelude/schema.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';

export interface QuickButton {
  /** The text on the button. If it is empty, the button shows the command. */
  readonly label: string;
  readonly command: string;
}

/** A named row of buttons, in addition to the five quick commands. */
export interface QuickGroup {
  /** Unique among the groups. */
  readonly name: string;
  readonly buttons: readonly QuickButton[];
}

export const QUICK_GROUP_FILE_LIMIT = 262_144;
const MAX_QUICK_GROUPS = 32;
const MAX_QUICK_BUTTONS = 64;

const NAME = v.pipe(textOf(40), v.trim());
const GROUPS = v.pipe(
  v.object({
    groups: v.pipe(
      listOf(
        v.object({
          name: NAME,
          buttons: listOf(
            v.object({
              label: v.nullish(v.pipe(lineOf(40), v.trim()), ''),
              command: textOf(256),
            }),
            MAX_QUICK_BUTTONS,
          ),
        }),
        MAX_QUICK_GROUPS,
      ),
      findProblem((groups) => {
        const twice = groups.findIndex(({ name }, index) =>
          groups.slice(0, index).some((before) => before.name === name),
        );
        return twice < 0
          ? undefined
          : { path: `${twice + 1}.name`, problem: 'must not be the name of another group' };
      }),
    ),
  }),
  v.transform(({ groups }) => groups),
);

/** The file format of groups. An import takes all groups of a file or none [ST-09]. */
const GROUP_FILE = jsonFile<readonly QuickGroup[]>({
  mostCharacters: QUICK_GROUP_FILE_LIMIT,
  schema: GROUPS,
  toJson: (groups) => ({ groups }),
});

export const createQuickGroups = (store: KeyValueStore) => {
  const groups = saved(store, 'terminalCommandGroups', GROUP_FILE, []);
  const shownName = saved(store, 'terminalCommandGroupShown', rawText(v.string()), '');
  const existing = (name: string | undefined): string | undefined =>
    groups.value$.value.find((each) => each.name === name)?.name;
  const shown = createLive<string | undefined>(undefined);
  merge(groups.value$, shownName.value$).subscribe(() => {
    shown.set(existing(shownName.value$.value));
  });
  const save = (wanted: readonly QuickGroup[]): Result<{ readonly kept: boolean }, FileProblem> => {
    const checked = check(GROUPS, { groups: wanted });
    if (!checked.ok) return checked;
    const problem = GROUP_FILE.sizeProblem(checked.value);
    return problem === undefined ? ok({ kept: groups.set(checked.value).ok }) : err(problem);
  };

  return {
    groups$: groups.value$,
    /** Name of the group whose buttons are shown; undefined for the five quick commands. */
    shown$: shown.live,
    show: (name: string | undefined): void => {
      shownName.set(existing(name) ?? '');
    },
    /** Replaces all groups; `kept` is false if the storage refused them. */
    save,
    /**
     * Adds the groups of a file; groups with the same name are replaced. Returns the names; `kept` is false if the
     * storage refused the groups.
     */
    importFile: (
      text: string,
    ): Result<{ readonly names: readonly string[]; readonly kept: boolean }, FileProblem> => {
      const parsed = GROUP_FILE.parse(text);
      if (!parsed.ok) return parsed;
      const byName = new Map(
        [...groups.read(), ...parsed.value].map((each) => [each.name, each] as const),
      );
      const names = parsed.value.map(({ name }) => name);
      return mapOk(save([...byName.values()]), ({ kept }) => ({ names, kept }));
    },
    exportFile: groups.exportText,
    dispose: (): void => {
      groups.dispose();
      shownName.dispose();
      shown.dispose();
    },
  };
};
