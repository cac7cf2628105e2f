import { readFile } from 'node:fs/promises';
import { HELP, readArguments } from './account-command/read-arguments.ts';
import { readPassword } from './account-command/read-password.ts';
import { runAccountCommand } from './account-command/run-account-command.ts';
import { openDatabase } from './database/open-database.ts';
import { databaseFromEnv, typedPath } from './deployment.ts';
import { isServerError } from './problem.ts';
import { formatEvent, type SecurityEvent } from './security-event.ts';

const report = (event: SecurityEvent): void => {
  process.stderr.write(`${formatEvent(event, new Date())}\n`);
};
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
/** Prints a warning, after which the command can still succeed. */
const warn = (line: string): void => {
  process.stderr.write(`${line}\n`);
};
const complain = (line: string): void => {
  warn(line);
  process.exitCode = 1;
};

/** Runs the command line that adds and changes accounts; see `HELP`. */
const main = async (): Promise<void> => {
  const ask = readArguments(process.argv.slice(2));
  if (ask.kind === 'help') {
    say(HELP);
    return;
  }
  if (ask.kind === 'wrong') {
    complain(
      `${ask.problem}\n\nnpm run accounts -w @batbot/server -- help shows all commands and permission flags`,
    );
    return;
  }
  const database = await openDatabase(databaseFromEnv(process.env), warn);
  try {
    const complaint = await runAccountCommand(ask, {
      database,
      readPassword: () => readPassword(process.stdin, process.stdout),
      readFile: (path) => readFile(typedPath(process.env, path), 'utf8'),
      say,
      report,
    });
    if (complaint !== undefined) complain(complaint);
  } finally {
    await database.close();
  }
};

main().catch((error: unknown) => {
  complain(isServerError(error) ? error.message : String(error));
});
