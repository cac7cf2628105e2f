import { defineConfig } from 'vitest/config';

/** For `npm run mutate`: Stryker runs the tests of one room of the core in a copy of this folder. */
export default defineConfig({
  test: { include: [`src/${process.env['BATBOT_ROOM'] ?? '*'}/**/*.test.ts`], testTimeout: 60_000 },
});
