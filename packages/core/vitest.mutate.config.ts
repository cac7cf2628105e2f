import { defineConfig } from 'vitest/config';

/** For `npm run mutate`: Stryker runs the core's tests in a copy of this folder. */
export default defineConfig({ test: { include: ['src/**/*.test.ts'], testTimeout: 60_000 } });
