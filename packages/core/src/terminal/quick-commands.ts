import { createLive, type Live } from '../prelude/live.ts';
import type { Result } from '../prelude/result.ts';
import type { KeyValueStore, StoreError } from '../ports/key-value-store.ts';

/** The five saved quick commands live under these keys (the specification, section 3). */
export const QUICK_COMMAND_KEYS = [
  'terminalCommand1',
  'terminalCommand2',
  'terminalCommand3',
  'terminalCommand4',
  'terminalCommand5',
] as const;

export interface QuickCommands {
  /** Always five; an empty text is an empty place. */
  readonly commands$: Live<readonly string[]>;
  /** `index` counts from 0. */
  readonly save: (index: number, command: string) => Result<void, StoreError>;
  readonly reload: () => void;
}

export const createQuickCommands = (store: KeyValueStore): QuickCommands => {
  const read = (): readonly string[] => QUICK_COMMAND_KEYS.map((key) => store.get(key) ?? '');
  const commands = createLive(read());
  return {
    commands$: commands.live,
    reload: () => {
      commands.set(read());
    },
    save: (index, command) => {
      const key = QUICK_COMMAND_KEYS[index];
      if (key === undefined) throw new RangeError(`no quick command ${index + 1}`);
      const saved = store.set(key, command);
      commands.set(read());
      return saved;
    },
  };
};
