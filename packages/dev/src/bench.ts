import { benches } from './bench/all-benches.ts';

const names = process.argv.slice(2);
const known = Object.keys(benches);
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. Benchmarks: ${known.join(', ')}`);
  process.exit(1);
}
for (const [name, run] of Object.entries(benches)) {
  if (names.length > 0 && !names.includes(name)) continue;
  await run((line) => {
    console.log(line);
  });
  console.log('');
}
