import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startLineProcess } from './line-process.ts';

const run = promisify(execFile);

/** Timeout of a start in ms, long enough for a busy machine. */
const START_MS = 60_000;

export const startXDisplay = async () => {
  // With -displayfd, Xvfb selects a free number and prints it when the display is ready.
  const args = ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'];
  const xvfb = startLineProcess('Xvfb', args);
  const name = `:${await xvfb.nextLine(START_MS)}`;
  const env = { ...process.env, DISPLAY: name };
  // If the first window of a browser opens before the window manager runs, it may never be drawn, and its page never
  // loads.
  const openbox = startLineProcess('openbox', ['--startup', 'echo ready'], env);
  await openbox.nextLine(START_MS);
  return {
    /** The name of the display, such as ":99". */
    name,
    xdotool: async (...all: readonly string[]): Promise<string> =>
      (await run('xdotool', [...all], { env })).stdout.trim(),
    stop: async (): Promise<void> => {
      await openbox.kill();
      await xvfb.kill();
    },
  };
};

/** A virtual X display with a window manager, for dialogs that a headless browser does not show. */
export type XDisplay = Awaited<ReturnType<typeof startXDisplay>>;
