import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { BUILT_IN_IDS, loadProfileObject, type Profile } from '@batbot/core/profiles';
import { paletteOf, themeVariables } from '@batbot/web/theme';
import { CONTENTS } from './contents.ts';
import { deviceParts } from './device-parts.ts';
import { deadLinks, renderPage } from './page.ts';
import { documentOf } from './template.ts';

const FOLDER = fileURLToPath(new URL('../pages/', import.meta.url));

const PROFILES = new URL('../../../packages/core/src/profiles/built-in/', import.meta.url);

/** Reads the files of the profiles itself: Playwright, which builds the app too, cannot import JSON. */
const readProfiles = (): Promise<readonly Profile[]> =>
  Promise.all(
    BUILT_IN_IDS.map(async (id) => {
      const text = await readFile(new URL(`${id}.json`, PROFILES), 'utf8');
      const loaded = loadProfileObject(JSON.parse(text));
      if (!loaded.ok) throw new Error(`${id}: ${loaded.error.path} ${loaded.error.problem}`);
      return loaded.value;
    }),
  );

const read = (name: string): Promise<string> => readFile(`${FOLDER}${name}`, 'utf8');

const readImages = async (): Promise<ReadonlyMap<string, string>> => {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.svg'));
  return new Map(await Promise.all(names.map(async (name) => [name, await read(name)] as const)));
};

/** What a page gets in addition to its Markdown. */
const GENERATED: Readonly<Record<string, () => Promise<string>>> = {
  devices: async () => deviceParts(await readProfiles()),
};

const variables = (scheme: 'light' | 'dark'): string =>
  [...themeVariables(paletteOf(scheme), scheme)]
    .map(([name, value]) => `${name}: ${value};`)
    .join('\n');

/** Returns the style sheet: the tokens of the product in both themes, and the rules of `style.css`. */
const styleSheet = (rules: string): string =>
  `:root {\n${variables('light')}\n}\n@media (prefers-color-scheme: dark) {\n:root {\n${variables('dark')}\n}\n}\n${rules}`;

/**
 * Builds the handbook from `pages`.
 * @returns the text of each file, by its path below /handbook/
 * @throws if a file of `pages` is not in the contents, or a link is dead
 */
export const buildHandbook = async (): Promise<ReadonlyMap<string, string>> => {
  const names = CONTENTS.flatMap(({ pages }) => pages);
  const unlisted = (await readdir(FOLDER)).filter(
    (file) => file.endsWith('.md') && !names.includes(file.slice(0, -3)),
  );
  if (unlisted.length > 0) throw new Error(`Not in the contents: ${unlisted.join(', ')}.`);
  const images = await readImages();
  const pages = await Promise.all(
    names.map(async (name) => {
      const generated = await GENERATED[name]?.();
      return renderPage(name, `${await read(`${name}.md`)}\n${generated ?? ''}`, images);
    }),
  );
  const dead = deadLinks(pages);
  if (dead.length > 0) throw new Error(`Dead links in the handbook:\n${dead.join('\n')}`);
  const byName = new Map(pages.map((page) => [page.name, page]));
  return new Map([
    ...pages.map((page) => [`${page.name}.html`, documentOf(page, CONTENTS, byName)] as const),
    ['style.css', styleSheet(await read('style.css'))] as const,
  ]);
};
