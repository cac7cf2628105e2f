import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

const run = promisify(execFile);

const firstLine = async (child: ChildProcess & { readonly stdout: Readable }): Promise<string> => {
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${child.spawnfile} ended`))),
  ])) as [string];
  return line;
};

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill();
  await gone;
};

export const startXDisplay = async () => {
  // With -displayfd, Xvfb selects a free number and prints it when the display is ready.
  const args = ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'];
  const xvfb = spawn('Xvfb', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const name = `:${await firstLine(xvfb)}`;
  const env = { ...process.env, DISPLAY: name };
  // If the first window of a browser opens before the window manager runs, it may never be drawn, and its page never
  // loads.
  const openbox = spawn('openbox', ['--startup', 'echo ready'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await firstLine(openbox);
  return {
    /** The name of the display, such as ":99". */
    name,
    /** Runs xdotool on the display and returns its output. Rejects if it fails. */
    xdotool: async (...all: readonly string[]): Promise<string> =>
      (await run('xdotool', [...all], { env })).stdout.trim(),
    stop: async (): Promise<void> => {
      await end(openbox);
      await end(xvfb);
    },
  };
};

/** A virtual X display with a window manager, for dialogs that a headless browser does not show. */
export type XDisplay = Awaited<ReturnType<typeof startXDisplay>>;
