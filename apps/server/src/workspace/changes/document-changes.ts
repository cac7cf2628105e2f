import * as v from 'valibot';
import { permissionFlags } from '../../accounts/permission-flags.ts';
import { hashOf } from '../../hash.ts';
import { type Applied, changeKind, parse } from '../change.ts';
import { insertRow, updateRow } from '../change-row.ts';
import { type Document, findDocument } from '../lists/documents.ts';
import { checkBase, refused, required } from '../refusal.ts';
import { documentKinds, mayChange, type DocumentKind } from '../rights.ts';
import type { Scope } from '../scope.ts';
import { addPieces, requirePieces } from '../piece-refs.ts';
import { canonicalJson, count, jsonBody, sha256, text, uuid } from '../values.ts';

const document = v.strictObject({
  id: uuid,
  kind: v.picklist(documentKinds),
  name: text(160),
  body: jsonBody(300_000), // a schema of 1,000 parameters
  state: v.picklist(['DRAFT', 'RELEASED']),
});
type DocumentInput = v.InferOutput<typeof document>;

const levelPreset = v.strictObject({
  flags: v.array(v.picklist(permissionFlags)),
  maxSubUsers: v.nullable(count(100_000)),
});

/** The shape of a firmware image, limited to what the server uses. Clients check the rest, such as the signature. */
const firmwareImage = v.looseObject({
  format: v.literal('batbot-firmware-1'),
  version: text(80),
  sha256,
  sizeBytes: count(500 * 2 ** 20),
  chunks: v.pipe(
    v.array(v.looseObject({ seq: count(500), sha256 })),
    v.minLength(1),
    v.maxLength(500),
  ),
});

const parameterSet = v.looseObject({
  format: v.literal('batbot-parameter-set-1'),
  schema: v.looseObject({ hash: sha256 }),
  values: v.record(text(80), v.unknown()),
});

const parameterSchema = v.looseObject({ format: v.literal('batbot-parameter-schema-1') });

const shapes: Partial<Record<DocumentKind, v.GenericSchema>> = {
  LEVEL_PRESET: levelPreset,
  PARAMETER_SCHEMA: parameterSchema,
  PARAMETER_SET: parameterSet,
  FIRMWARE_IMAGE: firmwareImage,
};

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

/** Makes an image refer to its pieces, in place of those of an earlier draft. */
const keepPieces = async (
  scope: Scope,
  { id, kind, body: content }: Pick<DocumentInput, 'id' | 'kind' | 'body'>,
  owner: string,
): Promise<void> => {
  if (kind !== 'FIRMWARE_IMAGE') return;
  const { chunks } = parse(firmwareImage, content);
  await requirePieces(scope, chunks);
  await scope.query('delete from blob_refs where row_id = $1 and topic = $2', [id, kind]);
  await addPieces(scope, chunks, { id, topic: kind, owner });
};

/**
 * Releases an unchanged draft of an image that an account below wrote [WS-14]. The image then belongs to the account that
 * released it, so that all accounts below that one see it.
 */
const releaseImage = async (
  scope: Scope,
  { id, kind, ...values }: DocumentInput & { readonly hash: string },
  row: Document | undefined,
  base: number | undefined,
): Promise<Applied> => {
  // The author is null for an actor who is not above it.
  const isAbove = row !== undefined && ![null, scope.actor.id].includes(row.authorId);
  if (!isAbove || row.kind !== kind || row.hash !== values.hash) {
    throw refused('SECOND_PERSON', 'state');
  }
  if (row.state !== 'DRAFT') throw refused('RELEASED', 'id');
  checkBase(base, row);
  const version = row.version + 1;
  const owner = scope.actor.path;
  const { name, state } = values;
  await updateRow(scope, 'documents', id, { name, state, owner, version });
  return {
    topic: kind,
    subjectId: id,
    owner,
    formerOwner: row.owner,
    version,
    before: summary(row),
    after: summary({ kind, ...values }),
  };
};

export const publishDocument = changeKind({
  input: document,
  apply: async (scope, input, base) => {
    const { id, kind } = input;
    if (!mayChange(scope.actor, kind)) throw refused('NOT_PERMITTED');
    const shape = shapes[kind];
    if (shape !== undefined && !v.is(shape, input.body)) throw refused('INVALID', 'body');
    const hash = hashOf(canonicalJson(input.body));
    const row = await findDocument(scope, id, true);
    if (kind === 'FIRMWARE_IMAGE' && input.state === 'RELEASED') {
      return releaseImage(scope, { ...input, hash }, row, base);
    }
    const values = { ...input, hash, authorId: scope.actor.id };
    const subject = { topic: kind, subjectId: id } as const;
    if (row === undefined) {
      const owner = scope.actor.path;
      await keepPieces(scope, input, owner);
      await insertRow(scope, 'documents', { ...values, version: 1, owner });
      return { ...subject, owner, version: 1, after: summary(values) };
    }
    if (row.kind !== kind) throw refused('INVALID', 'kind');
    // A released document is evidence and cannot be changed. A level is only a proposal, so it can be revised.
    const isFinal = kind === 'LEVEL_PRESET' ? row.state === 'RETIRED' : row.state !== 'DRAFT';
    if (isFinal) throw refused('RELEASED', 'id');
    checkBase(base, row);
    const version = row.version + 1;
    await keepPieces(scope, input, row.owner);
    await updateRow(scope, 'documents', id, { ...values, version });
    return { ...subject, owner: row.owner, version, before: summary(row), after: summary(values) };
  },
});

export const retireDocument = changeKind({
  input: v.strictObject({ id: uuid }),
  apply: async (scope, { id }, base) => {
    const row = required(await findDocument(scope, id, true), 'id');
    if (!mayChange(scope.actor, row.kind)) throw refused('NOT_PERMITTED');
    if (base !== undefined) checkBase(base, row);
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
