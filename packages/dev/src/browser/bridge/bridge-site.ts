import { join } from 'node:path';
import { build } from 'vite';
import { root } from '../../process/run-tool.ts';
import { serveFiles, type ServedFiles } from '../rig/serve-files.ts';

const entry = join(root, 'apps/web/src/adapters/web-serial/serial-bridge.fixture.ts');
const script = 'bridge.js';

/** Builds the scripts of the bridge page from the current sources. Returns them by file name. */
const bundle = async (): Promise<ReadonlyMap<string, string | Uint8Array>> => {
  const built = await build({
    configFile: false,
    root: join(root, 'apps/web'),
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2023',
      minify: false,
      modulePreload: { polyfill: false },
      rollupOptions: { input: entry, output: { entryFileNames: script } },
    },
    worker: { format: 'es' },
  });
  if ('on' in built) throw new Error('vite watches instead of building');
  const files = new Map<string, string | Uint8Array>();
  for (const { output } of Array.isArray(built) ? built : [built]) {
    for (const file of output) {
      files.set(file.fileName, file.type === 'chunk' ? file.code : file.source);
    }
  }
  return files;
};

/** Serves a page that contains only the Web Serial adapter and the device core, as `globalThis.bridge`. */
export const serveBridge = async (): Promise<ServedFiles> => {
  const html = `<!doctype html><title>bridge</title><script type="module" src="/${script}"></script>`;
  return serveFiles(new Map([...(await bundle()), ['index.html', html]]));
};
