import { whyNot } from '../browser/rig/availability.ts';
import { allChecks } from '../checks/all-checks.ts';
import { runChecks } from '../checks/run-checks.ts';
import { buildWebIfChanged } from '../start/web-build.ts';
import { runPlaywright, runVitest } from './run-vitest.ts';
import { addTotals, noTests, type Totals } from './totals.ts';

/** A part of `npm test`. `remarks` are repeated at the end, where nobody overlooks them. */
export interface SectionResult {
  readonly totals: Totals;
  readonly remarks: readonly string[];
}

export interface Section {
  readonly title: string;
  readonly run: () => Promise<SectionResult>;
}

const check = async (): Promise<SectionResult> => {
  const failed = await runChecks(allChecks, (text) => console.log(text));
  return {
    totals: { ...noTests, failed: failed.length },
    remarks: failed.length === 0 ? [] : [`Checks failed: ${failed.join(', ')}`],
  };
};

const unit = async (): Promise<SectionResult> => ({
  totals: await runVitest('!browser'),
  remarks: [],
});

const inCi = process.env['CI'] === 'true';

/** Tests that lack what they need skip themselves; in CI, where all of it is installed, that is a failure. */
const browser = async (): Promise<SectionResult> => {
  const build = await buildWebIfChanged({
    onBuilding: () => console.log('Building the web app …'),
  });
  if (build.kind === 'failed') {
    console.error(build.output);
    return { totals: { ...noTests, failed: 1 }, remarks: ['The web app could not be built.'] };
  }
  const totals = addTotals(await runVitest('browser'), await runPlaywright());
  const why = whyNot(['chromium', 'usb', 'chooser']);
  const skipped = totals.skipped > 0 || why !== undefined;
  const remark = `BROWSER TESTS SKIPPED: ${why ?? `${totals.skipped} of them, see above`}`;
  return {
    totals: skipped && inCi ? { ...totals, failed: Math.max(1, totals.failed) } : totals,
    remarks: skipped ? [inCi ? `${remark} (with CI=true a failure)` : remark] : [],
  };
};

/** By the name that `--only` takes. */
export const sections: Readonly<Record<string, Section>> = {
  check: { title: 'Checks', run: check },
  unit: { title: 'Unit, contract and integration tests', run: unit },
  browser: { title: 'Browser tests', run: browser },
};
