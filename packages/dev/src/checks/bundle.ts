import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parseSync } from 'vite';
import type { Finding } from './check.ts';

/** What the login page may load before it can be used, JavaScript alone: owner's limit. */
export const LOGIN_BUDGET_KB = 130;

/** The scripts that the browser fetches for a page by itself: script tags and modulepreload links. */
const scriptsIn = (html: string): readonly string[] => {
  const tags = html.match(/<(?:script|link)\b[^>]*>/g) ?? [];
  return tags
    .filter((tag) => tag.startsWith('<script') || /rel="?modulepreload/.test(tag))
    .flatMap((tag) => /(?:src|href)="([^"]+\.m?js)"/.exec(tag)?.[1] ?? [])
    .map((path) => path.replace(/^\.?\//, ''));
};

/** What a script loads before it runs: `import … from`, `export … from`, not `import()`. */
const staticImports = (path: string, text: string): readonly string[] => {
  const { staticImports: imports, staticExports: exports } = parseSync(path, text).module;
  const requests = [
    ...imports.map(({ moduleRequest }) => moduleRequest),
    ...exports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest)),
  ];
  return requests.flatMap((request) =>
    request ? posix.join(posix.dirname(path), request.value) : [],
  );
};

/**
 * Sums the gzipped JavaScript of a built page's first load: the scripts in index.html and all they import statically.
 * What is imported on demand does not count.
 * @param read gives the text of a file of the build; rejects when there is none
 */
export const measureFirstLoad = async (
  read: (path: string) => Promise<string>,
): Promise<{ readonly kilobytes: number; readonly files: readonly string[] }> => {
  const waiting = [...scriptsIn(await read('index.html'))];
  const seen = new Set<string>();
  let bytes = 0;
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const text = await read(path);
    bytes += gzipSync(text).length;
    waiting.push(...staticImports(path, text));
  }
  return { kilobytes: bytes / 1000, files: [...seen] };
};

/** Measures the build in `folder` against the budget. */
export const checkBundle = async (folder: string): Promise<Finding> => {
  const { kilobytes, files } = await measureFirstLoad((path) =>
    readFile(join(folder, path), 'utf8'),
  );
  const figure = `login page ${kilobytes.toFixed(1)} of ${LOGIN_BUDGET_KB} kB gz JavaScript`;
  if (files.length === 0) return { ok: false, figure, details: ['index.html loads no script.'] };
  const ok = kilobytes <= LOGIN_BUDGET_KB;
  return { ok, figure, details: ok ? [] : ['Load less at first; the page loads:', ...files] };
};
