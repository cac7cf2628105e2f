import { explain } from '../process/plain-failure.ts';
import { type Add, createParts } from './start-parts.ts';

/** Time limit of a stop in ms, longer than the services' own limit for pending requests. */
const STOP_LIMIT_MS = 8_000;

/**
 * Starts services and keeps the process running until Ctrl+C, SIGTERM or SIGHUP stops them all: exit code 0. If the
 * start or a service fails, everything stops: exit code 1. A second Ctrl+C exits without waiting.
 */
export const runUntilStopped = async (
  start: (add: Add, signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  const { add, close } = createParts();
  const abort = new AbortController();
  let stopping = false;

  const stop = async (code: number): Promise<void> => {
    stopping = true;
    abort.abort();
    setTimeout(() => {
      console.error('Stopping takes too long; leaving.');
      process.exit(1);
    }, STOP_LIMIT_MS).unref();
    try {
      await close();
    } catch (error) {
      console.error(explain(error));
      process.exit(1);
    }
    process.exit(code);
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stopping && signal === 'SIGINT') process.exit(130);
    if (stopping) return;
    console.log('\nStopping …');
    void stop(0);
  };
  const onFailure = (error: unknown): void => {
    if (stopping) return;
    console.error(explain(error));
    void stop(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  process.on('uncaughtException', onFailure);
  process.on('unhandledRejection', onFailure);
  await start(add, abort.signal).catch(onFailure);
};
