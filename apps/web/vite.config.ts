import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { formParts } from './build/form-parts.ts';
import { offlineRelease } from './build/offline-release.ts';
import { precompress } from './build/precompress.ts';
import { retryImports } from './build/retry-imports.ts';

/** What the entry script imports. The entry itself stays a file of its own, because its name identifies the release. */
const login =
  /\/web\/src\/(?:older-browsers|config|trusted-types|compose\/compose|shell\/(?:App|apply-theme|StartProblem))\.tsx?$|\/react-dom\/client\.js$/;
/** What both the shell and workers or tabs use. */
const stores = /\/adapters\/indexed-db\/|\/core\/src\/prelude\/|\/web\/src\/text\/format\.ts$/;
/** The shell, and what most tabs use: else each of them would load it. */
const shell =
  /\/web\/src\/(?:shell\/Shell|compose\/compose-device)\.tsx?$|\/core\/src\/(?:workspace\/(?:device-rows|outbox-item|rows)|parameters\/value-text)\.ts$/;

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), formParts(), retryImports(), offlineRelease(), precompress()],
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
        hostType === 'html' || /\/(shell|HomeScreen)-/.test(file)
          ? imports
          : imports.filter((each) => each.endsWith('.css')),
    },
    // Chunks of what is always loaded together, each with all its imports that an earlier one does not have. Without
    // them, each module that two tabs share is a chunk of its own, and a sign-in makes twice as many requests.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'login', test: login, priority: 3 },
            { name: 'stores', test: stores, priority: 2 },
            { name: 'shell', test: shell, priority: 1 },
          ],
        },
      },
    },
    chunkSizeWarningLimit: 900,
  },
  worker: { format: 'es' },
});
