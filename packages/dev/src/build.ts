import { build as bundle } from 'vite';
import { runTool } from './process/run-tool.ts';
import { buildWeb, webBuildFolder } from './start/web-build.ts';

await buildWeb();
console.log(`The web app is up to date: ${webBuildFolder}`);

const server = await runTool('typescript', ['-p', 'apps/server/tsconfig.build.json'], {
  command: 'tsc',
});
if (server.code !== 0) {
  console.error(server.output);
  process.exitCode = 1;
} else {
  // The analysis of recordings uses the core, which is TypeScript. Node needs it as JavaScript.
  await bundle({
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: 'apps/server/src/analysis/recording-analysis.ts',
      outDir: 'apps/server/dist/analysis',
      emptyOutDir: false,
      target: 'node20',
    },
    ssr: { noExternal: [/^@batbot\//] },
  });
  console.log('The account server is built: apps/server/dist');
}
