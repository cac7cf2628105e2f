import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Finding } from './check.ts';

/** Budgets of gzipped JavaScript per page, in kB. Home and the tabs count only what earlier pages have not loaded. */
const BUDGETS_KB = { login: 110, home: 320, tab: 120 } as const;

const HOME_SCREEN = 'src/screens/home/HomeScreen.tsx';
/** The chunks that are loaded from sign-in until Home shows values. */
const HOME_CHUNKS = ['shell', HOME_SCREEN];

/** Whether a module is a screen of a tab or of a page below it, except Home. */
const isScreen = (module: string): boolean =>
  /^src\/screens\/\w+\/(\w+Screen|CompareView)\.tsx$/.test(module) && module !== HOME_SCREEN;

/** Vite's manifest: the files of the build with their imports, except those of `import()`. */
export type Manifest = Readonly<
  Record<
    string,
    {
      readonly file: string;
      readonly name?: string;
      readonly src?: string;
      readonly imports?: readonly string[];
    }
  >
>;

/** Returns these scripts and all that they import, by their keys in the manifest, without those in `loaded`. */
export const loadedWith = (
  manifest: Manifest,
  keys: readonly string[],
  loaded: ReadonlySet<string> = new Set(),
): ReadonlySet<string> => {
  const found = new Set<string>();
  const add = (key: string): void => {
    if (found.has(key) || loaded.has(key)) return;
    found.add(key);
    manifest[key]?.imports?.forEach(add);
  };
  keys.forEach(add);
  return found;
};

export const checkBundle = async (folder: string): Promise<Finding> => {
  const read = (path: string): Promise<string> => readFile(join(folder, path), 'utf8');
  const manifest = JSON.parse(await read('.vite/manifest.json')) as Manifest;
  const keyOf = (module: string): string => {
    const entry = Object.entries(manifest).find(([, { src, name }]) => (src ?? name) === module);
    if (entry === undefined) throw new Error(`The build has no chunk of ${module}.`);
    return entry[0];
  };
  const measure = async (name: string, budget: number, keys: ReadonlySet<string>) => {
    const files = [...keys].map((key) => manifest[key]?.file ?? key);
    const sizes = files.map(async (file) => gzipSync(await read(file)).length);
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    return { name, budget, files, kilobytes: bytes / 1_000 };
  };
  const login = loadedWith(manifest, [keyOf('index.html')]);
  const home = loadedWith(manifest, HOME_CHUNKS.map(keyOf), login);
  const loaded = new Set([...login, ...home]);
  const screens = Object.values(manifest).flatMap(({ src = '' }) => (isScreen(src) ? [src] : []));
  const tabs = await Promise.all(
    screens.map((screen) =>
      measure(
        `largest tab (${screen})`,
        BUDGETS_KB.tab,
        loadedWith(manifest, [keyOf(screen)], loaded),
      ),
    ),
  );
  const rows = [
    await measure('login', BUDGETS_KB.login, login),
    await measure('Home', BUDGETS_KB.home, home),
    ...tabs.toSorted((a, b) => b.kilobytes - a.kilobytes).slice(0, 1),
  ];
  const over = rows.filter(({ kilobytes, budget }) => kilobytes > budget);
  const figures = rows.map(
    ({ name, kilobytes, budget }) => `${name} ${kilobytes.toFixed(1)} of ${budget}`,
  );
  return {
    ok: over.length === 0,
    figure: `${figures.join(', ')} kB gz JavaScript`,
    details: over.flatMap(({ name, files }) => [`Load less for ${name}; it loads:`, ...files]),
  };
};
