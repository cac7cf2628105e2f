import * as v from 'valibot';
import { hashOf } from '../../hash.ts';
import { changeKind } from '../change.ts';
import { updateRow } from '../change-row.ts';
import { findAsset } from '../lists/assets.ts';
import { findDocument } from '../lists/documents.ts';
import { refused, required } from '../refusal.ts';
import type { Scope } from '../scope.ts';
import { between, canonicalJson, clearable, count, moment } from '../values.ts';
import { sha256, text, untilNow, uuid } from '../values.ts';

const PARAMETERS = 2_000;

const line = v.pipe(v.string(), v.maxLength(500), v.regex(/^[^\p{Cc}\p{Cs}]*$/u));
const single = v.union([v.number(), v.boolean(), line]);
/** A value of a parameter in its unit: one value or a list. */
const value = v.union([single, v.pipe(v.array(v.number()), v.maxLength(200))]);
const key = text(80);

/** Stores the last reported parameters of an asset; the report with the later time of its own is kept [WS-13]. */
export const reportWrite = changeKind({
  input: v.strictObject({
    id: uuid,
    assetId: uuid,
    at: v.optional(moment),
    schema: v.strictObject({ name: text(120), hash: sha256 }),
    outcome: v.picklist(['READ', 'DONE', 'DIFFERS', 'ROLLED_BACK', 'PARTIAL']),
    firmware: clearable(text(80)),
    changes: v.pipe(
      v.array(
        v.strictObject({
          key,
          before: clearable(value),
          wanted: clearable(value),
          readBack: clearable(value),
        }),
      ),
      v.maxLength(PARAMETERS),
    ),
    values: v.optional(
      v.pipe(
        v.record(key, value),
        v.check((values) => Object.keys(values).length <= PARAMETERS),
      ),
    ),
    commands: v.optional(v.pipe(v.array(line), v.maxLength(PARAMETERS))),
    reason: clearable(text(500)),
  }),
  topic: 'PARAMETER_WRITE',
  apply: async (scope, { assetId, at: readAt, schema, values, ...report }, _base, sentAt) => {
    const asset = required(await findAsset(scope, assetId, true), 'assetId');
    const at = untilNow(readAt ?? sentAt);
    const former = asset.parameters;
    const hash = values && hashOf(canonicalJson({ schema: schema.hash, values }));
    if (values && (former === null || at.getTime() > Date.parse(former.at))) {
      const { name: schemaName, hash: schemaHash } = schema;
      const { firmware } = report;
      const parameters = {
        at,
        schemaName,
        schemaHash,
        hash,
        values,
        ...(firmware && { firmware }),
      };
      await updateRow(scope, 'assets', assetId, { parameters });
    }
    return {
      topic: 'PARAMETER_WRITE',
      subjectId: assetId,
      assetId,
      owner: asset.owner,
      version: asset.version,
      before: { hash: former?.hash ?? null },
      // Unchanged values do not create a version and are not logged again.
      after: { ...report, at, schema, hash, ...(hash !== former?.hash && { values }) },
    };
  },
});

/** Whether the firmware of an asset was entered or installed after a time, also by a former owner. */
const hasLaterFirmware = async (scope: Scope, assetId: string, at: Date): Promise<boolean> => {
  const [row] = await scope.query<{ readonly later: boolean }>(
    'select has_later_firmware($1, $2::text::timestamptz) as later',
    [assetId, at.toISOString()],
  );
  return row?.later === true;
};

/**
 * Logs an install, sets the firmware of the asset unless a later one is known [WS-23], and continues or pauses the
 * assignments of the image [WS-15].
 */
export const reportInstall = changeKind({
  input: v.strictObject({
    id: uuid,
    assetId: uuid,
    imageId: clearable(uuid),
    from: clearable(text(80)),
    to: text(80),
    outcome: v.picklist(['DONE', 'FAILED', 'INTERRUPTED']),
    seconds: between(0, 1e9), // an unfinished install may be ended much later
    bytes: count(1e9),
    reason: clearable(text(500)),
  }),
  topic: 'FIRMWARE_INSTALL',
  apply: async (scope, { assetId, imageId, ...report }, _base, sentAt) => {
    const at = untilNow(sentAt);
    const asset = required(await findAsset(scope, assetId, true), 'assetId');
    const image = imageId ? await findDocument(scope, imageId) : undefined;
    if (imageId && image?.kind !== 'FIRMWARE_IMAGE') throw refused('NOT_FOUND', 'imageId');
    const { outcome, to } = report;
    const isOther = outcome === 'DONE' && asset['firmware'] !== to;
    const isNew = isOther && !(await hasLaterFirmware(scope, assetId, at));
    const version = asset.version + (isNew ? 1 : 0);
    if (isNew) await updateRow(scope, 'assets', assetId, { firmware: to, version });
    if (imageId) {
      await scope.query(
        `update assets set installs = installs || jsonb_build_object($2::text, jsonb_build_object(
           'at', $3::text, 'outcome', $4::text))
         where id = $1 and coalesce((installs -> $2::text ->> 'at')::timestamptz <= $3::text::timestamptz, true)`,
        [assetId, imageId, at.toISOString(), outcome],
      );
      await scope.query('select settle_assignments($1)', [imageId]);
    }
    return {
      topic: 'FIRMWARE_INSTALL',
      subjectId: assetId,
      assetId,
      owner: asset.owner,
      version,
      before: { firmware: asset['firmware'] },
      after: { ...report, imageId: imageId ?? null, imageName: image?.name },
    };
  },
});
