import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openApp, type App } from '../app.ts';
import { expect, test as base } from '../fixtures.ts';
import { listen } from '../rig/listen.ts';
import { openOfflineSite, type OfflineSite } from '../rig/offline-site.ts';
import { openProfile, type Profile } from '../rig/profile-chromium.ts';
import { sessionsOf } from '../rig/sessions-app.ts';

const RELEASE = 'batbot-release-';

/** Waits until this number of releases is stored completely. */
const storedReleases = async (page: Page, count: number): Promise<void> => {
  const complete = `caches.keys().then(async (names) => {
    const pages = names.filter((name) => name.startsWith('${RELEASE}'))
      .map((cacheName) => caches.match('/page', { cacheName }));
    return (await Promise.all(pages)).filter((page) => page !== undefined).length;
  })`;
  await expect.poll(() => page.evaluate(complete)).toBe(count);
};

/** Connects the simulated device, reads live values, sends a command and records. */
const work = async (app: App): Promise<void> => {
  const { page } = app;
  await app.tab('Home', 'home');
  await app.connect('Simulated device');
  await page.getByLabel('Cell 1', { exact: true }).first().waitFor();
  await expect(page.getByLabel('State of charge', { exact: true }).first()).toHaveText(/\d/);
  const sessions = sessionsOf(app);
  await sessions.record(2);
  await app.tab('Terminal', 'terminal');
  await app.type('ATI');
  await app.log.getByText(/HW:/).waitFor();
  await sessions.stop();
  await app.disconnect();
};

/** Opens tabs, whose chunks are loaded only then. */
const opensTabs = async ({ log, page, tab }: App): Promise<void> => {
  await tab('Assets', 'assets');
  await page.getByRole('button', { name: 'Add a pack' }).waitFor();
  await tab('Terminal', 'terminal');
  await log.waitFor();
};

const runs = (page: Page, version: string): Promise<void> =>
  page.getByText(`· Version ${version}`).first().waitFor({ state: 'attached' }); // some screens hide the footer

/** Lists what is stored: the paths in all caches, without the hashes. */
const storedPaths = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`caches.keys().then(async (names) => {
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().map(({ url }) => url.replace(location.origin, '').replace(/[?].*/, ''));
  })`);

/** Checks for an update and waits until it is installed or has failed. Returns its last state. */
const updateSettled = (page: Page): Promise<string> =>
  page.evaluate(`navigator.serviceWorker.getRegistration().then((registration) => new Promise((resolve) => {
    const follow = (worker) => {
      const look = () => { if (/installed|redundant/.test(worker.state)) resolve(worker.state); };
      worker.addEventListener('statechange', look);
      look();
    };
    registration.addEventListener('updatefound', () => follow(registration.installing));
    if (registration.installing) follow(registration.installing);
    void registration.update().catch(() => undefined);
  }))`);

const entryScript = (page: Page): Promise<string> =>
  page.evaluate(`document.querySelector('script[type="module"]').getAttribute('src')`);

const waitsToBeSent = (page: Page): Promise<boolean> =>
  page.evaluate(
    `caches.match('/', { cacheName: 'batbot-unsent' }).then((note) => note !== undefined)`,
  );

const OLD = '1.7.2';
const NEW = '1.7.3';

let site: OfflineSite;
let newer = '';
/** The profile of a browser in which a technician is signed in and the app is stored. */
let visited = '';

type Prepare = (page: Page) => Promise<unknown>;

/** `open` opens the app in a copy of that profile, as after a start of the computer. */
const test = base.extend<{ readonly open: (prepare?: Prepare) => Promise<Profile> }>({
  open: async ({ visit }, use, info) => {
    await cp(visited, info.outputPath('profile'), { recursive: true });
    await use(async (prepare) => {
      const profile = await visit(site.webUrl, { serviceWorkers: 'allow' });
      await prepare?.(profile.page);
      await profile.app.open();
      return profile;
    });
  },
});

