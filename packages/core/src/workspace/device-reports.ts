import { combineLatest, EMPTY, switchMap } from 'rxjs';
import * as v from 'valibot';
import type { Clock } from '../ports/clock.ts';
import type { WorkspaceStore } from '../ports/workspace-store.ts';
import type { Live } from '../prelude/live.ts';
import { OBJECT, readAs } from '../prelude/schema.ts';
import { assetsOf, assetWithSerial, serialKey } from './rows.ts';
import { createUuidV7, isUuidV7 } from './uuid-v7.ts';
import type { Workspace } from './workspace.ts';

/** A report about a device, as the change of its asset. */
export interface DeviceReport {
  readonly userId: string;
  readonly serial: string | undefined;
  readonly kind: 'reportWrite' | 'reportInstall';
  /** The fields of the API without `assetId`. */
  readonly input: Readonly<Record<string, unknown>>;
}

const ROW = v.object({
  /** The id of the change, which the server applies once, even if two tabs send it. */
  id: v.pipe(v.string(), v.check(isUuidV7)),
  /** Wall-clock time of the report. */
  at: v.number(),
  serial: v.string(),
  kind: v.picklist(['reportWrite', 'reportInstall']),
  input: OBJECT,
});

type WaitingReport = Readonly<v.InferOutput<typeof ROW> & { userId: string }>;

const PREFIX = 'report:';
/** Returns the place of a report. A write with this place and no value removes the report. */
const placeOf = (id: string) => ({ table: 'device' as const, id: PREFIX + id });
/** How many reports of a user wait; the oldest are dropped. */
const MOST_WAITING = 200;

export interface DeviceReportsParts {
  readonly workspace$: Live<
    Pick<Workspace, 'userId' | 'rows$' | 'outbox' | 'changeAll'> | undefined
  >;
  readonly store: Pick<WorkspaceStore, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallNow'>;
  readonly randomBytes: (count: number) => Uint8Array;
}

/**
 * Returns a function that logs a report at the asset with the serial number of its device. If no asset or several
 * assets match the device, the report waits on this computer until exactly one does, and until the server has the asset
 * or gets it before the report.
 */
export const createDeviceReports = ({
  workspace$,
  store,
  clock,
  randomBytes,
}: DeviceReportsParts): ((report: DeviceReport) => void) => {
  const ids = createUuidV7(clock.wallNow, randomBytes);
  let waiting: readonly WaitingReport[] = [];
  /** Settles when the rows are stored. A row that the storage refuses waits until the page is closed. */
  let stored: Promise<unknown> = Promise.resolve();

  const put = ({ userId, ...row }: WaitingReport, isRemoved = false): void => {
    const place = placeOf(row.id);
    const writing = store.write(userId, [isRemoved ? place : { ...place, value: row }]);
    stored = Promise.all([stored, writing]);
  };

  const submit = (): void => {
    const workspace = workspace$.value;
    if (workspace === undefined || waiting.length === 0) return;
    const own = waiting.filter(({ userId }) => userId === workspace.userId);
    const keys = new Set(own.map(({ serial }) => serialKey(serial)));
    // Among thousands of assets, only those with these serial numbers are read.
    const rows = workspace.rows$.value.filter(
      ({ kind, row }) => kind === 'asset' && keys.has(serialKey(String(row['serial']))),
    );
    const items = workspace.outbox.items$.value;
    const assets = assetsOf(rows, items);
    /** Changes are sent in the order of their ids, so the server would refuse a report that is older than its asset. */
    const isSentBefore = (report: WaitingReport, assetId: string): boolean =>
      rows.some(({ id }) => id === assetId) ||
      items.some(({ id, target }) => target === `asset:${assetId}` && id < report.id);
    const due = own.flatMap((report) => {
      const asset = assetWithSerial(assets, report.serial);
      return asset !== undefined && isSentBefore(report, asset.id) ? [{ report, asset }] : [];
    });
    if (due.length === 0) return;
    const sent = new Set<WaitingReport>(due.map(({ report }) => report));
    waiting = waiting.filter((report) => !sent.has(report));
    const entries = due.map(({ report: { id, at, kind, input }, asset }) => ({
      id,
      at,
      target: `asset:${asset.id}`,
      kind,
      input: { ...input, assetId: asset.id },
    }));
    const places = entries.map(({ id }) => placeOf(id));
    void stored
      .then(() => workspace.changeAll(entries, places))
      .then((written) => {
        if (!written.ok) waiting = [...sent, ...waiting]; // until the next change
      });
  };

  const load = async (userId: string): Promise<void> => {
    await stored;
    const rows = await store.read(userId, 'device');
    const found = rows.ok ? rows.value.filter(({ id }) => id.startsWith(PREFIX)) : [];
    const known = new Set(waiting.map(({ id }) => id));
    const added = found.flatMap(({ value }) => {
      const row = readAs(ROW, value);
      return row === undefined || known.has(row.id) ? [] : [{ ...row, userId }];
    });
    waiting = [...added, ...waiting];
    submit();
  };

  workspace$
    .pipe(
      switchMap((workspace) => {
        if (workspace === undefined) return EMPTY;
        void load(workspace.userId);
        return combineLatest([workspace.rows$, workspace.outbox.items$]);
      }),
    )
    .subscribe(submit);

  return ({ serial, ...report }) => {
    if (serial === undefined) return;
    const added = { ...report, serial, id: ids.next(), at: clock.wallNow() };
    waiting = [...waiting, added];
    submit();
    if (!waiting.includes(added)) return;
    put(added);
    const own = waiting.filter(({ userId }) => userId === report.userId);
    const [oldest] = own;
    if (oldest === undefined || own.length <= MOST_WAITING) return;
    waiting = waiting.filter((each) => each !== oldest);
    put(oldest, true);
  };
};
