import { expect, test } from '../fixtures.ts';

/** Script that collects the violations of the content security policy in every page. */
const watchViolations = `
  window.violations = [];
  document.addEventListener('securitypolicyviolation', (event) =>
    window.violations.push(event.effectiveDirective + ' ' + event.blockedURI));
`;

test.describe('actions that the content security policy blocks', () => {
  const watching = {
    prepare: (context: { addInitScript: (script: string) => Promise<unknown> }) =>
      context.addInitScript(watchViolations),
  };

  test('[RX-09] login and every kind of screen cause no violation of the policy', async ({
    site,
  }) => {
    await site.inApp(async (app) => {
      const seen = (): Promise<readonly string[]> => app.page.evaluate('window.violations');
      await app.open('/releaseNotesBatBot');
      expect(await seen()).toEqual([]);
      await app.login('ada');
      await app.tab('Terminal', 'terminal');
      await app.connect('Simulated device');
      await app.type('ATI');
      await app.log.getByText(/HW:/).waitFor();
      await app.tab('Home', 'home');
      const { page } = app;
      await page.getByLabel('Cell 1', { exact: true }).first().waitFor();
      // Each address is loaded as a new page, to include what a screen does when it is the first one.
      for (const [path, heading] of [
        ['home/teach', 'Teach'],
        ['home/sessions', 'Sessions'],
        ['assets', 'Assets'],
        ['support', 'Support'],
        ['users', 'Users'],
        ['terminal', 'Terminal'],
      ] as const) {
        await app.open(`/mainpage/${path}`);
        await page.getByRole('heading', { name: heading }).first().waitFor();
        expect({ path, seen: await seen() }).toEqual({ path, seen: [] });
      }
      const panels = page.getByRole('group', { name: 'Panels' }).getByRole('button');
      expect(await panels.count()).toBe(4);
      for (const panel of await panels.all()) {
        await panel.click();
        await expect(panel).toHaveAttribute('aria-pressed', 'true');
      }
      expect(await seen()).toEqual([]);
      await app.open('/mainpage/home');
      for (const open of [
        page.getByRole('button', { name: 'Limits: none' }),
        page.getByRole('button', { name: 'Search or jump' }),
        page.getByRole('link', { name: 'Logout', exact: true }),
      ]) {
        await open.click();
        await page.getByRole('dialog').first().waitFor();
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
        expect(await seen()).toEqual([]);
      }
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole('button', { name: 'All tabs' }).click();
      await page.getByRole('navigation', { name: 'All tabs' }).waitFor();
      expect(await seen()).toEqual([]);
    }, watching);
  });

  test("[RX-06] [RX-07] [RX-08] [PU-15] inline scripts, eval, foreign hosts, markup from a string, foreign workers and frames are blocked, and the app's own worker registers", async ({
    site,
  }) => {
    await site.inApp(
      async ({ page, open }) => {
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
        const seen = await page.evaluate<readonly string[]>('window.violations');
        for (const directive of [
          'connect-src https://evil.example/',
          'img-src https://evil.example',
        ])
          expect(seen.some((each) => each.startsWith(directive))).toBe(true);
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
      },
      {
        context: { serviceWorkers: 'allow' },
        prepare: async (context) => {
          await context.addInitScript(watchViolations);
          await context.route('http://frames.example/', (route) =>
            route.fulfill({
              contentType: 'text/html',
              body: `<iframe src="${site.webUrl}/login" width="800" height="600"></iframe>`,
            }),
          );
        },
      },
    );
  });
});
