// The offline half of the app's service worker. The build appends it to firebase-messaging-sw.js, which receives push
// messages, and puts the constant RELEASE before it:
// `{ id, entry: '/assets/index-x.js', files: { '/assets/x.js': 'sha256-…' } }`.
//
// Files of all releases are in one cache, under their path and hash, so that a page of an earlier release still finds
// its chunks and an update downloads only what changed. Each release has a cache of its own with its page: the document,
// its headers and the configuration, which belong together because the content security policy names the servers of
// the configuration. It is written last, so a release that has a page is complete. It is written twice, because a crash
// during a write loses the entry that is replaced.

const FILES = 'batbot-files';
const PREFIX = 'batbot-release-';
const OWN = PREFIX + RELEASE.id;
const PAGES = ['/page', '/page-copy'];
/** Written by the page while changes wait to be sent. */
const UNSENT = 'batbot-unsent';
const TIME_LIMIT_MS = 15_000;
/** How long a page that asks for the newest release waits until an update is stored. */
const INSTALL_LIMIT_MS = 10_000;
const SEARCH_LIMIT_MS = 3_000;
const PARALLEL = 6;

const nothing = () => undefined;
const after = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const keyOf = (path) => `${path}?${RELEASE.files[path]}`;

/** Downloads a file of this release; its hash refuses other content. The browser's own cache may have such content. */
const download = (path) => {
  const options = { integrity: RELEASE.files[path] };
  return fetch(path, options).catch(() => fetch(path, { ...options, cache: 'reload' }));
};

/** Downloads the files that are not stored yet. Their hashes refuse the answers of a proxy or a captive portal. */
const storeFiles = async () => {
  const cache = await caches.open(FILES);
  const present = new Set((await cache.keys()).map(({ url }) => url.slice(location.origin.length)));
  const missing = Object.keys(RELEASE.files).filter((path) => !present.has(keyOf(path)));
  const next = async () => {
    for (let path = missing.pop(); path !== undefined; path = missing.pop()) {
      const response = await download(path);
      if (!response.ok) throw new Error(`${path} was answered with status ${response.status}.`);
      await cache.put(keyOf(path), response);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, next));
};

const POLICY = 'content-security-policy';
const nonceIn = (headers) => /'nonce-([^']+)'/.exec(headers.get(POLICY) ?? '')?.[1];
/** Headers that describe how the network sent the body. */
const TRANSFER = ['content-encoding', 'content-length', 'transfer-encoding'];

/** Fetches the server's present page; rejects if a captive portal or a proxy answers instead of the server. */
const fetchPage = async () => {
  const options = {
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  };
  const [document, config] = await Promise.all(
    ['/', '/config.json'].map((path) => fetch(path, options)),
  );
  const nonce = nonceIn(document.headers);
  if (!document.ok || !config.ok || nonce === undefined) throw new Error('No page of this app.');
  const headers = [...document.headers].filter(([name]) => !TRANSFER.includes(name));
  return { html: await document.text(), nonce, headers, config: await config.json() };
};

const storePage = async (cacheName, page) => {
  const cache = await caches.open(cacheName);
  for (const key of PAGES) await cache.put(key, new Response(JSON.stringify(page)));
};

const readPage = async (cacheName) => {
  for (const key of PAGES) {
    const response = await caches.match(key, { cacheName });
    const page = await response?.json().catch(nothing); // what a crash has cut is no JSON
    if (page !== undefined) return page;
  }
  return undefined;
};

/** Returns the complete releases, oldest first, and whether a page has started them. */
const storedReleases = async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  const releases = await Promise.all(
    names.map(async (name) => {
      const page = await readPage(name);
      const isApplied = (await caches.match('/applied', { cacheName: name })) !== undefined;
      return { name, page, isApplied };
    }),
  );
  return releases.filter(({ page }) => page !== undefined);
};

/** Whether a device is connected in a tab or changes wait to be sent. A new release then waits. */
const isBusy = async () => {
  const { held } = await navigator.locks.query();
  const isDevice = ({ name }) => /^batbot\/(?!workspace:)/.test(name);
  return held.some(isDevice) || (await caches.match('/', { cacheName: UNSENT })) !== undefined;
};

