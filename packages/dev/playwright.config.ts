import { defineConfig } from '@playwright/test';
import { WAIT_LIMIT_MS } from './src/browser/rig/wait-limit.ts';

/** End-to-end tests in Chromium. Each file imports its `test` from fixtures.ts, which declares what the file needs. */
export default defineConfig({
  projects: [
    { name: 'browser', testDir: 'src/browser', testMatch: '**/*.spec.ts' },
    // The pictures of `npm run gallery`.
    {
      name: 'gallery',
      testDir: 'src/browser/gallery',
      testMatch: 'gallery.ts',
      fullyParallel: true,
    },
  ],
  outputDir: '../../node_modules/.cache/playwright',
  globalSetup: './src/browser/build-web.ts',
  workers: 3, // two would leave the two cores of CI idle for a sixth of the time
  retries: 0,
  forbidOnly: process.env['CI'] === 'true',
  timeout: 240_000, // only a test that hangs reaches this limit
  expect: { timeout: WAIT_LIMIT_MS },
  reporter: 'list',
  use: {
    actionTimeout: WAIT_LIMIT_MS,
    navigationTimeout: WAIT_LIMIT_MS,
    serviceWorkers: 'block', // routes do not see the requests of a page with a worker
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure', // `--trace on` records a trace too, for a third more processor time
  },
});
