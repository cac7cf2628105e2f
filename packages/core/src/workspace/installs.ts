import * as v from 'valibot';
import { readAs } from '../prelude/schema.ts';
import type { CopiedRow } from './copies.ts';
import { assignedTo, assignmentsOf, documentsOf } from './device-rows.ts';
import type { OutboxItem } from './outbox-item.ts';
import { accountsOf, maybe, type Asset, type LoggedChange } from './rows.ts';

const REPORT = v.object({
  from: maybe(v.string()),
  to: v.string(),
  outcome: v.picklist(['DONE', 'FAILED', 'INTERRUPTED']),
  seconds: v.number(),
  bytes: v.number(),
  reason: maybe(v.string()),
  imageId: maybe(v.string()),
});

/** An install of firmware that was reported. `from` is undefined if the device did not report its version before. */
export type LoggedInstall = v.InferOutput<typeof REPORT> &
  Pick<LoggedChange, 'id' | 'at' | 'receivedAt' | 'actorName' | 'assetId'>;

/** Returns the firmware installs that the log reports. A report that this version of the app cannot read is left out. */
export const installsOf = (logged: readonly LoggedChange[]): readonly LoggedInstall[] =>
  logged.flatMap(({ id, at, receivedAt, actorName, assetId, kind, body }) => {
    const report = kind === 'reportInstall' ? readAs(REPORT, body.after) : undefined;
    return report === undefined ? [] : [{ ...report, id, at, receivedAt, actorName, assetId }];
  });

const IMAGE = v.object({ version: v.string() });

/**
 * Returns the ids of the assets whose firmware is older than the one that is offered to them. An asset whose firmware is
 * unknown is not among them.
 *
 * @param now wall-clock time in ms since 1970
 */
export const assetsBehind = (
  assets: readonly Asset[],
  rows: readonly CopiedRow[],
  items: readonly OutboxItem[],
  now: number,
): ReadonlySet<string> => {
  const documents = documentsOf(rows, items, 'FIRMWARE_IMAGE');
  if (documents.length === 0) return new Set();
  const parts = {
    documents,
    assignments: assignmentsOf(rows, items),
    accounts: accountsOf(rows),
    now,
  };
  const isBehind = (asset: Asset): boolean => {
    const { firmware } = asset;
    const offered = readAs(IMAGE, assignedTo(asset, parts)[0]?.document.body)?.version;
    if (firmware === undefined || offered === undefined) return false;
    return offered.localeCompare(firmware, 'en', { numeric: true }) > 0;
  };
  return new Set(assets.filter(isBehind).map(({ id }) => id));
};
