import { merge } from 'rxjs';
import * as v from 'valibot';
import { createLive } from '../prelude/live.ts';
import type { Result } from '../prelude/result.ts';
import { saved } from '../prelude/saved.ts';
import { rawText } from '../prelude/schema.ts';
import type { KeyValueStore, StoreError } from '../ports/key-value-store.ts';

/** The keys that the specification, section 3, fixes. The texts are saved unchanged. */
const QUICK_COMMAND_KEYS = [
  'terminalCommand1',
  'terminalCommand2',
  'terminalCommand3',
  'terminalCommand4',
  'terminalCommand5',
] as const;

export const createQuickCommands = (store: KeyValueStore) => {
  const slots = QUICK_COMMAND_KEYS.map((key) => saved(store, key, rawText(v.string()), ''));
  const texts = (): readonly string[] => slots.map(({ value$ }) => value$.value);
  const commands = createLive(texts());
  merge(...slots.map(({ value$ }) => value$)).subscribe(() => commands.set(texts()));
  return {
    /** Always five texts. An empty text is an empty slot. */
    commands$: commands.live,
    /** Saves a command. `index` counts from 0. */
    save: (index: number, command: string): Result<void, StoreError> => {
      const slot = slots[index];
      if (slot === undefined) throw new RangeError(`no quick command ${index + 1}`);
      return slot.set(command);
    },
    dispose: (): void => {
      for (const slot of slots) slot.dispose();
      commands.dispose();
    },
  };
};
