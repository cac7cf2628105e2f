import {
  checkList,
  plainText,
  problemAt,
  readForeignJson,
  recordOf,
  type FileProblem,
} from '../prelude/foreign-json.ts';
import { createLive, type Live } from '../prelude/live.ts';
import { ok, type Result } from '../prelude/result.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';

export interface QuickButton {
  /** What the button says; the command itself where it is empty. */
  readonly label: string;
  readonly command: string;
}

/** Quick commands beyond the five: a named row of buttons. */
export interface QuickGroup {
  /** Unique among the groups. */
  readonly name: string;
  readonly buttons: readonly QuickButton[];
}

export const QUICK_GROUP_FILE_LIMIT = 262_144;
const MAX_QUICK_GROUPS = 32;
const MAX_QUICK_BUTTONS = 64;

const KEY = 'terminalCommandGroups';
const SHOWN_KEY = 'terminalCommandGroupShown';

const checkButton = (raw: unknown, path: string): Result<QuickButton, FileProblem> => {
  const record = recordOf(raw);
  const label = plainText(record?.get('label') ?? '', 40);
  if (label === undefined) return problemAt(`${path}.label`, 'is no text of at most 40 characters');
  const command = plainText(record?.get('command'), 256);
  return command === undefined || command.trim() === ''
    ? problemAt(`${path}.command`, 'is no text of 1 to 256 visible characters')
    : ok({ label: label.trim(), command });
};

const checkGroup = (raw: unknown, path: string): Result<QuickGroup, FileProblem> => {
  const record = recordOf(raw);
  const name = plainText(record?.get('name'), 40)?.trim();
  if (name === undefined || name === '') {
    return problemAt(`${path}.name`, 'is no text of 1 to 40 visible characters');
  }
  const buttons = checkList(
    record?.get('buttons'),
    `${path}.buttons`,
    MAX_QUICK_BUTTONS,
    checkButton,
  );
  return buttons.ok ? ok({ name, buttons: buttons.value }) : buttons;
};

const checkGroups = (raw: unknown): Result<readonly QuickGroup[], FileProblem> => {
  const groups = checkList(recordOf(raw)?.get('groups'), 'groups', MAX_QUICK_GROUPS, checkGroup);
  if (!groups.ok) return groups;
  const names = groups.value.map(({ name }) => name);
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index);
  return twice < 0 ? groups : problemAt(`groups.${twice + 1}.name`, 'is there twice');
};

/** Reads groups of unknown origin, `{"groups": [ … ]}`: size-capped, every field checked, all or nothing [ST-09]. */
const parseQuickGroups = (text: string): Result<readonly QuickGroup[], FileProblem> => {
  const raw = readForeignJson(text, QUICK_GROUP_FILE_LIMIT);
  return raw.ok ? checkGroups(raw.value) : raw;
};

const formatQuickGroups = (groups: readonly QuickGroup[]): string =>
  JSON.stringify({ groups }, null, 2);

/** Groups of quick commands, kept on this computer. */
export interface QuickGroups {
  readonly groups$: Live<readonly QuickGroup[]>;
  /** Name of the group whose buttons are shown; undefined for the five. */
  readonly shown$: Live<string | undefined>;
  readonly show: (name: string | undefined) => void;
  /** Puts these in place of all; `kept` is false when the storage refused. */
  readonly save: (groups: readonly QuickGroup[]) => Result<{ readonly kept: boolean }, FileProblem>;
  /** Adds a file's groups; those with the same name are replaced. Tells the names. */
  readonly importFile: (text: string) => Result<readonly string[], FileProblem>;
  readonly exportFile: () => string;
  readonly reload: () => void;
  readonly dispose: () => void;
}

export const createQuickGroups = (store: KeyValueStore): QuickGroups => {
  const read = (): readonly QuickGroup[] => {
    const parsed = parseQuickGroups(store.get(KEY) ?? '{"groups":[]}');
    return parsed.ok ? parsed.value : []; // someone else's text under our key counts as none
  };
  const groups = createLive(read());
  const existing = (name: string | undefined): string | undefined =>
    groups.live.value.find((each) => each.name === name)?.name;
  const shown = createLive(existing(store.get(SHOWN_KEY)));

  const show = (name: string | undefined): void => {
    shown.set(existing(name));
    store.set(SHOWN_KEY, shown.live.value ?? '');
  };
  const save: QuickGroups['save'] = (wanted) => {
    const checked = checkGroups({ groups: wanted });
    if (!checked.ok) return checked;
    const text = formatQuickGroups(checked.value);
    // What is stored is read by the same limit: more would be lost with the page.
    if (text.length > QUICK_GROUP_FILE_LIMIT) return problemAt('', 'makes more than 256 KiB');
    groups.set(checked.value);
    const saved = store.set(KEY, text);
    show(shown.live.value);
    return ok({ kept: saved.ok });
  };

  return {
    groups$: groups.live,
    shown$: shown.live,
    show,
    save,
    importFile: (text) => {
      const parsed = parseQuickGroups(text);
      if (!parsed.ok) return parsed;
      const byName = new Map(
        [...groups.live.value, ...parsed.value].map((each) => [each.name, each] as const),
      );
      const saved = save([...byName.values()]);
      return saved.ok ? ok(parsed.value.map(({ name }) => name)) : saved;
    },
    exportFile: () => formatQuickGroups(groups.live.value),
    reload: () => {
      groups.set(read());
      shown.set(existing(store.get(SHOWN_KEY)));
    },
    dispose: () => {
      groups.dispose();
      shown.dispose();
    },
  };
};
