import { allChecks, runChecks } from './checks/checks.ts';

// `npm run check` runs all checks, `npm run check -- NAME …` only the named ones.
const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in allChecks));
if (unknown.length > 0) {
  console.error(
    `There is no check ${unknown.join(', ')}. Checks: ${Object.keys(allChecks).join(', ')}`,
  );
  process.exit(1);
}
const failed = await runChecks(names);
console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
