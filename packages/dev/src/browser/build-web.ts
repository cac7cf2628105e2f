import { buildWebIfChanged } from '../start/web-build.ts';

/** Builds the web app once for all workers. */
const buildWeb = async (): Promise<void> => {
  const build = await buildWebIfChanged({
    onBuilding: () => console.log('Building the web app…'),
  });
  if (build.kind === 'failed') throw new Error(`The web app does not build:\n${build.output}`);
};

// Playwright's globalSetup takes a default export only.
// oxlint-disable-next-line import/no-default-export
export default buildWeb;
