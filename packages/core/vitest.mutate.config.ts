import { defineConfig } from 'vitest/config';

/**
 * For `npm run mutate`: Stryker runs the tests of one folder of the core in a copy of this folder. Without isolation a
 * module is loaded once for all test files. Property and fuzz tests are left out: they take seconds for each change,
 * and a test that states the behaviour must notice the change.
 */
export default defineConfig({
  test: {
    include: [`src/${process.env['BATBOT_ROOM'] ?? '*'}/**/*.test.ts`],
    exclude: ['**/node_modules/**', '**/*-{property,fuzz}.test.ts'],
    testTimeout: 60_000,
    isolate: false,
  },
});
