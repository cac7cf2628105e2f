import * as v from 'valibot';
import { Subject } from 'rxjs';
import type { KeyValueStore, StoreError } from '../ports/key-value-store.ts';
import type { ArchiveError } from '../ports/session-archive.ts';
import type { WorkspaceStore, WorkspaceWrite } from '../ports/workspace-store.ts';
import { done, err } from '../prelude/result.ts';
import { readAs } from '../prelude/schema.ts';

const TEXT = v.object({ text: v.string() });

const refusalOf = ({ kind, message }: ArchiveError): StoreError => ({
  kind: kind === 'full' ? 'full' : 'blocked',
  message,
});

/** The user's part of the key-value store: in memory, and encrypted in the table `texts`. */
export interface EncryptedTexts {
  readonly store: KeyValueStore;
  /** Settles when everything that was set is stored, or was refused. */
  readonly written: () => Promise<unknown>;
  readonly dispose: () => void;
}

/**
 * Reads the texts of a user into memory. Later writes are stored in the background, in the order of the calls. Rows
 * that cannot be read stay stored until their key is written.
 */
export const openEncryptedTexts = async (
  rows: WorkspaceStore,
  userId: string,
): Promise<EncryptedTexts> => {
  const texts = new Map<string, string>();
  const changes = new Subject<string | undefined>();
  /** Keys with a value that is not stored, each with the number of its unfinished writes. */
  const waiting = new Map<string, number>();
  let refusal: StoreError | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const load = async (): Promise<void> => {
    const read = await rows.read(userId, 'texts');
    if (!read.ok) {
      refusal = refusalOf(read.error); // a write would be refused too, but only later
      return;
    }
    const stored = new Map<string, string>();
    for (const { id, value } of read.value) {
      const text = readAs(TEXT, value)?.text;
      if (text !== undefined) stored.set(id, text);
    }
    for (const key of new Set([...stored.keys(), ...texts.keys()])) {
      const text = stored.get(key);
      if (waiting.has(key) || text === texts.get(key)) continue;
      if (text === undefined) texts.delete(key);
      else texts.set(key, text);
      changes.next(key);
    }
  };

  const write = (keys: readonly string[], text?: string): void => {
    for (const key of keys) waiting.set(key, (waiting.get(key) ?? 0) + 1);
    const writes = keys.map((id): WorkspaceWrite => ({
      table: 'texts',
      id,
      ...(text !== undefined && { value: { text } }),
    }));
    last = rows.write(userId, writes).then((written) => {
      refusal = written.ok ? undefined : refusalOf(written.error);
      for (const key of keys) {
        const left = (waiting.get(key) ?? 1) - 1;
        // A refused text stays in memory, also if another tab writes.
        if (left > 0 || !written.ok) waiting.set(key, left);
        else waiting.delete(key);
      }
    });
  };

  await load();
  const otherTabs = rows.changes$.subscribe((changed) => {
    if (changed === userId) void load();
  });

  return {
    store: {
      get: (key) => texts.get(key),
      set: (key, text) => {
        texts.set(key, text);
        write([key], text);
        return refusal === undefined ? done : err(refusal);
      },
      remove: (key) => {
        if (texts.delete(key)) write([key]);
      },
      clear: () => {
        const keys = [...texts.keys()];
        texts.clear();
        if (keys.length > 0) write(keys);
      },
      changes$: changes.asObservable(),
    },
    written: () => last,
    dispose: () => {
      otherTabs.unsubscribe();
      changes.complete();
    },
  };
};
