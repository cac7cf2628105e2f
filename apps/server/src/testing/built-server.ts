import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cache } from './snapshots.ts';

const packageFolder = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(cache, 'server');
const PROGRAMS = ['main', 'accounts', 'backup'] as const;

/** Returns the path of a built program. It starts in a third of the processor time that tsx needs for the sources. */
export const builtProgram = (name: (typeof PROGRAMS)[number]): string =>
  join(folder, 'dist', `${name}.js`);

/** Builds the programs. Vitest runs this once, before the tests. */
export const setup = async (): Promise<void> => {
  const { build } = await import('vite'); // not for the tests, which import only the paths
  const source = join(packageFolder, 'src');
  await rm(folder, { recursive: true, force: true });
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
  await mkdir(folder, { recursive: true });
  for (const name of ['package.json', 'schema.graphql', 'migrations'])
    await symlink(join(packageFolder, name), join(folder, name));
};
