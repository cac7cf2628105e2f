import { parseArgs } from 'node:util';
import { type SectionResult, sections } from './testing/sections.ts';
import { addTotals, noTests, totalsLine } from './testing/totals.ts';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const { only } = values;
const chosen = Object.entries(sections).filter(([name]) => only === undefined || name === only);
if (chosen.length === 0) {
  console.error(`--only takes one of: ${Object.keys(sections).join(', ')}`);
  process.exit(1);
}

const results: SectionResult[] = [];
for (const [, { title, run }] of chosen) {
  console.log(`\n── ${title} ${'─'.repeat(Math.max(0, 76 - title.length))}`);
  results.push(await run());
}
const totals = results.map((result) => result.totals).reduce(addTotals, noTests);
const remarks = results.flatMap((result) => result.remarks);
console.log(['', ...remarks, totalsLine(totals)].join('\n'));
process.exitCode = totals.failed === 0 ? 0 : 1;
