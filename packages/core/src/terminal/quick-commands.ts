import { filter } from 'rxjs';
import { createLive, type Live } from '../prelude/live.ts';
import type { Result } from '../prelude/result.ts';
import type { KeyValueStore, StoreError } from '../ports/key-value-store.ts';

/** The specification, section 3, fixes these keys; the texts are saved as they are. */
export const QUICK_COMMAND_KEYS = [
  'terminalCommand1',
  'terminalCommand2',
  'terminalCommand3',
  'terminalCommand4',
  'terminalCommand5',
] as const;

export interface QuickCommands {
  /** Always five; an empty text is an empty slot. */
  readonly commands$: Live<readonly string[]>;
  /** `index` counts from 0. */
  readonly save: (index: number, command: string) => Result<void, StoreError>;
  readonly dispose: () => void;
}

export const createQuickCommands = (store: KeyValueStore): QuickCommands => {
  const read = (): readonly string[] => QUICK_COMMAND_KEYS.map((key) => store.get(key) ?? '');
  const commands = createLive(read());
  const reload = (): void => {
    commands.set(read());
  };
  const otherTabs = store.changes$
    .pipe(filter((key) => key === undefined || QUICK_COMMAND_KEYS.some((each) => each === key)))
    .subscribe(reload);
  return {
    commands$: commands.live,
    save: (index, command) => {
      const key = QUICK_COMMAND_KEYS[index];
      if (key === undefined) throw new RangeError(`no quick command ${index + 1}`);
      const result = store.set(key, command);
      reload();
      return result;
    },
    dispose: () => {
      otherTabs.unsubscribe();
      commands.dispose();
    },
  };
};
