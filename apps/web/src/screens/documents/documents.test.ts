import { expect, test } from 'vitest';
import type { Brand } from '../../config.ts';
import { documentRoutes } from './document-routes.ts';
import { documents } from './documents.ts';

const brand: Brand = {
  name: 'BatBot',
  companyName: 'Voltmark',
  contactEmail: 'help@voltmark.example',
  address: '12 Cell Street',
  websiteUrl: 'https://voltmark.example',
};

const textOf = (route: (typeof documentRoutes)[number]): string =>
  JSON.stringify(documents[route].write(brand, undefined));

test.each(documentRoutes)("[PAGE-20] %s contains the company's name and contact", (route) => {
  const text = textOf(route);
  expect(text).toContain('Voltmark');
  expect(text).toContain('help@voltmark.example');
});

test.each(documentRoutes)('no anchor occurs twice in %s', (route) => {
  const ids = documents[route].write(brand, undefined).sections.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(documentRoutes.filter((route) => route.startsWith('/privacy')))(
  '[PAGE-21] %s states that it is not for children under 13',
  (route) => {
    expect(textOf(route)).toContain('children under 13');
  },
);

test('[PAGE-247] the terms name what the server receives about a device without a click on Save or Send', () => {
  const text = textOf('/privacyBatBot');
  expect(text).toContain('a snapshot of its values');
  expect(text).toContain('parameters');
  expect(text).toContain('firmware');
});

test('[PAGE-22] the release notes state the limits of versions 1.5.7 to 1.6.0', () => {
  const text = textOf('/releaseNotesBatBot');
  for (const fact of [
    '1.5.7',
    '1.6.0',
    '128 cells',
    '−40 °C',
    'red at 20 % or below',
    'sub-users',
  ]) {
    expect(text).toContain(fact);
  }
});

test('[PAGE-23] downloads are offered if they are configured; otherwise the page states that they are not offered', () => {
  const { write } = documents['/releaseNotesBatBot'];
  const links = { windows: 'https://d.example/w', linux: 'https://d.example/l' };
  expect(JSON.stringify(write(brand, links))).toContain('"kind":"downloads"');
  expect(JSON.stringify(write(brand, undefined))).toContain('not offered');
});
