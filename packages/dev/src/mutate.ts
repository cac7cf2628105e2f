import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root, runTool } from './process/run-tool.ts';

// `npm run mutate -- ROOM [FILE …]` changes the code of a room of the core in many small ways and runs the room's tests
// that reach each change: a change that no test notices has survived. FILE narrows it to files of the room.
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
