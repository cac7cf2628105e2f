import type { CheckReport } from '../procedures/report-file.ts';
import type { EntryBody } from './entries.ts';

/** Proposes an entry for each failed step of a check, with the value, what was expected, and the unit. */
export const proposalsOf = (report: CheckReport): readonly EntryBody<'TEXT'>[] =>
  report.steps.flatMap(({ title, outcome, found, needed, value, unit }) => {
    if (outcome !== 'failed' || found === undefined) return [];
    const expected = needed === undefined ? '' : `, expected ${needed}`;
    return [
      {
        text: `${report.name}, ${title}: ${found}${expected}.`,
        finding: { check: report.name, step: title, found, needed, value, unit },
      },
    ];
  });
