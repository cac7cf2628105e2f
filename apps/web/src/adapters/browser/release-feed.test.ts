import { expect, test } from 'vitest';
import { createReleaseFeed } from './release-feed.ts';

const page = (script: string): string =>
  `<!doctype html><link rel="modulepreload" href="/assets/core-1.js"><script type="module" crossorigin nonce="n" src="${script}"></script>`;

const feed = (answer: () => Response | Promise<Response>) =>
  createReleaseFeed({
    fetch: async () => answer(),
    document: {
      // as in the page: one module script
      querySelector: () => ({ getAttribute: () => '/assets/index-a.js' }) as unknown as null,
    },
  });

test('[PAGE-76] [MT-05] the entry script of the page identifies the release', async () => {
  const same = feed(() => new Response(page('/assets/index-a.js')));
  expect(same.running).toBe('/assets/index-a.js');
  expect(await same.offered()).toBe('/assets/index-a.js');
  expect(await feed(() => new Response(page('/assets/index-b.js'))).offered()).toBe(
    '/assets/index-b.js',
  );
});

test.each([
  ['a proxy’s page', () => new Response('<h1>Sign in to the hotel’s network</h1>')],
  ['an error', () => new Response(page('/assets/index-b.js'), { status: 502 })],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
])('[PAGE-76] %s identifies no release', async (_, answer) => {
  expect(await feed(answer).offered()).toBeUndefined();
});
