import { allChecks } from './checks/all-checks.ts';
import { runChecks } from './checks/run-checks.ts';

const names = process.argv.slice(2);
const unknown = names.filter((name) => !allChecks.some((check) => check.name === name));
if (unknown.length > 0) {
  const known = allChecks.map(({ name }) => name).join(', ');
  console.error(`There is no check ${unknown.join(', ')}. Checks: ${known}`);
  process.exit(1);
}
const chosen = allChecks.filter(({ name }) => names.length === 0 || names.includes(name));
const failed = await runChecks(chosen, (text) => console.log(text));
console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
