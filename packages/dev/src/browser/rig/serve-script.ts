import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../process/run-tool.ts';
import { serveFiles, type ServedFiles } from './serve-files.ts';

const script = 'page.js';

/** Builds the scripts of a page from the current sources. Returns them by file name. */
const bundle = async (entry: string): Promise<ReadonlyMap<string, string | Uint8Array>> => {
  const { build } = await import('vite'); // 0.3 s of processor time, and few workers build
  const outDir = await mkdtemp(join(tmpdir(), 'batbot-script-'));
  try {
    await build({
      configFile: false,
      root: join(root, 'apps/web'),
      logLevel: 'error',
      publicDir: false,
      build: {
        outDir, // The result of a build that writes no files lacks the workers.
        target: 'es2023',
        minify: false,
        modulePreload: { polyfill: false },
        rollupOptions: { input: entry, output: { entryFileNames: script } },
      },
      worker: { format: 'es' },
    });
    const names = await readdir(outDir, { recursive: true });
    const scripts = names.filter((name) => name.endsWith('.js'));
    return new Map(
      await Promise.all(
        scripts.map(async (name) => [name, await readFile(join(outDir, name))] as const),
      ),
    );
  } finally {
    await rm(outDir, { recursive: true });
  }
};

/** Serves a page that contains only a script of the app, such as `adapters/web-serial/serial-bridge.fixture.ts`. */
export const serveScript = async (name: string): Promise<ServedFiles> => {
  const html = `<!doctype html><title>${name}</title><script type="module" src="/${script}"></script>`;
  const files = await bundle(join(root, 'apps/web/src', name));
  return serveFiles(new Map([...files, ['index.html', html]]));
};
