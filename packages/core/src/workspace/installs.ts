import * as v from 'valibot';
import { readAs } from '../prelude/schema.ts';
import { maybe, type LoggedChange } from './rows.ts';

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

/** Returns the installs in the log. A report that this version cannot read is left out. */
export const installsOf = (logged: readonly LoggedChange[]): readonly LoggedInstall[] =>
  logged.flatMap(({ id, at, receivedAt, actorName, assetId, kind, body }) => {
    const report = kind === 'reportInstall' ? readAs(REPORT, body.after) : undefined;
    return report === undefined ? [] : [{ ...report, id, at, receivedAt, actorName, assetId }];
  });
