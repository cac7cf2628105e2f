import { openPushInjector, pushMessage as message, testFirebase } from '../rig/push-injector.ts';
import { expect, test } from '../fixtures.ts';

test.use({
  siteConfig: { firebase: testFirebase, vapidKey: 'BAAA' },
  permissions: ['notifications'],
  serviceWorkers: 'allow',
});

test.beforeEach(async ({ context }) => {
  await context.route(/googleapis\.com/, (route) => route.abort()); // tests do not use the network
  await context.addInitScript(`
    window.tones = window.closedContexts = 0;
    const { close } = AudioContext.prototype;
    AudioContext.prototype.close = function () { window.closedContexts += 1; return close.call(this); };
    const start = AudioScheduledSourceNode.prototype.start;
    AudioScheduledSourceNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); };
    // All toasts so far: each closes after a few seconds, which a busy computer may need before it looks.
    window.toasts = [];
    new MutationObserver((changes) => {
      for (const toast of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        if (toast.className === 'toast')
          window.toasts.push({
            lines: toast.innerText.split('\\n'),
            elements: toast.querySelectorAll('img, b').length,
            isRight: toast.getBoundingClientRect().x > innerWidth / 2,
          });
    }).observe(document, { childList: true, subtree: true });
  `);
});

test('[PUSH-6] [PUSH-7] [PUSH-14] [PU-09] [PU-14] one worker receives the messages; each is one toast of plain text at the top right, with a sound after the user has clicked anywhere', async ({
  app: { page, open, login },
  site,
}) => {
  await open('/login');
  // As registered by an earlier version.
  await page.evaluate(
    `navigator.serviceWorker.register('/firebase-messaging-sw.js', { scope: '/firebase-cloud-messaging-push-scope' })`,
  );
  await login('ada');
  const scopes = () =>
    page.evaluate<readonly string[]>(
      `navigator.serviceWorker.getRegistrations().then((all) => all.map(({ scope }) => new URL(scope).pathname))`,
    );
  await expect.poll(scopes).toEqual(['/']);
  await page.reload();
  await page.getByRole('link', { name: 'Logout' }).waitFor();
  const push = await openPushInjector(page, site.webUrl);
  const toasts = () => page.evaluate('window.toasts');
  const toast = (...lines: readonly string[]) => ({
    lines: expect.arrayContaining([...lines]),
    elements: 0,
    isRight: true,
  });
  const [title, text] = ['<img src=x onerror="document.title=1">', '<b>Cell 3</b> is low'];
  await push.deliver(message(title, text));
  await expect.poll(toasts).toEqual([toast(title, text)]);
  expect(await page.evaluate('window.tones')).toBe(0);
  await page.getByRole('heading', { level: 1 }).click();
  await push.deliver(message('Loud', 'after a click'));
  await expect.poll(toasts).toEqual([toast(title, text), toast('Loud', 'after a click')]);
  await expect.poll(() => page.evaluate('window.tones')).toBeGreaterThan(0);
  await expect.poll(() => page.evaluate('window.closedContexts')).toBe(1); // the sound device is free again
});

test('[PUSH-8] [PUSH-9] [PU-11] [PU-12] [MT-06] only one of three open tabs shows the toast; if no page is open, the worker shows each message, even if it is empty or malformed', async ({
  app: { page, open, login },
  site,
}) => {
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
    Promise.all(pages.map((each) => each.evaluate<number>('window.toasts.length'))).then((all) =>
      all.reduce((sum, count) => sum + count, 0),
    );
  await expect.poll(counts).toBe(1);

  for (const each of pages) await each.goto('about:blank');
  for (const data of [message('Pack 7', 'Too hot'), 'no JSON', '', '[1]']) await push.deliver(data);
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
});
