import { deploymentFromEnv, startDeployment } from './deployment.ts';
import { isServerError } from './problem.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const complain = (line: string): void => {
  process.stderr.write(`${new Date().toISOString()} ${line}\n`);
};

/** Runs the account server and the web host until SIGINT or SIGTERM; see `deploymentFromEnv` for the settings. */
const main = async (): Promise<void> => {
  const running = await startDeployment(deploymentFromEnv(process.env, complain));
  const stop = (): void => {
    running.close().catch((error: unknown) => {
      complain(`stopping failed: ${String(error)}`);
      process.exitCode = 1;
    });
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  say(`Account server: ${running.apiUrl}`);
  for (const { user, password, purpose } of running.demoAccounts) {
    say(`Demo account: ${user} / ${password} (${purpose})`);
  }
  say(`Web app: ${running.webUrl}`);
};

main().catch((error: unknown) => {
  complain(isServerError(error) ? error.message : String(error));
  process.exitCode = 1;
});
