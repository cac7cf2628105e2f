import { createLive, type Live } from '../prelude/live.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import { formatReports, KEPT_REPORTS, parseReports } from './report-file.ts';
import type { GuidedReport } from './report.ts';

const KEY = 'guidedReports';

/** The last reports of this computer, until logout; the latest first. */
export interface ReportShelf {
  readonly reports$: Live<readonly GuidedReport[]>;
  readonly add: (report: GuidedReport) => void;
  readonly remove: (id: string) => void;
  readonly reload: () => void;
  readonly dispose: () => void;
}

export const createReportShelf = (store: KeyValueStore): ReportShelf => {
  const read = (): readonly GuidedReport[] | undefined => {
    const text = store.get(KEY);
    if (text === undefined) return undefined;
    const parsed = parseReports(text);
    return parsed.ok ? parsed.value : [];
  };
  const reports = createLive(read() ?? []);
  /** On what another tab kept meanwhile. A storage that refuses leaves the list for this visit. */
  const change = (make: (kept: readonly GuidedReport[]) => readonly GuidedReport[]): void => {
    reports.set(make(read() ?? reports.live.value));
    store.set(KEY, formatReports(reports.live.value));
  };
  return {
    reports$: reports.live,
    add: (report) => {
      change((kept) => [report, ...kept].slice(0, KEPT_REPORTS));
    },
    remove: (id) => {
      change((kept) => kept.filter((each) => each.id !== id));
    },
    reload: () => {
      reports.set(read() ?? []);
    },
    dispose: reports.dispose,
  };
};
