import { runTool } from './process/run-tool.ts';
import { buildWebIfChanged, webBuildFolder } from './start/web-build.ts';

const build = await buildWebIfChanged({ onBuilding: () => console.log('Building the web app …') });
if (build.kind === 'failed') {
  console.error(build.output);
  process.exitCode = 1;
} else {
  const how = build.kind === 'built' ? `built in ${build.seconds.toFixed(1)} s` : 'unchanged';
  console.log(`The web app is ${how}: ${webBuildFolder}`);
}

const server = await runTool('typescript', ['-p', 'apps/server/tsconfig.build.json'], {
  command: 'tsc',
});
if (server.code !== 0) {
  console.error(server.output);
  process.exitCode = 1;
} else console.log('The account server is built: apps/server/dist');