test.describe('the app without network', () => {
  test.beforeAll(async () => {
    site = await openOfflineSite();
    newer = await site.buildRelease(NEW);
    await site.start();
    visited = await mkdtemp(join(tmpdir(), 'batbot-visited-'));
    const { app, page, signInOnDisk, close } = await openProfile(visited, site.webUrl, {
      serviceWorkers: 'allow',
    });
    await app.login('technician');
    await storedReleases(page, 1);
    await signInOnDisk();
    await close();
  });
  test.afterAll(async () => {
    await site.close();
    await rm(visited, { recursive: true });
  });
  test.beforeEach(() => site.start());

  test('[OFF-1] [OFF-2] [OFF-4] [ERR-9] [NW-01] [NW-08] [NW-11] [DOC-10] [OPS-18] a signed-in technician starts without servers, works on a device, records, and reads the handbook; afterwards everything is synchronized', async ({
    open,
  }) => {
    await site.stop();

    const { app, page } = await open();
    await page
      .getByText(/Offline · /)
      .first()
      .waitFor();
    await app.tab('Users', 'users');
    await app.notice('Opps! Something went wrong').waitFor();
    await work(app);
    await sessionsOf(app).openList();
    await expect(sessionsOf(app).rows).toHaveCount(1);
    await app.tab('Assets', 'assets');
    await app.addPack('OFFLINE-1');
    await page.getByText(/1 change kept on this computer/).waitFor();
    await page.reload();
    await page.getByText(/1 change kept on this computer/).waitFor();
    await expect.poll(() => waitsToBeSent(page)).toBe(true);
    await app.connect('Simulated device');
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Help' }).first().click();
    const handbook = await opened;
    await expect(handbook.locator('#offline')).toBeInViewport();
    await expect(handbook.locator('body')).toHaveCSS('max-width', '1120px'); // the style sheet is stored too
    await handbook.getByRole('link', { name: 'Devices' }).first().click();
    await handbook.getByRole('heading', { name: 'Devices', exact: true }).waitFor();
    await handbook.goto(new URL('/handbook', handbook.url()).href);
    await expect(handbook).toHaveURL(/\/handbook\/$/);
    await handbook.close();
    await expect(app.disconnectButton).toBeVisible();
    await app.disconnect();

    await site.start();
    // The app does not rely on the browser's online state.
    await page.evaluate('Object.defineProperty(navigator, "onLine", { get: () => false })');
    await page.getByRole('button', { name: 'Retry' }).first().click();
    await app.upToDate();
    await expect.poll(() => waitsToBeSent(page)).toBe(false);
    const foreign = (await storedPaths(page)).filter(
      (path) => !/^\/(assets\/.+|handbook\/.+|mark\.svg|page|page-copy|applied)$/.test(path),
    );
    expect(foreign).toEqual([]);
  });

  test('[OFF-5] [OFF-6] [OFF-9] [NW-11] an update published after the last visit is announced, starts only on request, and also starts without servers', async ({
    open,
  }) => {
    await site.start(newer);
    const { app, page, close } = await open((first) => first.clock.install());
    await runs(page, OLD);
    await storedReleases(page, 2);
    await page.clock.fastForward('00:31');
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    await page.getByText('A newer version of').first().waitFor();

    // While this tab has a device, and while changes wait to be sent, other starts stay with the earlier release.
    await app.tab('Home', 'home');
    await app.connect('Simulated device');
    const other = await page.context().newPage();
    await other.goto(site.webUrl);
    await runs(other, OLD);
    await openApp(other, site.webUrl).upToDate(); // from now on, the app does not remove the note of unsent changes
    await page.getByText('The update waits: a device is connected.').first().waitFor();
    await app.disconnect();
    await page.getByText('Reload to use it.').first().waitFor();
    const unsent = (change: string) =>
      other.evaluate(`caches.open('batbot-unsent').then((cache) => cache.${change})`);
    await unsent(`put('/', new Response())`);
    await other.reload();
    await runs(other, OLD);
    await unsent(`delete('/')`);
    await other.reload();
    await runs(other, NEW);

    // The earlier page continues to work while the new one is open, although the server does not have its files any
    // more.
    await runs(page, OLD);
    const entry = await entryScript(page);
    expect((await fetch(`${site.webUrl}${entry}`)).status).toBe(404);
    expect(await page.evaluate(`fetch('${entry}').then(({ status }) => status)`)).toBe(200);
    await opensTabs(app);

    await other.close();
    await page.reload();
    await runs(page, NEW);
    await close();

    // When all pages have been closed, only the new release stays stored.
    const next = await open();
    await runs(next.page, NEW);
    await storedReleases(next.page, 1);
    await expect.poll(() => storedPaths(next.page)).not.toContain(entry);
    await next.close();

    await site.stop();
    const later = await open();
    await runs(later.page, NEW);
    await opensTabs(later.app);
  });

  test('[NW-12] [NW-14] [NW-16] an update with a chunk that is HTML, or without space, is not started, and is completed later', async ({
    open,
  }, info) => {
    const broken = info.outputPath('broken');
    await cp(newer, broken, { recursive: true });
    const names = await readdir(join(broken, 'assets'));
    const chunk = join(broken, 'assets', names.find((name) => /^shell-.*\.js$/.test(name)) ?? '');
    await writeFile(chunk, '<!doctype html><p>Not here</p>');
    await site.start(broken);
    const { page } = await open();
    expect(await updateSettled(page)).toBe('redundant');
    await page.reload();
    await runs(page, OLD);
    await site.stop();
    await page.reload();
    await runs(page, OLD);

    const cdp = await page.context().newCDPSession(page);
    const quota = { origin: site.webUrl, quotaSize: 1_000 };
    await cdp.send('Storage.overrideQuotaForOrigin', quota);
    await site.start(newer);
    expect(await updateSettled(page)).toBe('redundant');
    await page.reload();
    await runs(page, OLD);
    await storedReleases(page, 1);
    await cdp.send('Storage.overrideQuotaForOrigin', { origin: site.webUrl });
    await page.reload();
    await storedReleases(page, 2);
    await page.reload();
    await runs(page, NEW);
  });

  test('[NW-13] [OFF-3] [SV-11] behind a captive portal, which answers everything with HTML, the stored app starts with the policy of the server and a new nonce in each answer, and stays stored', async ({
    open,
  }) => {
    const online = await fetch(site.webUrl);
    const withoutNonce = (policy: string | null | undefined) =>
      policy?.replace(/'nonce-[^']+'/, 'NONCE');
    await site.stop();
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><title>Hotel</title><h1>Accept the terms</h1>');
    });
    const portal = await listen(server, Number(new URL(site.webUrl).port));
    const { app, page } = await open();
    const nonces = new Set<string>();
    for (let start = 0; start < 2; start += 1) {
      const response = await page.reload();
      expect(response?.fromServiceWorker()).toBe(true);
      const headers = response?.headers() ?? {};
      const policy = headers['content-security-policy'];
      expect(withoutNonce(policy)).toBe(
        withoutNonce(online.headers.get('content-security-policy')),
      );
      for (const name of ['permissions-policy', 'cross-origin-opener-policy', 'referrer-policy'])
        expect(headers[name]).toBe(online.headers.get(name));
      const nonce = /'nonce-([^']+)'/.exec(policy ?? '')?.[1] ?? '';
      expect(
        await page.evaluate(`document.querySelector('meta[property="csp-nonce"]').nonce`),
      ).toBe(nonce);
      nonces.add(nonce);
      await runs(page, OLD);
    }
    expect(nonces.size).toBe(2);
    await opensTabs(app);
    await storedReleases(page, 1);
    await portal.close();
  });

  test('[NW-15] [NW-17] a deleted file and an evicted app are loaded from the network and stored again; without network the page says what to do', async ({
    open,
  }) => {
    const { page } = await open();
    const entry = await entryScript(page);
    const deleteEntry = async (): Promise<void> => {
      const deleted = await page.evaluate(`caches.open('batbot-files').then((cache) =>
        cache.delete('${entry}', { ignoreSearch: true }))`);
      expect(deleted).toBe(true);
    };
    const evict = (): Promise<void> =>
      page.evaluate(
        `caches.keys().then(async (names) => { await Promise.all(names.map((name) => caches.delete(name))); })`,
      );
    const isStoredAgain = async (): Promise<void> => {
      await runs(page, OLD);
      await expect.poll(() => storedPaths(page)).toContain(entry);
      await storedReleases(page, 1);
    };
    for (const lose of [deleteEntry, evict]) {
      await lose();
      await page.reload();
      await isStoredAgain();
      await site.stop();
      await lose();
      await page.reload();
      await page.getByText('Connect to the network and reload this page.').waitFor();
      await site.start();
      await page.reload();
      await isStoredAgain();
    }
  });

  test('[NW-18] [NW-19] files that the disk has damaged are replaced; without network the page says what to do; a page that a crash has cut is read from its copy', async ({
    open,
  }, info) => {
    const storage = info.outputPath('profile/Default/Service Worker/CacheStorage');
    const entries = (await readdir(storage, { recursive: true })).filter((name) =>
      name.endsWith('_0'),
    );
    expect(entries.length).toBeGreaterThan(100);
    for (const name of entries) {
      const bytes = await readFile(join(storage, name));
      await writeFile(join(storage, name), bytes.fill(0, Math.floor(bytes.length / 3)));
    }
    await site.stop();
    const offline = await open();
    await offline.page.getByText('Connect to the network and reload this page.').waitFor();
    await offline.close();
    await site.start();
    const { page } = await open();
    await runs(page, OLD);
    const entry = await entryScript(page);
    await expect.poll(() => storedPaths(page)).toContain(entry);
    await storedReleases(page, 1);
    await site.stop();
    // As after a crash while the page of the release is written.
    await page.evaluate(`caches.keys().then((names) =>
      Promise.all(names.map(async (name) => (await caches.open(name)).delete('/page'))))`);
    await page.reload();
    await runs(page, OLD);
  });

  test('[OFF-7] [OFF-8] Chromium finds nothing that prevents the installation, and a changed configuration applies at the second start, with its policy', async ({
    open,
  }) => {
    await site.start(undefined, { maps: { key: 'k', styleId: 's' } });
    const { page } = await open();
    const policy = async () => (await page.reload())?.headers()['content-security-policy'] ?? '';
    await expect.poll(policy).toContain('https://api.maptiler.com');
    const config = await page.evaluate(`fetch('/config.json').then((response) => response.json())`);
    expect(config).toMatchObject({ maps: { key: 'k' } });

    const cdp = await page.context().newCDPSession(page);
    const { errors, url, data = '' } = await cdp.send('Page.getAppManifest');
    expect({ errors, path: new URL(url).pathname }).toEqual({
      errors: [],
      path: '/manifest.webmanifest',
    });
    const manifest = JSON.parse(data) as Record<'icons' | 'screenshots', { src: string }[]>;
    for (const { src } of [...manifest.icons, ...manifest.screenshots])
      expect([src, (await fetch(`${site.webUrl}${src}`)).status]).toEqual([src, 200]);
    const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual([]);
  });
});
