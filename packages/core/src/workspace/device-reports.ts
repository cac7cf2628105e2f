import { combineLatest, EMPTY, switchMap } from 'rxjs';
import type { Live } from '../prelude/live.ts';
import { assetsOf, assetWithSerial } from './rows.ts';
import type { Workspace } from './workspace.ts';

/** A report about a device, as the change of its asset. */
export interface DeviceReport {
  /** The user who worked on the device. */
  readonly userId: string;
  readonly serial: string | undefined;
  readonly kind: 'reportWrite' | 'reportInstall';
  /** The fields of the API without `assetId`. */
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * Returns a function that logs a report at the asset with the serial number of its device. If no asset or several
 * assets match the device, the report waits until exactly one does, at most until the page is closed or another user
 * signs in.
 */
export const createDeviceReports = (
  workspace$: Live<Pick<Workspace, 'userId' | 'rows$' | 'outbox' | 'change'> | undefined>,
): ((report: DeviceReport) => void) => {
  let waiting: readonly DeviceReport[] = [];
  const submit = (): void => {
    const workspace = workspace$.value;
    if (workspace === undefined || waiting.length === 0) return;
    const assets = assetsOf(workspace.rows$.value, workspace.outbox.items$.value);
    const due = waiting.map((report) => ({
      report,
      asset: assetWithSerial(assets, report.serial),
    }));
    waiting = due.flatMap(({ report, asset }) =>
      asset === undefined && report.userId === workspace.userId ? [report] : [],
    );
    for (const { report, asset } of due) {
      if (asset === undefined || report.userId !== workspace.userId) continue;
      const { kind, input } = report;
      const target = `asset:${asset.id}`;
      void workspace.change({ target, kind, input: { ...input, assetId: asset.id } });
    }
  };
  workspace$
    .pipe(
      switchMap((workspace) =>
        workspace === undefined ? EMPTY : combineLatest([workspace.rows$, workspace.outbox.items$]),
      ),
    )
    .subscribe(submit);
  return (report) => {
    waiting = [...waiting, report];
    submit();
  };
};
