import { createHash } from 'node:crypto';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const WORKER = 'firebase-messaging-sw.js';
/** The built handbook (`npm run build` builds it first). */
const HANDBOOK = fileURLToPath(new URL('../../handbook/dist/pages', import.meta.url));
const OFFLINE_PART = fileURLToPath(new URL('offline-worker.js', import.meta.url));

const sha256 = (bytes: Buffer | string): string =>
  `sha256-${createHash('sha256').update(bytes).digest('base64')}`;

/** Lists the files that the app needs without network, with their hashes in the form of subresource integrity. */
const listFiles = async (folder: string): Promise<Readonly<Record<string, string>>> => {
  const lists = ['assets', 'handbook'].map(async (part) => {
    const names = await readdir(join(folder, part));
    return names.toSorted().map((name) => `/${part}/${name}`);
  });
  const paths = ['/mark.svg', ...(await Promise.all(lists)).flat()];
  const files = paths.map(async (path) => [path, sha256(await readFile(join(folder, path)))]);
  return Object.fromEntries(await Promise.all(files)) as Record<string, string>; // each entry is a pair of texts
};

/**
 * Adds the handbook to the build, and appends the offline part, with the files of this build, to the built service
 * worker.
 */
export const offlineRelease = (): Plugin => {
  let folder = '';
  return {
    name: 'offline-release',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir);
    },
    closeBundle: async (failure) => {
      if (failure !== undefined) return; // Vite reports it
      await cp(HANDBOOK, join(folder, 'handbook'), { recursive: true });
      const [push, offline, html, files] = await Promise.all([
        readFile(join(folder, WORKER), 'utf8'),
        readFile(OFFLINE_PART, 'utf8'),
        readFile(join(folder, 'index.html'), 'utf8'),
        listFiles(folder),
      ]);
      // Its name identifies the release, here and in the running app. Vite adds others if the entry only imports.
      const scripts = [...html.matchAll(/<script type="module"[^>]* src="([^"]+)"/g)];
      const [entry] = scripts.map(([, path]) => path);
      if (entry === undefined || scripts.length > 1) {
        throw new Error(`index.html has ${scripts.length} module scripts instead of one.`);
      }
      const id = sha256(JSON.stringify(files) + html);
      const release = JSON.stringify({ id, entry, files });
      await writeFile(
        join(folder, WORKER),
        `${push}\n{\nconst RELEASE = ${release};\n${offline}}\n`,
      );
    },
  };
};
