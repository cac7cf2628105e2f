import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../node_modules/.cache/batbot/cli/', import.meta.url));

/** The program, built. It starts in a fifth of the processor time that tsx needs for the sources. */
export const main = `${folder}main.js`;

/** Builds the program. Vitest runs this once, before the tests. */
export const setup = async (): Promise<void> => {
  const { build } = await import('vite'); // not for the tests, which import only the path
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: fileURLToPath(new URL('main.ts', import.meta.url)),
      outDir: folder,
      emptyOutDir: true,
      target: 'node20',
    },
    ssr: { noExternal: [/^@batbot\//] },
  });
};
