import { fileURLToPath } from 'node:url';

/** The arguments of Node that start the command line, as `npm run batbot` does. */
export const COMMAND: readonly string[] = [
  fileURLToPath(new URL('../../../packages/dev/src/run.mjs', import.meta.url)),
  'apps/cli/src/main.ts',
];
