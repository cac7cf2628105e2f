import type { Live } from '../prelude/live.ts';
import { saved } from '../prelude/saved.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import { KEPT_REPORTS, REPORT_FILE } from './report-file.ts';
import type { GuidedReport } from './report.ts';

/** The last reports of this computer, until sign-out; the latest first. */
export interface ReportStore {
  readonly reports$: Live<readonly GuidedReport[]>;
  readonly add: (report: GuidedReport) => void;
  readonly remove: (id: string) => void;
  readonly reload: () => void;
  readonly dispose: () => void;
}

export const createReportStore = (store: KeyValueStore): ReportStore => {
  const reports = saved(store, 'guidedReports', REPORT_FILE, []);
  return {
    reports$: reports.value$,
    add: (report) => {
      reports.set([report, ...reports.read()].slice(0, KEPT_REPORTS));
    },
    remove: (id) => {
      reports.set(reports.read().filter((each) => each.id !== id));
    },
    reload: reports.read,
    dispose: reports.dispose,
  };
};
