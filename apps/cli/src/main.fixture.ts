import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('main.ts', import.meta.url));
const folderOf = (run = ''): string =>
  fileURLToPath(new URL(`../../../node_modules/.cache/batbot/cli-${run}/`, import.meta.url));

/** Arguments of Node that run the sources, as `npm run batbot` does. */
export const sources = ['--import', 'tsx', source];

/** The program, built. It starts in a fifth of the processor time that tsx needs for the sources. */
export const main = `${folderOf(process.env['TEST_RUN'])}main.js`;

/** Builds the program. Vitest runs this once, before the tests, and what it returns after them. */
export const setup = async (): Promise<() => Promise<void>> => {
  const { build } = await import('vite'); // not for the tests, which import only the path
  const folder = folderOf(String(process.pid));
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: source,
      outDir: folder,
      emptyOutDir: true,
      target: 'node20',
    },
    ssr: { noExternal: [/^@batbot\//] },
  });
  return () => rm(folder, { recursive: true, force: true });
};
