import type { Observable } from 'rxjs';
import type { WorkspaceStore } from '../ports/workspace-store.ts';
import { createLive } from '../prelude/live.ts';
import { ok, type Result } from '../prelude/result.ts';
import type { FileProblem } from '../prelude/schema.ts';
import { schemaHash, type Hasher } from './content-hash.ts';
import { createDeviceRows, KNOWN_SCHEMA } from './journal.ts';
import { PARAMETER_SCHEMA_FILE } from './parameter-schema.ts';
import type { KnownSchema } from './schema-match.ts';

export interface KnownSchemasParts {
  readonly store: Pick<WorkspaceStore, 'read' | 'write'>;
  readonly userId: string;
  readonly hasher: Hasher;
  /** The schemas of the account server. */
  readonly schemas$: Observable<readonly KnownSchema[]>;
}

/** The schemas of the account server, and those that the user imported on this computer. */
export const createKnownSchemas = ({ store, userId, hasher, schemas$ }: KnownSchemasParts) => {
  const rows = createDeviceRows(store, userId, 'schema', KNOWN_SCHEMA);
  const known = createLive<readonly KnownSchema[]>([]);
  let imported: readonly KnownSchema[] = [];
  let served: readonly KnownSchema[] = [];
  const publish = (): void => {
    const byHash = new Map([...imported, ...served].map((each) => [each.hash, each]));
    known.set([...byHash.values()]);
  };
  const subscription = schemas$.subscribe((found) => {
    served = found;
    publish();
  });
  return {
    known$: known.live,
    load: async (): Promise<void> => {
      imported = await rows.load();
      publish();
    },
    /** Adds the schema of a file and stores it for this user. */
    importSchema: async (text: string): Promise<Result<KnownSchema, FileProblem>> => {
      const parsed = PARAMETER_SCHEMA_FILE.parse(text);
      if (!parsed.ok) return parsed;
      const schema = parsed.value;
      const added: KnownSchema = { schema, hash: await schemaHash(schema, hasher), origin: 'file' };
      imported = [...imported.filter(({ hash }) => hash !== added.hash), added];
      publish();
      await rows.save(added.hash, added); // if the storage refuses it, the schema is kept until the page closes
      return ok(added);
    },
    dispose: (): void => {
      subscription.unsubscribe();
      known.dispose();
    },
  };
};
