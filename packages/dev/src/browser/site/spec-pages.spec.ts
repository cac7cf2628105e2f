import { expect, test } from '../fixtures.ts';

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

test.use({
  siteConfig: { maps: { key: 'k-1', styleId: 'streets' } },
  permissions: ['geolocation'],
  geolocation: { latitude: 52.52, longitude: 13.405 },
});

test('[PAGE-65] [PAGE-66] the location is shown on a map of the configured style; if it does not load, the list stays and the map can be loaded again', async ({
  app: { page, login, connect },
}) => {
  const asked: string[] = [];
  const complaints: string[] = [];
  let isDown = true;
  await page.route('https://api.maptiler.com/**', async (route) => {
    asked.push(route.request().url());
    if (isDown) return route.abort();
    return route.fulfill({
      contentType: 'application/json',
      headers: { 'access-control-allow-origin': '*' },
      body: style,
    });
  });
  page.on('console', (message) => {
    if (/Content Security|TrustedScript|TrustedHTML/.test(message.text()))
      complaints.push(message.text());
  });
  await login('ada');
  await connect('Simulated device');
  expect(asked).toEqual([]); // the service is not requested before there is a location to show
  await page.getByText('Known devices').click();
  await page.getByRole('button', { name: 'Save location' }).click();
  await page.getByRole('status').getByText('The list below has every location.').waitFor();
  await page.getByRole('list', { name: 'Devices' }).getByText('52.52000°').waitFor();
  // the service's attribution is not shown without its map
  expect(await page.getByText('© MapTiler').count()).toBe(0);
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('[data-shown="shown"]').waitFor();
  await page.getByText('© MapTiler').waitFor();
  await page.getByRole('img', { name: 'Simulated device' }).waitFor();
  expect(new Set(asked)).toEqual(
    new Set(['https://api.maptiler.com/maps/streets/style.json?key=k-1']),
  );
  expect(complaints).toEqual([]);
});
