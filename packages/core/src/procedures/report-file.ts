import * as v from 'valibot';
import { createLive } from '../prelude/live.ts';
import { saved } from '../prelude/saved.ts';
import { jsonFile, listOf, readAs, type DeepReadonly } from '../prelude/schema.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import { CHECK_LIMITS } from './procedure-limits.ts';
import { mapIfArray, isObject, kindOfVersion1, renamed, type Json } from './procedure-file.ts';

const KEPT_REPORTS = 20; // TERM-212
const FORMAT = 'batbot-check-reports';
const VERSION = 2;

const text = v.exactOptional(v.string());
const number = v.exactOptional(v.number());
const lines = listOf(v.string(), 99);
const ENDS = ['passed', 'failed', 'stopped'] as const;

/** The result of a check. Contains no name of a user. Times are UTC milliseconds. */
const REPORT = v.object({
  id: v.string(),
  name: v.string(),
  purpose: v.string(),
  startedAt: v.number(),
  endedAt: v.number(),
  /** `notEnded`: saved during the check, which may still run in another tab, or was ended by a crash. */
  end: v.picklist([...ENDS, 'notEnded']),
  why: text,
  /** The label of the device, as the browser reports it. */
  device: v.string(),
  identity: v.object({ model: text, hardware: text, firmware: text, serial: text }),
  cells: number,
  designCapacityAh: number,
  /** Conditions of the whole check, as text. */
  conditions: lines,
  steps: listOf(
    v.object({
      title: v.string(),
      kind: v.picklist(['instruct', 'send', 'measure', 'question']),
      outcome: v.picklist([...ENDS, 'notDone']),
      found: text,
      needed: text,
      value: number,
      unit: text,
      command: text,
      said: text,
      at: number,
      tookMs: number,
      /** Conditions of this step alone, as text. */
      conditions: v.exactOptional(lines),
    }),
    CHECK_LIMITS.steps,
  ),
  halts: listOf(v.object({ step: v.number(), at: v.number(), why: v.string() }), 10_000),
});
export type CheckReport = DeepReadonly<v.InferOutput<typeof REPORT>>;
/** A step in a report. A step that never began has no result. */
export type ReportStep = CheckReport['steps'][number];

const NAMES = new Map([
  ['title', 'name'],
  ['interlocks', 'conditions'],
]);
const endOfVersion1 = (end: unknown): unknown => (end === 'aborted' ? 'stopped' : end);
const stepOfVersion1 = (raw: unknown): unknown =>
  isObject(raw)
    ? { ...raw, kind: kindOfVersion1(raw['kind']), outcome: endOfVersion1(raw['outcome']) }
    : raw;
const reportOfVersion1 = (raw: unknown): unknown =>
  isObject(raw)
    ? renamed(
        { ...raw, end: endOfVersion1(raw['end']), steps: mapIfArray(raw['steps'], stepOfVersion1) },
        NAMES,
      )
    : raw;

const upgraded = (raw: unknown): Json | undefined => {
  if (!isObject(raw) || raw['format'] !== FORMAT) return undefined;
  const { version, reports } = raw;
  if (version === VERSION) return { reports };
  return version === 1 ? { reports: mapIfArray(reports, reportOfVersion1) } : undefined;
};

/** Reads the report of a check from a ticket; undefined if this version cannot read it. */
export const readCheckReport = (raw: unknown): CheckReport | undefined => readAs(REPORT, raw);

/** The format in which reports are saved and exported. */
export const REPORT_FILE = jsonFile<readonly CheckReport[]>({
  schema: v.pipe(
    v.unknown(),
    v.transform(upgraded),
    v.custom<Json>((file) => file !== undefined, 'does not contain reports of this version'),
    v.object({ reports: v.array(v.unknown()) }),
    v.transform(({ reports }) => reports.flatMap((each) => readCheckReport(each) ?? [])),
  ),
  toJson: (reports) => ({ format: FORMAT, version: VERSION, reports }),
});

export const createReportStore = (store: KeyValueStore) => {
  const reports = saved(store, 'guidedReports', REPORT_FILE, []);
  const isKept = createLive(true);
  const set = (next: readonly CheckReport[]): void => isKept.set(reports.set(next).ok);
  const without = (id: string): readonly CheckReport[] =>
    reports.read().filter((each) => each.id !== id);
  return {
    reports$: reports.value$,
    /** False while the storage refuses the latest list, which is then kept until the page closes. */
    isKept$: isKept.live,
    /** Adds a report, or replaces the one with its id. */
    put: (report: CheckReport): void => set([report, ...without(report.id)].slice(0, KEPT_REPORTS)),
    remove: (id: string): void => set(without(id)),
    dispose: (): void => {
      reports.dispose();
      isKept.dispose();
    },
  };
};

/** The latest reports on this computer, newest first. They are deleted at sign-out. */
export type ReportStore = ReturnType<typeof createReportStore>;
