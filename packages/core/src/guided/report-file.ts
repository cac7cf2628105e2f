import * as v from 'valibot';
import { jsonFile, listOf, type Schema } from '../prelude/schema.ts';
import { CHECK_LIMITS } from './check.ts';
import type { GuidedReport } from './report.ts';

export const KEPT_REPORTS = 20;

const text = v.exactOptional(v.string());
const number = v.exactOptional(v.number());
const ENDS = ['passed', 'failed', 'aborted'] as const;

const REPORT: Schema<GuidedReport> = v.object({
  id: v.string(),
  title: v.string(),
  purpose: v.string(),
  startedAt: v.number(),
  endedAt: v.number(),
  end: v.picklist(ENDS),
  why: text,
  device: v.string(),
  identity: v.object({ model: text, hardware: text, firmware: text, serial: text }),
  cells: number,
  designCapacityAh: number,
  interlocks: listOf(v.string(), 99),
  steps: listOf(
    v.object({
      title: v.string(),
      kind: v.picklist(['instruct', 'ask', 'measure', 'choose']),
      outcome: v.picklist([...ENDS, 'notDone']),
      found: text,
      needed: text,
      value: number,
      unit: text,
      command: text,
      said: text,
      at: number,
      tookMs: number,
    }),
    CHECK_LIMITS.steps,
  ),
  halts: listOf(v.object({ step: v.number(), at: v.number(), why: v.string() }), 10_000),
});

/** Reports as they are saved and exported. */
export const REPORT_FILE = jsonFile<readonly GuidedReport[]>({
  header: { name: 'batbot-check-reports', contents: 'reports of this app' },
  mostCharacters: 4_194_304,
  schema: v.pipe(
    v.object({ reports: listOf(REPORT, KEPT_REPORTS) }),
    v.transform(({ reports }) => reports),
  ),
  toJson: (reports) => ({ reports }),
});
