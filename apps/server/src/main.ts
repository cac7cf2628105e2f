import { deploymentFromEnv, startDeployment } from './deployment.ts';
import { isServerError } from './problem.ts';
import { formatEvent } from './security-event.ts';

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const warn = (line: string): void => {
  process.stderr.write(`${new Date().toISOString()} ${line}\n`);
};

/** Ignores failed writes of the log, for example on a full disk. Without a listener they would end the process. */
const surviveFailedWrites = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
};

/** Runs the account server and the web host until SIGINT or SIGTERM; see `deploymentFromEnv` for the settings. */
const main = async (): Promise<void> => {
  surviveFailedWrites();
  const report = (event: Parameters<typeof formatEvent>[0]): void => {
    print(formatEvent(event, new Date()));
  };
  const running = await startDeployment(deploymentFromEnv(process.env, warn, { report }));
  const stop = (): void => {
    running.close().catch((error: unknown) => {
      warn(`stopping failed: ${String(error)}`);
      process.exitCode = 1;
    });
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  print(`Account server: ${running.apiUrl}`);
  print(`Web app: ${running.webUrl}`);
};

main().catch((error: unknown) => {
  warn(isServerError(error) ? error.message : String(error));
  process.exitCode = 1;
});
