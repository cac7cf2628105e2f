import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cache } from './snapshots.ts';

const packageFolder = fileURLToPath(new URL('../..', import.meta.url));
const folderOf = (run = ''): string => join(cache, `server-${run}`);
const PROGRAMS = ['main', 'accounts', 'backup'] as const;

/** Returns the path of a built program. It starts in a third of the processor time that tsx needs for the sources. */
export const builtProgram = (name: (typeof PROGRAMS)[number]): string =>
  join(folderOf(process.env['TEST_RUN']), 'dist', `${name}.js`);

/** Builds the programs. Vitest runs this once, before the tests, and what it returns after them. */
export const setup = async (): Promise<() => Promise<void>> => {
  const { build } = await import('vite'); // not for the tests, which import only the paths
  const source = join(packageFolder, 'src');
  const folder = folderOf(String(process.pid));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  await remove();
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: join(folder, 'dist'),
      target: 'node20',
      rolldownOptions: {
        input: [...PROGRAMS, 'analysis/recording-analysis'].map((name) =>
          join(source, `${name}.ts`),
        ),
        // Each module keeps its place, from which it finds the files of the package.
        output: { preserveModules: true, preserveModulesRoot: source },
      },
    },
    ssr: { noExternal: [/^@batbot\//] },
  });
  for (const name of ['package.json', 'schema.graphql', 'migrations'])
    await cp(join(packageFolder, name), join(folder, name), { recursive: true });
  return remove;
};
