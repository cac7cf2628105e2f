import { openPushInjector, pushMessage as message, testFirebase } from './rig/push-injector.ts';
import { expect, type Visit, test } from './fixtures.ts';

test.use({ siteConfig: { firebase: testFirebase, vapidKey: 'BAAA' } });

test.describe('rules of push messages, with the real worker', () => {
  const granted: Visit = {
    context: { permissions: ['notifications'], serviceWorkers: 'allow' },
    prepare: async (context) => {
      await context.route(/googleapis\.com/, (route) => route.abort()); // tests do not use the network
      await context.addInitScript(`
        window.tones = 0;
        const start = AudioScheduledSourceNode.prototype.start;
        AudioScheduledSourceNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); };
      `);
    },
  };

  test('[PUSH-6] [PU-09] while the page is in the foreground, a message is one toast of plain text at the top right, which closes automatically', async ({
    site,
  }) => {
    await site.inApp(async ({ page, login }) => {
      await login('ada');
      const push = await openPushInjector(page, site.webUrl);
      await push.deliver(message('<img src=x onerror="document.title=1">', '<b>Cell 3</b> is low'));
      const toast = page.locator('.toast');
      await toast.getByText('<b>Cell 3</b> is low', { exact: true }).waitFor();
      await expect(toast.getByText('<img src=x', { exact: false })).toHaveCount(1);
      expect(await page.locator('.toast img, .toast b').count()).toBe(0);
      const box = await toast.boundingBox();
      expect(box?.x).toBeGreaterThan(640);
      // The toast closes automatically. The test of [PUSH-20] checks the 5 s in virtual time.
      await toast.waitFor({ state: 'hidden' });
      await push.deliver(message('One', 'first'));
      await push.deliver(message('Two', 'second'));
      await toast.getByText('second').waitFor();
      expect(await toast.count()).toBe(1);
    }, granted);
  });

  test('[PUSH-7] a sound is played only after the user has clicked anywhere', async ({ site }) => {
    await site.inApp(async ({ page, login }) => {
      await login('ada');
      await page.reload();
      await page.getByRole('link', { name: 'Logout' }).waitFor();
      const push = await openPushInjector(page, site.webUrl);
      await push.deliver(message('Quiet', 'no click yet'));
      await page.getByText('no click yet').waitFor();
      expect(await page.evaluate('window.tones')).toBe(0);
      await page.getByRole('heading', { level: 1 }).click();
      await push.deliver(message('Loud', 'after a click'));
      await page.getByText('after a click').waitFor();
      await expect.poll(() => page.evaluate('window.tones')).toBeGreaterThan(0);
    }, granted);
  });

  test('[PUSH-8] [PU-12] if no page is open, the worker shows the message, even if it is empty or malformed', async ({
    site,
  }) => {
    await site.inApp(async ({ page, login, open }) => {
      await login('ada');
      const push = await openPushInjector(page, site.webUrl);
      await page.goto('about:blank');
      for (const data of [message('Pack 7', 'Too hot'), 'no JSON', '', '[1]'])
        await push.deliver(data);
      await open('/login');
      const shown = () =>
        page.evaluate<readonly string[]>(
          `navigator.serviceWorker.getRegistrations().then(async (all) =>
            (await all[0].getNotifications()).map(({ title, body }) => title + '|' + body))`,
        );
      await expect.poll(async () => (await shown()).length).toBe(4);
      expect(await shown()).toEqual(
        expect.arrayContaining(['Pack 7|Too hot', 'New message|', 'New message|']),
      );
    }, granted);
  });

  test('[PUSH-9] [PU-11] [MT-06] only one of three open tabs shows the toast', async ({ site }) => {
    await site.inApp(async ({ page, login }) => {
      await login('ada');
      const pages = [page];
      for (let more = 0; more < 2; more += 1) {
        const another = await page.context().newPage();
        await another.goto(`${site.webUrl}/mainpage/users`);
        await another.getByRole('heading', { name: 'Users' }).waitFor();
        pages.push(another);
      }
      const push = await openPushInjector(page, site.webUrl);
      await push.deliver(message('Once', 'only'));
      const counts = () =>
        Promise.all(pages.map((each) => each.locator('.toast').count())).then((all) =>
          all.reduce((sum, count) => sum + count, 0),
        );
      await expect.poll(counts).toBe(1);
    }, granted);
  });

  test('[PUSH-14] [PU-14] one worker for the whole app receives the messages; the registration of an earlier version is removed', async ({
    site,
  }) => {
    await site.inApp(async ({ page, open, login }) => {
      await open('/login');
      await page.evaluate(
        `navigator.serviceWorker.register('/firebase-messaging-sw.js', { scope: '/firebase-cloud-messaging-push-scope' })`,
      );
      await login('ada');
      const scopes = () =>
        page.evaluate<readonly string[]>(
          `navigator.serviceWorker.getRegistrations().then((all) => all.map(({ scope }) => new URL(scope).pathname))`,
        );
      await expect.poll(scopes).toEqual(['/']);
    }, granted);
  });

  test('[PUSH-15] [PU-01] a denied permission is reported to the server with an empty token, at login and when the app starts', async ({
    site,
  }) => {
    await site.inApp(
      async ({ page, login, tab, notice }) => {
        await login('ada');
        const reported = () =>
          site.server.calls().filter(({ operation }) => operation === 'storeFcmTokenBatBotWeb');
        await expect.poll(() => reported().length).toBe(1);
        expect(reported()[0]?.variables).toEqual({ token: '' });
        await page.reload();
        await expect.poll(() => reported().length).toBe(2);
        // Waits for a toast that must be shown. By then, no other kind of toast has been shown.
        await page.context().route(site.server.url, (route) => route.abort());
        await tab('Support', 'support');
        await notice('Opps! Something went wrong').waitFor();
        expect(await page.evaluate('[...new Set(JSON.parse(sessionStorage.toasts))]')).toEqual([
          'Opps! Something went wrong', // one toast for each failed call
        ]);
      },
      {
        prepare: (context) =>
          context.addInitScript(`
            const reported = () => JSON.parse(sessionStorage.toasts ?? '[]');
            let shown;
            new MutationObserver(() => {
              const toast = document.querySelector('.toast');
              if (toast && toast !== shown) {
                sessionStorage.toasts = JSON.stringify([...reported(), toast.querySelector('.toast__title').textContent]);
              }
              shown = toast;
            }).observe(document, { childList: true, subtree: true });
          `),
      },
    );
  });
});
