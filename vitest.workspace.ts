// Vitest 4 ignores a file of this name unless it is passed with --config; every script here does.
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { chromiumPath } from './packages/dev/src/browser/rig/availability.ts';
import { CHROMIUM_FLAGS } from './packages/dev/src/browser/rig/chromium-flags.ts';

const root = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** Vitest's default, all cores but one, would leave one of two cores unused. */
const MAX_WORKERS = Math.max(2, availableParallelism() - 1);
/**
 * NODE_ENV: Vitest takes the value that the component tests define into the environment of all projects.
 * TEST_RUN: names the folders of the built programs, so that two runs do not share them.
 */
const TEST_ENV = { NODE_ENV: 'test', TEST_RUN: String(process.pid) };
/** Only a test that hangs reaches these limits: on a busy machine, a test can take ten times as long as usual. */
const PATIENT = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
};
const exclude = ['**/node_modules/**', '**/dist/**'];

const browserTests = '**/*.browser.test.{ts,tsx}';
const soakTests = 'src/soak/*.test.ts';

/** Unit, contract and integration tests need nothing but Node. */
const node = (name: string, path: string, globalSetup: readonly string[] = []) => ({
  test: {
    name,
    root: root(path),
    globalSetup: [...globalSetup],
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
    exclude: [...exclude, browserTests, soakTests],
    // No test changes a module or a global: one process runs all files and loads each module once.
    isolate: false,
    env: TEST_ENV,
    ...PATIENT,
  },
});

const executablePath = chromiumPath();

/** Lets Chromium keep the modules that a file has loaded for the next file. Vite would have it ask for each again. */
const cachedModules: Plugin = {
  name: 'cached-modules',
  configureServer: ({ middlewares, config: { server } }) => {
    if (server.watch !== null) return;
    middlewares.use((request, response, next) => {
      const setHeader = response.setHeader.bind(response);
      response.setHeader = (name, value) =>
        setHeader(name, name === 'Cache-Control' && value === 'no-cache' ? 'max-age=3600' : value);
      next();
    });
  },
};

/** Component tests: `*.browser.test.tsx` beside the component, in headless Chromium. */
const components = {
  plugins: [react(), cachedModules],
  // React and antd as users get them, which also takes a third less time. With 'test' every popup of antd has the id
  // "test-id": dialogs have no names, and Escape reaches the wrong one.
  define: { 'process.env.NODE_ENV': '"production"' },
  oxc: { jsx: { runtime: 'automatic' as const, development: false, refresh: false } },
  // Found while a test runs, a dependency would reload the page under it.
  optimizeDeps: {
    include: [
      'vitest-browser-react',
      'antd',
      '@ant-design/cssinjs',
      '@ant-design/icons',
      'react',
      'react-dom',
      'react-dom/client',
      'react-router-dom',
      'rxjs',
      'uplot',
      'valibot',
      're2js',
      'maplibre-gl',
      'papaparse',
    ],
  },
  test: {
    name: 'components',
    root: root('./apps/web'),
    include: ['src/**/*.browser.test.tsx'],
    exclude,
    setupFiles: [root('./apps/web/src/testing/clean-page.fixture.ts')],
    // Each page loads the modules once. The setup file and the two settings undo what a test changes.
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    ...PATIENT,
    maxWorkers: MAX_WORKERS,
    browser: {
      enabled: true,
      headless: true,
      connectTimeout: 180_000, // as PATIENT: on a busy machine the first page may need more than one minute
      screenshotFailures: false,
      viewport: { width: 1280, height: 800 },
      provider: playwright({
        launchOptions: { ...(executablePath && { executablePath }), args: [...CHROMIUM_FLAGS] },
        // A button of a dialog that opens with an animation moves between the press and the release of a click.
        contextOptions: { reducedMotion: 'reduce' },
        actionTimeout: 60_000, // then the error names the element that a click waits for
      }),
      instances: [{ browser: 'chromium' as const }],
    },
  },
};

if (executablePath === undefined) {
  const text = 'Component tests need Chromium: apt-get install chromium, or set BATBOT_CHROMIUM.';
  if (process.env['CI'] === 'true') throw new Error(text);
  console.warn(`SKIPPED: ${text}`);
}

export default defineConfig({
  test: {
    maxWorkers: MAX_WORKERS,
    projects: [
      node('core', './packages/core'),
      node('web', './apps/web'),
      node('server', './apps/server', [root('./apps/server/src/testing/built-server.ts')]),
      node('simulator', './simulator'),
      ...(executablePath === undefined ? [] : [components]),
      node('cli', './apps/cli', [root('./apps/cli/src/main.fixture.ts')]),
      node('handbook', './apps/handbook'),
      node('node-serial', './packages/node-serial'),
      node('dev', './packages/dev'),
      {
        test: {
          name: 'soak',
          root: root('./packages/dev'),
          include: [soakTests],
          exclude,
          // Measures the heap of its process. What another file leaves there would hide a leak when it is freed.
          isolate: true,
          env: TEST_ENV,
          ...PATIENT,
        },
      },
      {
        test: {
          name: 'browser',
          root: root('./packages/dev'),
          include: ['src/**/*.browser.test.ts'],
          exclude,
          env: TEST_ENV,
          // Each file has its own services, adapter and browser.
          maxWorkers: 2,
          ...PATIENT,
        },
      },
    ],
  },
});
