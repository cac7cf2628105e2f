import { startWebHost } from '@batbot/server';
import { plainFailure, runUntilStopped } from './start/run-until-stopped.ts';
import { startServices } from './start/services.ts';
import { buildWebIfChanged } from './start/web-build.ts';

await runUntilStopped(async (running, signal) => {
  const block = await startServices(
    {
      env: process.env,
      command: 'npm start',
      startWeb: async (options, whileStarting) => {
        const build = await buildWebIfChanged({
          onBuilding: () => console.log('Building the web app …'),
          signal: whileStarting,
        });
        if (build.kind === 'failed') {
          throw plainFailure(`${build.output}\nThe web app could not be built: see above.`);
        }
        return startWebHost(options);
      },
    },
    running,
    signal,
  );
  console.log(block);
});
