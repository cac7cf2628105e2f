import type { Route } from '@playwright/test';
import { startWirePty } from './rig/wire-pty.ts';
import { expect, usbTest as test } from './fixtures.ts';

/** Forwards a request and replaces one field of its response at any depth. */
const withField =
  (field: string, value: string) =>
  async (route: Route): Promise<void> => {
    const answer = await route.fetch();
    const text = JSON.stringify(await answer.json(), (key, kept: unknown) =>
      key === field ? value : kept,
    );
    await route.fulfill({ response: answer, body: text });
  };

/** All byte values, a very long line, markup and terminal control sequences. */
const garbage = Buffer.concat([
  Buffer.from(Array.from({ length: 256 }, (_, index) => index)),
  Buffer.alloc(20_000, 0x78),
  Buffer.from('\r\n<img src=x onerror="document.title=\'pwned\'">\r\n\u001b[2J\u001b[c'),
  Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0x0d, 0x0a]),
  Buffer.from('+ADATA: 1,2,3\r\nOK\r\n+ADATA: 1,17,86405,4,2,99..9,-,NaN\r\nOK\r\n'),
]);

test.describe('bad input, end to end', () => {
  test('[LOGIN-8] a wrong password is reported instead of the greeting, and the next login works', async ({
    app,
  }) => {
    await app.open('/login');
    await app.page.getByText('Welcome Back!').waitFor();
    await app.submitLogin('technician', 'wrong');
    await app.page.getByText('Incorrect Username/Password').waitFor();
    await app.page.getByPlaceholder('Enter your Email or username').click();
    await app.page.getByText('Welcome Back!').waitFor();
    await app.submitLogin('technician');
    await app.page.waitForURL('**/mainpage/**');
  });

  test('[RX-01] random bytes from the device are shown as text and have no other effect', async ({
    rig,
  }) => {
    const noise = await startWirePty();
    await noise.echo();
    await rig.bed.unplug();
    await rig.bed.plug(noise.slavePath());
    try {
      await rig.inApp(async (app) => {
        await app.login('technician');
        await app.tab('Terminal', 'terminal');
        await app.connect();
        await app.type('first'); // waits behind the silent verbose command, whose reply is not shown
        await app.log.getByText('first', { exact: true }).nth(1).waitFor(); // as sent, and echoed
        await noise.say(garbage);
        await app.log.getByText('<img src=x onerror=').waitFor();
        expect(await app.page.locator('img[src=x]').count()).toBe(0);
        await app.type('still here');
        await app.log.getByText('still here', { exact: true }).nth(1).waitFor();
        await app.tab('Home', 'home');
        await noise.say(garbage);
        expect(await app.page.title()).not.toBe('pwned');
        await app.page.getByText(/NaN|undefined|Infinity/).waitFor({ state: 'hidden' });
        await app.disconnect();
      });
    } finally {
      await rig.bed.unplug();
      await rig.bed.plug(rig.services.simulator.slavePath ?? '');
      await noise.stop();
    }
  });

  test('[LOGIN-6] permissionJson that is not JSON permits only the tabs that are open to all, and a notice reports it', async ({
    rig,
  }) => {
    await rig.inApp(
      async (app) => {
        await app.login('technician');
        expect(await app.tabNames()).toEqual(['Support', 'Users', 'Logout']);
        await app.notice('Your permissions could not be read').waitFor();
      },
      {
        prepare: (context) =>
          context.route(rig.services.apiUrl, withField('permissionJson', '{"terminal":tru')),
      },
    );
  });

  test('[SA-12] if local storage is full, the session is kept in memory and a notice reports it', async ({
    app,
  }) => {
    await app.open('/login');
    await app.page.evaluate(`
        for (let size = 1 << 22; size >= 1; size >>= 1)
          try {
            for (let count = 0; ; count++) localStorage.setItem('fill' + size + count, 'x'.repeat(size));
          } catch {}
      `);
    await app.submitLogin('technician');
    await app.notice('This browser has no room left').waitFor();
    await app.tab('Terminal', 'terminal');
    await app.connect();
    await app.type('AT');
    await app.log.getByText('OK', { exact: true }).waitFor();
    await app.logout();
    expect(await app.page.evaluate('localStorage.length')).toBe(0);
  });
});