/** Returns the stored document with a new nonce in the markup and in the policy: a nonce is used only once. */
const documentOf = ({ html, nonce, headers }) => {
  const fresh = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18))));
  const renew = (text) => text.replaceAll(nonce, fresh);
  return new Response(renew(html), {
    headers: headers.map(([name, value]) => [name, renew(value)]),
  });
};

const notStored = () =>
  new Response(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Not stored</title><h1>The app is not stored on this computer</h1><p>The browser has deleted or damaged a part of it, or it was never stored completely, and the server cannot be reached. Connect to the network and reload this page.</p></html>`,
    {
      status: 503,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        [POLICY]: "default-src 'none'; frame-ancestors 'none'",
      },
    },
  );

/** Whether a stored file has the content that its key names. One that was damaged is deleted. */
const isWhole = async (cache, key) => {
  try {
    const response = await cache.match(key);
    const digest = await crypto.subtle.digest('SHA-256', await response.arrayBuffer());
    const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
    if (key.url.endsWith(`?sha256-${hash}`)) return true;
  } catch {
    // cannot be read
  }
  await cache.delete(key);
  return false;
};

/** Whether the files that the document names are stored: without one of them, the page would stay empty. */
const canStart = async ({ html }) => {
  const cache = await caches.open(FILES);
  const paths = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
  const found = await Promise.all(
    paths.map(async (path) => {
      const [key] = await cache.keys(path, { ignoreSearch: true });
      return key !== undefined && isWhole(cache, key);
    }),
  );
  return !found.includes(false);
};

/** The pages that were answered from the cache, by client. */
const served = new Map();

/** Returns the newest release. While the user is busy, a release that no page has started yet waits. */
const releaseToStart = async () => {
  const releases = await storedReleases();
  const newest = releases.at(-1);
  const present = releases.findLast(({ isApplied }) => isApplied) ?? newest;
  return present !== newest && (await isBusy()) ? present : newest;
};

const answerNavigation = async ({ request, resultingClientId }) => {
  // If the caches cannot be read, the network answers.
  const release = await releaseToStart().catch(nothing);
  const isUsable = release !== undefined && (await canStart(release.page).catch(() => false));
  if (!isUsable) return fetch(request).catch(notStored);
  const { name, page, isApplied } = release;
  const cache = await caches.open(name);
  // On a full disk, the next start tries again.
  if (!isApplied) await cache.put('/applied', new Response()).catch(nothing);
  served.set(resultingClientId, page);
  return documentOf(page);
};

/** Answers with the configuration that belongs to the client's document. */
const answerConfig = async ({ request, clientId }) => {
  const page = served.get(clientId);
  if (page !== undefined) return Response.json(page.config);
  return fetch(request).catch(async () => {
    const stored = (await storedReleases().catch(() => [])).at(-1);
    return stored === undefined ? Response.error() : Response.json(stored.page.config);
  });
};

const storedFile = async (path) => {
  const cache = await caches.open(FILES);
  const own = path in RELEASE.files ? await cache.match(keyOf(path)) : undefined;
  return own ?? (await cache.match(path, { ignoreSearch: true }));
};

const answerFile = async (request, path) =>
  (await storedFile(path).catch(nothing)) ?? fetch(request);

/** Answers the page's question for the newest release with the one that a reload can start. */
const answerNewest = async (request) => {
  const { registration } = self;
  const found = new Promise((resolve) => registration.addEventListener('updatefound', resolve));
  // Not awaited: Chromium may answer a worker's own call only when the worker has no other work.
  registration.update().catch(nothing);
  await Promise.race([found, after(SEARCH_LIMIT_MS)]);
  const { installing } = registration;
  const installed = new Promise((resolve) => installing?.addEventListener('statechange', resolve));
  if (installing) await Promise.race([installed, after(INSTALL_LIMIT_MS)]);
  const newest = (await storedReleases()).at(-1);
  return newest === undefined ? fetch(request) : documentOf(newest.page);
};

/** Deletes what only earlier releases use, unless another window or an update may need it. */
const prune = async (client) => {
  const { installing, waiting } = self.registration;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (installing || waiting || windows.some(({ id }) => id !== client)) return;
  const releases = await storedReleases();
  if (!releases.some(({ name, isApplied }) => name === OWN && isApplied)) return;
  const old = releases.filter(({ name }) => name !== OWN);
  await Promise.all(old.map(({ name }) => caches.delete(name)));
  const cache = await caches.open(FILES);
  const used = new Set(Object.keys(RELEASE.files).map((path) => location.origin + keyOf(path)));
  const unused = (await cache.keys()).filter(({ url }) => !used.has(url));
  await Promise.all(unused.map((request) => cache.delete(request)));
};

/** Deletes damaged files, which are then downloaded again. Once in the life of a worker: it reads all files. */
let checking;
const checkFiles = () =>
  (checking ??= caches.open(FILES).then(async (cache) => {
    for (const key of await cache.keys()) await isWhole(cache, key);
  }));

const withoutNonce = ({ html, nonce }) => html.replaceAll(nonce, '');
const isOwn = ({ html }) => html.includes(`src="${RELEASE.entry}"`);

/**
 * Completes the stored release, and takes over a changed configuration or policy. Stores nothing if the server is
 * unreachable or has a release that is not stored: the browser installs that one with its worker after each start.
 */
const refresh = async (client) => {
  const page = await fetchPage();
  if (isOwn(page)) {
    await storeFiles();
    await storePage(OWN, page);
    await prune(client);
    await self.clients.claim();
    return;
  }
  const releases = await storedReleases();
  const same = releases.find((release) => withoutNonce(release.page) === withoutNonce(page));
  if (same !== undefined) await storePage(same.name, page);
};
let refreshing;
const refreshOnce = (client) =>
  (refreshing ??= refresh(client)
    .catch(nothing) // offline, full disk, or a foreign answer: the next start tries again
    .finally(() => {
      refreshing = undefined;
    }));

/**
 * Stores an update. If that fails, the browser discards this worker and tries again after the next start; stored files
 * are not downloaded again. The first worker does not wait, because push needs it.
 */
const install = async () => {
  if (!self.registration.active) return;
  await storeFiles();
  const page = await fetchPage();
  if (!isOwn(page)) throw new Error('The server has another release.');
  await caches.delete(OWN); // an earlier release that is published again becomes the newest
  await storePage(OWN, page);
};

// The worker does not skip waiting: workers of all releases serve all stored releases, so the current one continues until
// all windows are closed.
self.addEventListener('install', (event) => {
  event.waitUntil(install());
});

/** The key of a page that is being reloaded, which unlocks the local data. It is held in memory, and for a moment only. */
let heldKey;
const HELD_MS = 20_000;

const holdKey = async (key) => {
  heldKey = key;
  await new Promise((resolve) => {
    setTimeout(resolve, HELD_MS);
  });
  if (heldKey === key) heldKey = undefined;
};

self.addEventListener('message', (event) => {
  if (event.data === 'storeApp') {
    const refreshed = checkFiles()
      .catch(nothing)
      .then(() => refreshOnce(event.source?.id));
    event.waitUntil(refreshed);
  } else if (event.data === 'giveKey') {
    event.ports[0].postMessage(heldKey);
    heldKey = undefined;
  } else if (event.data?.heldKey) event.waitUntil(holdKey(event.data.heldKey));
  else heldKey = undefined; // the user has signed out
});

self.addEventListener('fetch', (event) => {
  const { request, clientId } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  const file = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
  if (file in RELEASE.files) {
    event.respondWith(answerFile(request, file));
  } else if (`${pathname}/index.html` in RELEASE.files) {
    event.respondWith(Response.redirect(`${pathname}/`, 308));
  } else if (request.mode === 'navigate') {
    if (!pathname.includes('.')) event.respondWith(answerNavigation(event));
  } else if (pathname === '/config.json') {
    const answer = answerConfig(event);
    event.respondWith(answer);
    event.waitUntil(answer.then(() => refreshOnce(clientId)));
  } else if (pathname === '/') {
    event.respondWith(answerNewest(request));
  } else if (pathname.startsWith('/assets/')) {
    event.respondWith(answerFile(request, pathname));
  }
});
