import * as v from 'valibot';
import { changeKind } from '../change.ts';
import { insertRow, updateRow } from '../change-row.ts';
import { findAccount } from '../lists/accounts.ts';
import { findAsset } from '../lists/assets.ts';
import { findAssignment } from '../lists/assignments.ts';
import { type Document, findDocument } from '../lists/documents.ts';
import { checkBase, refused, required } from '../refusal.ts';
import { mayAssign } from '../rights.ts';
import type { Scope } from '../scope.ts';
import { accountId, between, clearable, count, moment, text, untilNow, uuid } from '../values.ts';

const STAGES = 10;
const DAY_MS = 86_400_000;
const ROMEO_DAYS = 7;

/** Rising percentages; the last one is 100. */
const stages = v.pipe(
  v.array(v.pipe(count(100), v.minValue(1))),
  v.maxLength(STAGES),
  v.check((percents) => percents.at(-1) === 100),
  v.check((percents) => percents.every((each, index) => each > (percents[index - 1] ?? 0))),
);

const filter = v.strictObject({
  kind: v.optional(v.picklist(['PACK', 'OBD', 'ROMEO'])),
  maker: v.optional(text(80)),
  model: v.optional(text(80)),
  firmware: v.optional(text(80)),
});

const assignment = v.strictObject({
  id: uuid,
  documentId: uuid,
  assetId: clearable(uuid),
  accountId: clearable(accountId),
  filter: clearable(filter),
  mode: v.picklist(['OFFERED', 'REQUIRED']),
  stages: clearable(stages),
  pauseAfterStage: clearable(v.boolean()),
  stopAtFailedPercent: clearable(v.pipe(between(0, 100), v.gtValue(0))),
  expiresAt: clearable(moment),
});

/**
 * Finds the target of an assignment: one asset, or an account and all accounts below it, whose assets a filter may
 * select. With a filter alone, the target is the actor's own account.
 */
const findAudience = async (
  scope: Scope,
  { assetId, accountId: account, filter: selected }: v.InferOutput<typeof assignment>,
): Promise<{ readonly audience: string; readonly isRomeo: boolean }> => {
  if (assetId ? account || selected : !account && !selected) throw refused('INVALID', 'assetId');
  if (assetId) {
    const asset = required(await findAsset(scope, assetId), 'assetId');
    return { audience: asset.owner, isRomeo: asset['kind'] !== 'PACK' };
  }
  const found = required(await findAccount(scope, account ?? scope.actor.id), 'accountId');
  return { audience: found.path, isRomeo: (selected?.kind ?? 'PACK') !== 'PACK' };
};

/** Whether all accounts at and below the audience see a document. */
const isSeenBy = ({ owner }: Document, audience: string): boolean =>
  `${audience}.`.startsWith(`${owner}.`);

export const assign = changeKind({
  input: assignment,
  apply: async (scope, input, _base, at) => {
    const { accountId: _, ...facts } = input;
    const { id, documentId, assetId, filter: selected, mode } = facts;
    const document = await findDocument(scope, documentId);
    if (document?.state !== 'RELEASED') throw refused('NOT_FOUND', 'documentId');
    if (!mayAssign(scope.actor, document.kind)) throw refused('NOT_PERMITTED');
    const { audience, isRomeo } = await findAudience(scope, input);
    if (!isSeenBy(document, audience)) throw refused('OUT_OF_REACH', 'documentId');
    // A configuration expires, so that it does not surprise the user of a device that is connected much later.
    const week = isRomeo ? new Date(untilNow(at).getTime() + ROMEO_DAYS * DAY_MS) : null;
    const expiresAt = input.expiresAt ?? week;
    await insertRow(scope, 'assignments', {
      ...facts,
      version: 1,
      owner: scope.actor.path,
      audience,
      state: 'ACTIVE',
      stages: input.stages ?? [100],
      pauseAfterStage: input.pauseAfterStage ?? false,
      expiresAt,
    });
    await scope.query('select settle_assignments($1)', [documentId]);
    return {
      topic: document.kind,
      subjectId: id,
      // The event belongs to the audience, so it is visible where the assignment applies: at or below the actor.
      owner: audience,
      version: 1,
      ...(assetId ? { assetId } : {}),
      after: {
        documentId,
        name: document.name,
        mode,
        state: 'ACTIVE',
        expiresAt,
        filter: selected,
      },
    };
  },
});

export const setAssignment = changeKind({
  input: v.strictObject({
    id: uuid,
    state: v.picklist(['ACTIVE', 'PAUSED', 'DONE', 'CANCELLED']),
    stage: clearable(count(STAGES - 1)),
  }),
  apply: async (scope, { id, state, stage: wanted }, base) => {
    const row = required(await findAssignment(scope, id, true), 'id');
    if (!mayAssign(scope.actor, row.topic)) throw refused('NOT_PERMITTED');
    if (base !== undefined) checkBase(base, row);
    // It would be shown as active, and reach no asset.
    if (state === 'ACTIVE') {
      if (row.expiresAt !== null && row.expiresAt.getTime() <= Date.now())
        throw refused('INVALID', 'expiresAt');
      const document = await findDocument(scope, row.documentId);
      if (document === undefined || !isSeenBy(document, row.path))
        throw refused('OUT_OF_REACH', 'documentId');
    }
    const version = row.version + 1;
    const isNextStage = state === 'ACTIVE' && row.reason === 'STAGE';
    const stage = wanted ?? row.stage + (isNextStage ? 1 : 0);
    if (stage >= row.stages.length) throw refused('INVALID', 'stage');
    // A user who resumes the assignment accepts the failures so far.
    const resumed = { reason: null, acceptedFailures: row.progress?.failed ?? 0 };
    await updateRow(scope, 'assignments', id, { state, stage, version, ...resumed });
    if (state === 'ACTIVE') await scope.query('select settle_assignments($1)', [row.documentId]);
    return {
      topic: row.topic,
      subjectId: id,
      owner: row.path,
      version,
      ...(row.assetId === null ? {} : { assetId: row.assetId }),
      before: { state: row.state, stage: row.stage },
      after: { state, stage },
    };
  },
});
