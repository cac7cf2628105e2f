import { startWebHost } from '@batbot/server';
import { runUntilStopped } from './start/run-until-stopped.ts';
import { startServices } from './start/services.ts';
import { buildWeb } from './start/web-build.ts';

await runUntilStopped(async (add, signal) => {
  const block = await startServices(
    {
      env: process.env,
      command: 'npm start',
      startWeb: async (options, whileStarting) => {
        await buildWeb(whileStarting);
        return startWebHost(options);
      },
    },
    add,
    signal,
  );
  console.log(block);
});
