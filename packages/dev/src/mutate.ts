import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root, runTool } from './process/run-tool.ts';

// `npm run mutate -- FOLDER [FILE …]` runs mutation tests for a folder of the core: it changes the code in many small
// ways and runs the tests that reach each change. A change that fails no test has survived. FILE limits it to files of
// the folder.
const [room = '', ...files] = process.argv.slice(2);
const core = join(root, 'packages/core');
if (room === '' || !existsSync(join(core, 'src', room))) {
  console.error('Name a folder of packages/core/src, for instance: npm run mutate -- protocol');
  process.exit(1);
}
const sources =
  files.length === 0 ? [`src/${room}/**/*.ts`] : files.map((file) => `src/${room}/${file}`);
const excluded = ['test', 'fixture', 'contract'].map((kind) => `!src/**/*.${kind}.ts`);
const { code } = await runTool(
  '@stryker-mutator/core',
  ['run', '../dev/stryker.config.json', '--mutate', [...sources, ...excluded].join(',')],
  { command: 'stryker', show: true, cwd: core, env: { ...process.env, BATBOT_ROOM: room } },
);
process.exitCode = code;
