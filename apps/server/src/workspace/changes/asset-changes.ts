import * as v from 'valibot';
import { changeKind } from '../change.ts';
import { changedValues, insertRow, updateRow } from '../change-row.ts';
import {
  type Asset,
  findAsset,
  findBySerial,
  type SeenValues,
  isSameSerial,
  serialKey,
} from '../lists/assets.ts';
import { findAccount } from '../lists/accounts.ts';
import { checkBase, refuse, refused, required, shownRow } from '../refusal.ts';
import type { Scope } from '../scope.ts';
import { accountId, between, clearable, count, pastMoment, text, uuid } from '../values.ts';

const place = v.strictObject({
  at: pastMoment,
  lat: clearable(between(-90, 90)),
  lon: clearable(between(-180, 180)),
  accuracyM: clearable(between(0, 1e7)),
  address: clearable(text(300)),
});

const snapshot = v.strictObject({
  at: pastMoment,
  socPercent: clearable(between(0, 100)),
  sohPercent: clearable(between(0, 200)),
  packVoltageV: clearable(between(0, 10_000)),
  packCurrentA: clearable(between(-100_000, 100_000)),
  highestTemperatureC: clearable(between(-100, 1_000)),
  spreadMv: clearable(between(0, 100_000)),
  worstCell: clearable(count(10_000)),
  worstCellMohm: clearable(between(0, 1e6)),
  cycles: clearable(between(0, 1e6)),
  faults: clearable(v.pipe(v.array(text(80)), v.maxLength(64))),
});

/** The facts of an asset. A change of these increases the version. */
const assetFacts = {
  kind: v.optional(v.picklist(['PACK', 'OBD', 'ROMEO'])),
  state: v.optional(v.picklist(['INUSE', 'STORED', 'SCRAPPED'])),
  serial: v.optional(v.pipe(text(64), v.regex(/[\p{L}\p{N}]/u))),
  maker: clearable(text(80)),
  model: clearable(text(80)),
  chemistry: clearable(text(40)),
  cells: clearable(v.pipe(count(10_000), v.minValue(1))),
  designCapacityAh: clearable(v.pipe(between(0, 1e6), v.gtValue(0))),
  builtOn: clearable(v.pipe(v.string(), v.isoDate())),
  installedIn: clearable(text(120)),
  firmware: clearable(text(80)),
};
const asset = v.strictObject({
  id: uuid,
  ...assetFacts,
  ownerId: clearable(accountId),
  place: v.optional(place),
  snapshot: v.optional(snapshot),
  twin: clearable(v.boolean()),
});
type AssetInput = v.InferOutput<typeof asset>;

/** State of health in percent below which a pack counts as worn. */
const WORN_PERCENT = 80;

/** Returns whether an asset needs attention by its last snapshot: a scrapped one does not. */
const attentionOf = (state: unknown, { faults, sohPercent }: SeenValues): number => {
  if (state === 'SCRAPPED') return 0;
  if ((faults ?? []).length > 0) return 2;
  return typeof sohPercent === 'number' && sohPercent < WORN_PERCENT ? 1 : 0;
};

const isLater = (one: { readonly at: Date } | undefined, other: { readonly at: string } | null) =>
  one !== undefined && (other === null || one.at.getTime() > Date.parse(other.at));

/** Returns the received snapshot and the received place, each only if it is newer than the stored one. */
const seenValues = (input: AssetInput, row: Asset | undefined): Record<string, unknown> => {
  const values: Record<string, unknown> = {};
  if (isLater(input.place, row?.place ?? null)) values['place'] = input.place;
  if (input.snapshot !== undefined && isLater(input.snapshot, row?.snapshot ?? null)) {
    values['snapshot'] = input.snapshot;
    values['seenAt'] = input.snapshot.at;
  }
  return values;
};

const ownerPath = async (scope: Scope, ownerId: string | null | undefined): Promise<string> => {
  if (ownerId === undefined || ownerId === null) return scope.actor.path;
  return required(await findAccount(scope, ownerId), 'ownerId').path;
};

/**
 * Refuses a serial number that another asset has, unless a second asset is intended [WS-09]. A lock serializes the
 * transactions that set the same serial number, so that the second one sees the asset of the first one.
 */
