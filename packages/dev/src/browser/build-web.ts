import { buildWeb } from '../start/web-build.ts';

/** Builds the web app once for all workers. */
const setUp = (): Promise<void> => buildWeb();

// Playwright's globalSetup takes a default export only.
// oxlint-disable-next-line import/no-default-export
export default setUp;
