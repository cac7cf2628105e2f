// Vitest 4 ignores a file of this name unless it is passed with --config; every script here does.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const exclude = ['**/node_modules/**', '**/dist/**'];

/** Unit, contract and integration tests need nothing but Node; `packages/dev/src/browser` needs Chromium. */
const node = (name: string, path: string) => ({
  test: {
    name,
    root: root(path),
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
    exclude,
    // Hours of virtual time take seconds: on a busy machine more than the five that are usual.
    testTimeout: 60_000,
  },
});

const browserTests = '**/*.browser.test.ts';

export default defineConfig({
  test: {
    projects: [
      node('core', './packages/core'),
      node('web', './apps/web'),
      node('server', './apps/server'),
      node('simulator', './simulator'),
      node('cli', './apps/cli'),
      node('node-serial', './packages/node-serial'),
      {
        test: {
          name: 'dev',
          root: root('./packages/dev'),
          include: ['src/**/*.test.ts'],
          exclude: [...exclude, browserTests],
        },
      },
      {
        test: {
          name: 'browser',
          root: root('./packages/dev'),
          include: [`src/${browserTests}`],
          exclude,
          // Each file has its own services, adapter and browser; more at once would be slower on two cores.
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
