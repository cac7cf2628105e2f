import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { offlineRelease } from './build/offline-release.ts';
import { precompress } from './build/precompress.ts';

const deviceCore =
  /packages\/core\/src\/(?:alarms|link|procedures|protocol|recording|sealing|telemetry|terminal|verdict)\//;

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), offlineRelease(), precompress()],
  // RxJS as ES2015 classes, which are smaller than those of its default build.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  // The web host replaces this with a new nonce in every response.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // The bundle size check reads the manifest.
    manifest: true,
    // The licences of the packages in the bundle, served with the app.
    license: { fileName: 'third-party-notices.md' },
    // The content security policy blocks scripts and fonts from data: addresses.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Only the chunks after the login are loaded together with all their imports. The others are loaded while the app
      // is idle, and the lists of their imports would only make the first chunks larger. Styles are always listed,
      // because a chunk waits for them.
      resolveDependencies: (file, imports, { hostType }) =>
        hostType === 'html' || /\/(Shell|compose-device|HomeScreen)-/.test(file)
          ? imports
          : imports.filter((each) => each.endsWith('.css')),
    },
    // Home loads nearly all of these folders, so they are one chunk. Split by every set of tabs that share a module, they
    // would be many small ones that compress worse, and each new tab would change them.
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: 'device', test: deviceCore }],
        },
      },
    },
    chunkSizeWarningLimit: 900,
  },
  worker: { format: 'es' },
});
