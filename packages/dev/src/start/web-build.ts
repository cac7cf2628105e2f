import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildHandbook } from '@batbot/handbook';
import { hashContent } from '../process/content-hash.ts';
import { root, runTool } from '../process/run-tool.ts';
import { plainFailure } from '../process/plain-failure.ts';

/** The folder in which Vite stores the built web app and from which the web host serves it. */
export const webBuildFolder = join(root, 'apps/web/dist/web');
/**
 * Path of the hash of the build's inputs. It is beside the build, because all files in the build's folder are served.
 */
const stampFile = join(root, 'apps/web/dist/web.inputs');

/** The folder of the built handbook, from which the build of the web app takes it. */
const handbookFolder = join(root, 'apps/handbook/dist/pages');

const writeHandbook = async (): Promise<void> => {
  const files = await buildHandbook();
  await rm(handbookFolder, { recursive: true, force: true });
  await mkdir(handbookFolder, { recursive: true });
  await Promise.all([...files].map(([path, text]) => writeFile(join(handbookFolder, path), text)));
};

const isInput = (path: string): boolean =>
  !/\/(?:dist|node_modules)$|\.(?:test|fixture|contract)\.tsx?$/.test(path);

const hashInputs = (): Promise<string> =>
  hashContent(
    root,
    {
      files: [
        'package.json',
        'package-lock.json',
        'tsconfig.base.json',
        'packages/core/package.json',
      ],
      folders: ['apps/web', 'apps/handbook', 'packages/core/src'],
    },
    isInput,
  );

/** Whether the built web app was made from the current sources. */
const isCurrent = async (hash: string): Promise<boolean> =>
  existsSync(join(webBuildFolder, 'index.html')) &&
  (await readFile(stampFile, 'utf8').catch(() => '')) === hash;

/**
 * Builds the handbook and the web app unless their inputs have not changed since the last build. Rejects with the output
 * of a build that fails.
 */
export const buildWeb = async (signal?: AbortSignal): Promise<void> => {
  const hash = await hashInputs();
  if (await isCurrent(hash)) return;
  console.log('Building the web app …');
  await rm(stampFile, { force: true });
  await writeHandbook();
  const { code, output } = await runTool(
    'vite',
    ['build', 'apps/web', '--config', 'apps/web/vite.config.ts', '--logLevel', 'warn'],
    // A test run sets NODE_ENV to "test", with which React's development build would be used.
    { signal, env: { ...process.env, NODE_ENV: 'production' } },
  );
  if (code !== 0) throw plainFailure(`${output}\nThe web app could not be built: see above.`);
  await mkdir(join(root, 'apps/web/dist'), { recursive: true });
  await writeFile(stampFile, hash);
};
