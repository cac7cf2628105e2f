import * as v from 'valibot';
import { changeKind } from '../change.ts';
import { insertRow, updateRow } from '../change-row.ts';
import { findAccount } from '../lists/accounts.ts';
import { findAsset } from '../lists/assets.ts';
import { findAssignment } from '../lists/assignments.ts';
import { findDocument } from '../lists/documents.ts';
import { checkBase, refused } from '../refusal.ts';
import { mayChange } from '../rights.ts';
import { accountId, clearable, moment, uuid } from '../values.ts';

export const assign = changeKind({
  input: v.strictObject({
    id: uuid,
    documentId: uuid,
    assetId: clearable(uuid),
    accountId: clearable(accountId),
    mode: v.picklist(['OFFERED', 'REQUIRED']),
    expiresAt: clearable(moment),
  }),
  apply: async (scope, { id, documentId, assetId, accountId: account, mode, expiresAt }) => {
    const document = await findDocument(scope, documentId);
    if (document?.state !== 'RELEASED') throw refused('NOT_FOUND', 'documentId');
    if (!mayChange(scope.actor, document.kind)) throw refused('NOT_PERMITTED');
    if ((assetId ?? null) === null ? !account : account) throw refused('INVALID', 'assetId');
    const audience = assetId
      ? (await findAsset(scope, assetId))?.owner
      : (await findAccount(scope, account ?? ''))?.path;
    if (audience === undefined) throw refused('NOT_FOUND', assetId ? 'assetId' : 'accountId');
    const owner = scope.actor.path;
    await insertRow(scope, 'assignments', {
      id,
      version: 1,
      owner,
      document_id: documentId,
      audience,
      asset_id: assetId,
      mode,
      state: 'ACTIVE',
      expires_at: expiresAt,
    });
    return {
      topic: document.kind,
      subjectId: id,
      // The event belongs to the audience, so it is visible where the assignment holds: at or below the actor.
      owner: audience,
      version: 1,
      ...(assetId ? { assetId } : {}),
      after: { documentId, mode, state: 'ACTIVE', expiresAt: expiresAt ?? null },
    };
  },
});

export const setAssignment = changeKind({
  input: v.strictObject({ id: uuid, state: v.picklist(['ACTIVE', 'PAUSED', 'DONE', 'CANCELLED']) }),
  apply: async (scope, { id, state }, base) => {
    const row = await findAssignment(scope, id, true);
    if (row === undefined) throw refused('NOT_FOUND', 'id');
    if (!mayChange(scope.actor, row.topic)) throw refused('NOT_PERMITTED');
    if (base !== undefined) checkBase(base, row, row);
    const version = row.version + 1;
    await updateRow(scope, 'assignments', id, { state, version });
    return {
      topic: row.topic,
      subjectId: id,
      owner: row.audience,
      version,
      ...(row.assetId === null ? {} : { assetId: row.assetId }),
      before: { state: row.state },
      after: { state },
    };
  },
});
