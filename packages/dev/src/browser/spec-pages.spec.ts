import type { Route } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const brand = {
  name: 'BatBot',
  companyName: 'Voltmark',
  contactEmail: 'help@voltmark.example',
  address: '12 Cell Street',
  websiteUrl: 'https://voltmark.example',
};
const downloads = {
  windows: 'https://d.example/batbot.exe',
  linux: 'https://d.example/batbot.AppImage',
};
/** A map style without tiles. It has one shape, which the library's worker must process before the map is drawn. */
const square = [
  [13, 52],
  [14, 52],
  [14, 53],
  [13, 53],
  [13, 52],
];
const style = JSON.stringify({
  version: 8,
  sources: {
    area: {
      type: 'geojson',
      data: {
        type: 'Feature',
        properties: {},
        geometry: { type: 'Polygon', coordinates: [square] },
      },
    },
  },
  layers: [
    { id: 'land', type: 'background', paint: { 'background-color': '#88aa66' } },
    { id: 'area', type: 'fill', source: 'area', paint: { 'fill-color': '#336699' } },
  ],
});

test.describe('documents, footer, server texts, toasts and the Assets list', () => {
  test.use({ siteConfig: { brand, downloads } });

  test('[ROUTE-8] [PAGE-20] each document can be read without login, has its title and names the company', async ({
    app: { page, open },
    site,
  }) => {
    for (const [path, title] of [
      ['/privacyBatBot', 'Terms and conditions'],
      ['/privacyAndroid', 'Privacy policy: BatBot for Android'],
      ['/privacyBatTrackAndroid', 'Privacy policy: BatTrack for Android'],
      ['/privacyVastusuchi', 'Privacy policy: Vastusuchi'],
      ['/privacyBatTrackBT', 'Privacy policy: BatTrack BT'],
      ['/releaseNotesBatBot', 'Release notes'],
    ] as const) {
      await open(path);
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      await expect(page).toHaveTitle(`${title} · BatBot`);
      await expect(page.getByRole('article')).toContainText('help@voltmark.example');
      if (path !== '/releaseNotesBatBot')
        await expect(page.getByRole('article')).toContainText('children under 13');
    }
    expect(site.server.calls()).toEqual([]);
  });

  test('[OPS-12] each script and style of the login page is sent with Brotli', async ({
    app: { page, open },
  }) => {
    const encodings: string[] = [];
    page.on('response', (response) => {
      if (/\.(?:js|css)$/.test(response.url()))
        encodings.push(response.headers()['content-encoding'] ?? 'none');
    });
    await open('/login');
    expect(encodings.length).toBeGreaterThan(1);
    expect(encodings.filter((each) => each !== 'br')).toEqual([]);
  });

  test('[PAGE-7] the release notes link to the Windows and Linux builds and state the limits', async ({
    app: { page, open },
  }) => {
    await open('/releaseNotesBatBot');
    for (const [name, href] of [
      ['Download for Windows', downloads.windows],
      ['Download for Linux', downloads.linux],
    ] as const)
      await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
    const text = await page.getByRole('article').innerText();
    for (const fact of ['1.5.7', '1.5.8', '1.5.9', '1.6.0', '128 cells', '−40 °C', '20 %'])
      expect(text).toContain(fact);
  });

  test("[PAGE-4] [CONST-1] the footer has the company's copyright and version 1.7.2", async ({
    app: { page, open, login, tab },
  }) => {
    const footer = page.locator('footer').getByText(/© \d{4} Voltmark · Version 1\.7\.2/);
    await open('/login');
    await footer.waitFor();
    await login('ada');
    await tab('Support', 'support');
    await footer.waitFor();
  });

  test("[PAGE-5] the server's popover text is shown on the Support tab, and its issues on Service and Complaint", async ({
    app: { page, login, tab },
  }) => {
    await login('ada');
    await tab('Support', 'support');
    await page.getByText('Support answers from 8 to 18 h.').waitFor();
    await page.getByText('help@voltmark.example').waitFor();
    for (const [name, path] of [
      ['Complaint', 'complaint'],
      ['Service', 'servicetab'],
    ] as const) {
      await tab(name, path);
      if (path === 'servicetab') await page.getByRole('button', { name: 'New ticket' }).click();
      await page.getByRole('combobox', { name: 'Category' }).click();
      for (const issue of ['Contactor stuck', 'Sensor missing', 'Range too short'])
        await page.locator('.ant-select-item-option', { hasText: issue }).waitFor();
    }
  });

  test('[CONST-6] one toast at a time is shown at the top right, and a new toast replaces it', async ({
    app: { page, open, submitLogin },
    site,
  }) => {
    await open('/login');
    for (let times = 0; times < 3; times += 1) {
      site.server.script('loginBot', { status: 500, body: 'x' });
      await submitLogin('ada');
      await expect
        .poll(() => site.server.calls().filter((c) => c.operation === 'loginBot').length)
        .toBe(times + 1);
      await page.getByRole('alert').getByText('Opps! Something went wrong').waitFor();
      await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled();
    }
    expect(await page.locator('.toast').count()).toBe(1);
    const box = await page.locator('.toast').boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1_200); // of 1280
    expect(box?.y).toBeLessThan(120);
  });

  test('[PAGE-64] without a maps service, the Assets tab explains that there is no map and still lists the devices', async ({
    site,
  }) => {
    await site.inApp(
      async ({ page, login, connect, disconnect }) => {
        await login('ada');
        await page.getByText('Known devices').click();
        await page.getByText('No map configured: locations as text.').waitFor();
        expect(await page.getByRole('main').innerText()).not.toMatch(/[A-Z]+_[A-Z]+/);
        await page.getByText('No devices yet.').waitFor();
        const remember = page.getByRole('button', { name: 'Save location' });
        await expect(remember).toBeDisabled();
        await connect('Simulated device');
        await remember.click();
        const row = page.getByRole('list', { name: 'Devices' }).getByRole('listitem');
        await row.getByText('52.52000°, 13.40500°').waitFor();
        await expect(row.getByText('Simulated device')).toHaveCount(1);
        await disconnect();
        await row.getByRole('button', { name: 'Delete location' }).click();
        await row.getByText('No location saved').waitFor();
        expect(await page.evaluate('localStorage.getItem("metDevices")')).not.toContain('52.52');
        await row.getByRole('button', { name: 'Remove from the list' }).click();
        await page.getByText('No devices yet.').waitFor();
      },
      {
        context: {
          permissions: ['geolocation'],
          geolocation: { latitude: 52.52, longitude: 13.405 },
        },
      },
    );
  });
});

