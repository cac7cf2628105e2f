import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parseSync } from 'vite';
import type { Finding } from './check.ts';

/** Budgets of gzipped JavaScript per page, in kB. Home and the tabs count only what earlier pages have not loaded. */
const BUDGETS_KB = { login: 110, home: 320, tab: 120 } as const;

const HOME_SCREEN = 'src/screens/home/HomeScreen.tsx';
/** The chunks that are loaded from sign-in until Home shows values. */
const HOME_CHUNKS = ['shell', HOME_SCREEN];

/** Whether a module is a screen of a tab or of a page below it, except Home. */
const isScreen = (module: string): boolean =>
  /^src\/screens\/\w+\/(\w+Screen|CompareView)\.tsx$/.test(module) && module !== HOME_SCREEN;

/** Returns the scripts that the browser loads with the page: script tags and modulepreload links. */
const scriptsIn = (html: string): readonly string[] => {
  const tags = html.match(/<(?:script|link)\b[^>]*>/g) ?? [];
  return tags
    .filter((tag) => tag.startsWith('<script') || /rel="?modulepreload/.test(tag))
    .flatMap((tag) => /(?:src|href)="([^"]+\.m?js)"/.exec(tag)?.[1] ?? [])
    .map((path) => path.replace(/^\.?\//, ''));
};

/**
 * Returns the modules that are loaded before a script runs: those of `import … from` and `export … from`, but not of
 * `import()`.
 */
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

type Read = (path: string) => Promise<string>;

/**
 * Measures the gzipped size of scripts and of all their static imports. Each file counts once, and those in `loaded` do
 * not count.
 */
const measure = async (
  read: Read,
  scripts: readonly string[],
  loaded: ReadonlySet<string> = new Set(),
): Promise<{ readonly kilobytes: number; readonly files: readonly string[] }> => {
  const waiting = [...scripts];
  const seen = new Set<string>();
  let bytes = 0;
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path) || loaded.has(path)) continue;
    seen.add(path);
    const text = await read(path);
    bytes += gzipSync(text).length;
    waiting.push(...staticImports(path, text));
  }
  return { kilobytes: bytes / 1000, files: [...seen] };
};

/**
 * Measures the gzipped JavaScript that a built page loads first: the scripts in index.html and all their static
 * imports.
 * @param read returns the text of a file of the build; rejects if it does not exist
 */
export const measureFirstLoad = async (read: Read) =>
  measure(read, scriptsIn(await read('index.html')));

/** Returns the files of the build by the source module or the name of their chunk, from Vite's manifest. */
const builtFiles = async (read: Read): Promise<ReadonlyMap<string, string>> => {
  const manifest = JSON.parse(await read('.vite/manifest.json')) as Readonly<
    Record<string, { readonly file: string; readonly name?: string; readonly src?: string }>
  >;
  return new Map(
    Object.values(manifest).map(({ file, name, src }) => [src ?? name ?? file, file] as const),
  );
};

/** Measures the build in `folder` against the budgets. */
export const checkBundle = async (folder: string): Promise<Finding> => {
  const read: Read = (path) => readFile(join(folder, path), 'utf8');
  const login = await measureFirstLoad(read);
  if (login.files.length === 0)
    return { ok: false, figure: '', details: ['index.html loads no script.'] };
  const built = await builtFiles(read);
  const fileOf = (module: string): string => {
    const file = built.get(module);
    if (file === undefined) throw new Error(`The build has no chunk of ${module}.`);
    return file;
  };
  const home = await measure(read, HOME_CHUNKS.map(fileOf), new Set(login.files));
  const loaded = new Set([...login.files, ...home.files]);
  const tabs = await Promise.all(
    [...built]
      .filter(([module]) => isScreen(module))
      .map(async ([module, file]) => ({
        module,
        ...(await measure(read, [file], loaded)),
      })),
  );
  const largest = tabs.toSorted((a, b) => b.kilobytes - a.kilobytes)[0];
  const rows = [
    { name: 'login', budget: BUDGETS_KB.login, ...login },
    { name: 'Home', budget: BUDGETS_KB.home, ...home },
    ...(largest
      ? [{ name: `largest tab (${largest.module})`, budget: BUDGETS_KB.tab, ...largest }]
      : []),
  ];
  const over = rows.filter(({ kilobytes, budget }) => kilobytes > budget);
  return {
    ok: over.length === 0,
    figure: rows
      .map(({ name, kilobytes, budget }) => `${name} ${kilobytes.toFixed(1)} of ${budget}`)
      .join(', ')
      .concat(' kB gz JavaScript'),
    details: over.flatMap(({ name, files }) => [`Load less for ${name}; it loads:`, ...files]),
  };
};
