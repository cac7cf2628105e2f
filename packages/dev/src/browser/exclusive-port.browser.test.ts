import { afterAll, beforeAll, expect, it } from 'vitest';
import type { App } from './app.ts';
import { startBench, type Bench } from './bench.ts';
import { describeInBrowser } from './rig/describe-in-browser.ts';
import { startLineProcess } from './rig/line-process.ts';

const soon = { timeout: 15_000, interval: 50 };

/** Opens the port for itself alone, as serial programs do, until its input ends; then frees it. */
const HOLD = `
import fcntl, os, sys, termios
port = os.open(sys.argv[1], os.O_RDWR | os.O_NOCTTY)
fcntl.ioctl(port, termios.TIOCEXCL)
print("held", flush=True)
sys.stdin.read()
fcntl.ioctl(port, termios.TIOCNXCL)
`;

/** Root's browser opens what others hold: here it runs without the right to. */
describeInBrowser('a port that somebody else has open', ['chromium', 'usb'], () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench({ likeUsers: true, bindsToLocks: true });
  });
  afterAll(() => bench?.close());

  const atTerminal = async (app: App): Promise<void> => {
    await app.login('technician');
    await app.tab('Terminal', 'terminal');
  };
  const works = async (app: App): Promise<void> => {
    const heard = bench.listen();
    await app.type('ATI');
    await expect.poll(() => heard().map(({ text }) => text), soon).toContain('ATI');
  };
  const isOpen = (): boolean => bench.services.simulator.state().clients['pty'] === true;

  const holdPort = async () => {
    const path = bench.services.simulator.slavePath ?? '';
    const other = startLineProcess('/usr/bin/python3', ['-c', HOLD, path]);
    expect(await other.nextLine()).toBe('held');
    return other;
  };
  /** The last close of a real port takes the lock away; a pty keeps it, so it is taken away here. */
  const closedAsReal = async (): Promise<void> => {
    await expect.poll(isOpen, soon).toBe(false);
    await (await holdPort()).stop();
    await expect.poll(isOpen, soon).toBe(false);
  };

  it('[SR-32] held by another program it is busy, in words; let go, it opens', async () => {
    const other = await holdPort();
    await bench.inApp(async (app) => {
      await atTerminal(app);
      await app.clickConnect();
      await app.notice('Port Busy').waitFor();
      await app.page.getByText('This port is already open in another application.').waitFor();
      await other.stop();
      await expect.poll(isOpen, soon).toBe(false);
      await app.connect();
      await works(app);
      await app.disconnect();
      await closedAsReal();
    });
  });
});