const refuseKnownSerial = async (
  scope: Scope,
  serial: string,
  { id, maker, twin }: Pick<AssetInput, 'id' | 'maker' | 'twin'>,
) => {
  await scope.query('select pg_advisory_xact_lock(1722007, hashtext($1))', [serialKey(serial)]);
  if (twin === true) return;
  const known = await findBySerial(scope, serial, maker, id);
  if (known[0] !== undefined)
    throw refuse({
      status: 'CONFLICT',
      code: 'SERIAL_KNOWN',
      field: 'serial',
      current: shownRow(known[0]),
    });
};

const addAsset = async (scope: Scope, input: AssetInput) => {
  if (input.serial === undefined) throw refused('INVALID', 'serial');
  await refuseKnownSerial(scope, input.serial, input);
  const owner = await ownerPath(scope, input.ownerId);
  const facts = { kind: 'PACK', state: 'INUSE', ...input };
  const { id, ownerId: _owner, twin: _twin, ...after } = facts;
  await insertRow(scope, 'assets', {
    id,
    version: 1,
    owner,
    attention: attentionOf(facts.state, input.snapshot ?? {}),
    ...after,
    ...seenValues(input, undefined),
  });
  return { owner, version: 1, after };
};

export const putAsset = changeKind({
  input: asset,
  topic: 'ASSET',
  apply: async (scope, input, base) => {
    const row = await findAsset(scope, input.id, true);
    const subject = { topic: 'ASSET', subjectId: input.id, assetId: input.id } as const;
    if (row === undefined) return { ...subject, ...(await addAsset(scope, input)) };
    const { before, after } = changedValues(row, input, Object.keys(assetFacts));
    const hasFacts = Object.keys(after).length > 0;
    if (hasFacts) checkBase(base, row);
    const { serial = row.serial, maker = row.maker, twin } = input;
    if (!isSameSerial(serial, row.serial))
      await refuseKnownSerial(scope, serial, { id: row.id, maker, twin });
    const seen = seenValues(input, row);
    const version = row.version + (hasFacts ? 1 : 0);
    await updateRow(scope, 'assets', row.id, {
      version,
      ...after,
      ...seen,
      attention: attentionOf(
        input.state ?? row['state'],
        ('snapshot' in seen ? input.snapshot : row.snapshot) ?? {},
      ),
    });
    for (const name of ['place', 'snapshot'] as const) {
      if (seen[name] === undefined) continue;
      before[name] = row[name];
      after[name] = seen[name];
    }
    if ('designCapacityAh' in after || 'chemistry' in after) {
      // The figures depend on these facts. A job that runs may have read the former ones, so it is done again.
      await scope.query(
        `insert into jobs (kind, subject, is_repeat)
         select 'ROLLUP', id::text, true from recordings where asset_id = $1
         on conflict (kind, subject) do update set due_at = now(), attempts = 0`,
        [row.id],
      );
    }
    return { ...subject, owner: row.owner, version, before, after };
  },
});

export const moveAsset = changeKind({
  input: v.strictObject({ id: uuid, ownerId: accountId }),
  topic: 'ASSET',
  apply: async (scope, { id, ownerId }, base) => {
    const row = required(await findAsset(scope, id, true), 'id');
    const owner = await ownerPath(scope, ownerId);
    if (base !== undefined) checkBase(base, row);
    const version = row.version + 1;
    // The figures are those of recordings that stay with the previous owner.
    await updateRow(scope, 'assets', id, { owner, version, stats: null });
    // An owner that had the pack before has recordings of it: when one is analysed again, the pack gets its figures.
    await scope.query(
      `insert into jobs (kind, subject) select 'ROLLUP', r.id::text from rollups u join recordings r on r.id = u.recording_id
       where u.asset_id = $1 and r.owner = $2::text::ltree limit 1 on conflict do nothing`,
      [id, owner],
    );
    // The event does not contain the owners: each reader sees only those in its own subtree.
    return { topic: 'ASSET', subjectId: id, assetId: id, owner, formerOwner: row.owner, version };
  },
});
