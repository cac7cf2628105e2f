import * as v from 'valibot';
import { permissionFlags } from '../../accounts/permission-flags.ts';
import { changeKind } from '../change.ts';
import { insertRow, updateRow } from '../change-row.ts';
import { type Document, findDocument } from '../lists/documents.ts';
import { checkBase, refused } from '../refusal.ts';
import { documentKinds, mayChange } from '../rights.ts';
import type { Scope } from '../scope.ts';
import { count, hashOf, text, uuid } from '../values.ts';

const BODY_BYTES = 60_000;

const body = v.pipe(
  v.record(v.string(), v.unknown()),
  v.check((value) => {
    const json = JSON.stringify(value);
    return Buffer.byteLength(json) <= BODY_BYTES && !json.includes('\\u0000'); // jsonb cannot hold NUL
  }),
);

const levelPreset = v.strictObject({
  flags: v.array(v.picklist(permissionFlags)),
  maxSubUsers: v.nullable(count(100_000)),
});

/** Returns the values for the event: without the body, except for the rights of a level. */
const summary = ({
  kind,
  name,
  state,
  hash,
  body: values,
}: Pick<Document, 'kind' | 'name' | 'state' | 'hash' | 'body'>) => ({
  kind,
  name,
  state,
  hash,
  ...(kind === 'LEVEL_PRESET' && values),
});

/** Finds a document that the actor may change: it is in the actor's subtree, and the actor's flags allow its kind. */
const findOwn = async (scope: Scope, id: string): Promise<Document> => {
  const row = await findDocument(scope, id, true);
  if (row === undefined) throw refused('NOT_FOUND', 'id');
  if (!mayChange(scope.actor, row.kind)) throw refused('NOT_PERMITTED');
  return row;
};

export const publishDocument = changeKind({
  input: v.strictObject({
    id: uuid,
    kind: v.picklist(documentKinds),
    name: text(120),
    body,
    state: v.picklist(['DRAFT', 'RELEASED']),
  }),
  apply: async (scope, input, base) => {
    const { id, kind } = input;
    if (!mayChange(scope.actor, kind)) throw refused('NOT_PERMITTED');
    if (kind === 'LEVEL_PRESET' && !v.is(levelPreset, input.body)) throw refused('INVALID', 'body');
    const values = { ...input, hash: hashOf(JSON.stringify(input.body)) };
    const row = await findDocument(scope, id, true);
    const subject = { topic: kind, subjectId: id } as const;
    if (row === undefined) {
      const owner = scope.actor.path;
      await insertRow(scope, 'documents', { ...values, version: 1, owner });
      return { ...subject, owner, version: 1, after: summary(values) };
    }
    if (row.kind !== kind) throw refused('INVALID', 'kind');
    // A released document is evidence and stays as it is. A level is only a proposal, so it can be revised.
    const isFinal = kind === 'LEVEL_PRESET' ? row.state === 'RETIRED' : row.state !== 'DRAFT';
    if (isFinal) throw refused('RELEASED', 'id');
    checkBase(base, row, row);
    const version = row.version + 1;
    await updateRow(scope, 'documents', id, { ...values, version });
    return { ...subject, owner: row.owner, version, before: summary(row), after: summary(values) };
  },
});

export const retireDocument = changeKind({
  input: v.strictObject({ id: uuid }),
  apply: async (scope, { id }, base) => {
    const row = await findOwn(scope, id);
    if (base !== undefined) checkBase(base, row, row);
    const version = row.version + 1;
    await updateRow(scope, 'documents', id, { state: 'RETIRED', version });
    return {
      topic: row.kind,
      subjectId: id,
      owner: row.owner,
      version,
      before: { state: row.state },
      after: { state: 'RETIRED' },
    };
  },
});
