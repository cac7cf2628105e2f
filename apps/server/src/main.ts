import { deploymentFromEnv, startDeployment } from './deployment.ts';
import { isServerError } from './problem.ts';
import { formatEvent, type OperationEvent, type SecurityEvent } from './security-event.ts';

/** Writes an event as a line of JSON, a warning to standard error. */
const report = (event: SecurityEvent | OperationEvent): void => {
  const stream = event.event === 'warning' ? process.stderr : process.stdout;
  stream.write(`${formatEvent(event, new Date())}\n`);
};
const warn = (message: string): void => report({ event: 'warning', level: 'warn', message });
const fail = (error: unknown): void => {
  const message = isServerError(error) ? error.message : String(error);
  report({ event: 'warning', level: 'error', message });
  process.exitCode = 1;
};

/** Ignores failed writes of the log, for example on a full disk. Without a listener they would end the process. */
const surviveFailedWrites = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
};

/** Runs the account server and the web host until SIGINT or SIGTERM; see `deploymentFromEnv` for the settings. */
const main = async (): Promise<void> => {
  surviveFailedWrites();
  const running = await startDeployment(deploymentFromEnv(process.env, warn, { report }));
  const stop = (): void => {
    report({ event: 'stopping' });
    running.close().then(() => report({ event: 'stopped' }), fail);
  };
  // A second signal ends the process at once.
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const { apiUrl: api, webUrl: web, metricsUrl: metrics } = running;
  report({ event: 'started', api, web, ...(metrics !== undefined && { metrics }) });
};

main().catch(fail);