test.describe('the map of the Assets tab', () => {
  test.use({ siteConfig: { brand, maps: { key: 'k-1', styleId: 'streets' } } });

  const placed = {
    permissions: ['geolocation'],
    geolocation: { latitude: 52.52, longitude: 13.405 },
  };

  const maps = 'https://api.maptiler.com/**';
  const tellStyle = (route: Route): Promise<void> =>
    route.fulfill({
      contentType: 'application/json',
      headers: { 'access-control-allow-origin': '*' },
      body: style,
    });

  test('[PAGE-65] with a key, the location is shown on a map of the configured style', async ({
    site,
  }) => {
    const asked: string[] = [];
    const complaints: string[] = [];
    await site.inApp(
      async ({ page, login, connect }) => {
        page.on('console', (message) => {
          if (/Content Security|TrustedScript|TrustedHTML/.test(message.text()))
            complaints.push(message.text());
        });
        await login('ada');
        await connect('Simulated device');
        expect(asked).toEqual([]); // the service is not requested before there is a location to show
        await page.getByText('Known devices').click();
        await page.getByRole('button', { name: 'Save location' }).click();
        await page.locator('[data-shown="shown"]').waitFor();
        await page.getByRole('img', { name: 'Simulated device' }).waitFor();
        expect(asked).toEqual(['https://api.maptiler.com/maps/streets/style.json?key=k-1']);
        expect(complaints).toEqual([]);
      },
      {
        context: placed,
        prepare: (context) =>
          context.route(maps, (route) => {
            asked.push(route.request().url());
            return tellStyle(route);
          }),
      },
    );
  });

  test('[PAGE-66] a map that does not load is reported and can be loaded again, and the list stays visible', async ({
    site,
  }) => {
    await site.inApp(
      async ({ page, login, connect }) => {
        await login('ada');
        await connect('Simulated device');
        await page.getByText('Known devices').click();
        await page.getByRole('button', { name: 'Save location' }).click();
        await page.getByRole('status').getByText('The list below has every location.').waitFor();
        await page.getByRole('list', { name: 'Devices' }).getByText('52.52000°').waitFor();
        // the service's attribution is not shown without its map
        expect(await page.getByText('© MapTiler').count()).toBe(0);
        await page.context().unroute(maps);
        await page.context().route(maps, tellStyle);
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.locator('[data-shown="shown"]').waitFor();
        await page.getByText('© MapTiler').waitFor();
      },
      {
        context: placed,
        prepare: (context) => context.route(maps, (route) => route.abort()),
      },
    );
  });
});
