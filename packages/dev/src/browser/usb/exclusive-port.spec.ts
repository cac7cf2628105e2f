import { openApp, type App } from '../app.ts';
import { connectSecondClient, waitUntilHidden } from '../rig/chromium.ts';
import { startLineProcess } from '../rig/line-process.ts';
import { expect, usbTest as test } from '../fixtures.ts';

/**
 * Python script that opens the port exclusively, as serial programs do. It releases the port when its standard input
 * ends.
 */
const HOLD = `
import fcntl, os, sys, termios
port = os.open(sys.argv[1], os.O_RDWR | os.O_NOCTTY)
fcntl.ioctl(port, termios.TIOCEXCL)
print("held", flush=True)
sys.stdin.read()
fcntl.ioctl(port, termios.TIOCNXCL)
`;

test.use({ rigOptions: { bindsToLocks: true, isDebugged: true } });

/** A browser of root can open ports that are locked by others, so here it runs without that capability. */
test('[ERR-7] [SR-03] [SR-32] [MT-07] a port that another program or a frozen tab holds is reported as busy; it can be opened after its release, or when the tab wakes', async ({
  rig,
}) => {
  const holdPort = async () => {
    const path = rig.services.simulator.slavePath ?? '';
    const other = startLineProcess('/usr/bin/python3', ['-c', HOLD, path]);
    expect(await other.nextLine()).toBe('held');
    return other;
  };
  const { browser, context } = await connectSecondClient(rig.debugUrl);
  const openTab = async (): Promise<App> => openApp(await context.newPage(), rig.services.webUrl);

  const other = await holdPort();
  const first = await openTab();
  await first.login('technician');
  await first.tab('Terminal', 'terminal');
  await first.clickConnect();
  await first.notice('Port Busy').waitFor();
  await first.notice('This port is already open in another application.').waitFor();
  await expect(first.connectButton).toBeEnabled();
  await expect(first.send).toBeDisabled();
  await other.stop();
  await rig.closed();
  await first.connect();
  await rig.works(first);

  const second = await openTab();
  await second.open('/mainpage/terminal');
  await second.clickConnect();
  await second.notice('Open in another tab').waitFor();
  await waitUntilHidden(first.page);
  const cdp = await context.newCDPSession(first.page);
  await cdp.send('Page.setWebLifecycleState', { state: 'frozen' });
  await second.page.getByRole('button', { name: 'Take over', exact: true }).click();
  const connection = second.page.getByRole('region', { name: 'Serial connection', exact: true });
  const state = (): Promise<string | null> => connection.getAttribute('data-connection');
  await expect.poll(state).toBe('connecting');
  await expect.poll(state).toBe('disconnected');
  await second.notice('Port Busy').or(second.notice('Open in another tab')).first().waitFor();
  await expect(second.connectButton).toBeEnabled();
  expect(rig.services.simulator.state().clients['pty']).toBe(true);

  await cdp.send('Page.setWebLifecycleState', { state: 'active' });
  await rig.closed();
  // The last close of a real port removes its lock; a pty keeps it until the next program removes it.
  await (await holdPort()).stop();
  await rig.closed();
  await second.connect();
  await rig.works(second);
  await first.page.bringToFront();
  // In a narrow window, the details are in the tooltip.
  await first.page.getByText('taken over by another tab').waitFor({ state: 'attached' });
  await browser.close();
});
