import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';

const POLL_MS = 50;

export interface ServerProcessOptions {
  /** The server's settings, as environment variables. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * A file descriptor for standard output and standard error. Without it, they are included in the error of `ready`.
   */
  readonly log?: number;
  /** Arguments of Node. Default: run the TypeScript sources. */
  readonly nodeArguments?: readonly string[];
}

const sources = ['--import', 'tsx', fileURLToPath(new URL('../main.ts', import.meta.url))];

/** Starts the server on free ports, with an empty page as the web app. */
export const startServerProcess = async ({
  env,
  log,
  nodeArguments = sources,
}: ServerProcessOptions) => {
  const folder = await mkdtemp(join(tmpdir(), 'batbot-process-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html>');
  const port = await freePort();
  const output = log ?? 'pipe';
  const server = spawn(process.execPath, [...nodeArguments], {
    stdio: ['ignore', output, output],
    env: {
      ...process.env,
      BATBOT_API_PORT: String(port),
      BATBOT_WEB_PORT: '0',
      BATBOT_WEB_FOLDER: folder,
      ...env,
    },
  });
  let printed = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  }
  const ended = once(server, 'close'); // after its last output
  const isRunning = (): boolean => server.exitCode === null && server.signalCode === null;
  const url = `http://127.0.0.1:${port}`;
  return {
    /** The URL of the GraphQL endpoint. */
    url: `${url}/graphql`,
    isRunning,
    /** What the process has written to standard output and standard error. */
    output: (): string => printed,
    /** Waits until the server answers at /ready. Rejects with the output of the process if it has ended. */
    ready: async (): Promise<void> => {
      while (isRunning()) {
        const answer = await fetch(`${url}/ready`).catch(() => undefined);
        if (answer?.ok === true) return;
        await setTimeout(POLL_MS);
      }
      await ended;
      throw new Error(`the server has ended: ${printed}`);
    },
    /** Ends the process and waits for its end. Idempotent. */
    end: async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
      server.kill(signal);
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};

export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>;
