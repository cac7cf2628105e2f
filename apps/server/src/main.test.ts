import { execFile } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createApiClient } from './testing/api-client.ts';
import { builtProgram } from './testing/built-server.ts';
import { startServerProcess } from './testing/server-process.ts';
import { fillDataFolder } from './testing/snapshots.ts';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const modules = join(packageFolder, '../../node_modules');

interface PackageFile {
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

const readPackage = async (folder: string): Promise<PackageFile> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as PackageFile; // npm has validated the file

/**
 * Compiles the server into `folder`, together with the packages that package.json lists as dependencies, and no others.
 */
const install = async (folder: string): Promise<void> => {
  const typescript = join(modules, 'typescript');
  const tsc = join(typescript, (await readPackage(typescript)).bin['tsc'] ?? '');
  const project = join(packageFolder, 'tsconfig.build.json');
  await promisify(execFile)(process.execPath, [
    tsc,
    '-p',
    project,
    '--outDir',
    join(folder, 'dist'),
  ]);
  const { dependencies } = await readPackage(packageFolder);
  for (const name of Object.keys(dependencies)) {
    const target = join(folder, 'node_modules', name);
    await mkdir(dirname(target), { recursive: true });
    await symlink(join(modules, name), target);
  }
  for (const name of ['package.json', 'schema.graphql', 'migrations']) {
    await symlink(join(packageFolder, name), join(folder, name));
  }
};

it('[SE-23] the compiled server starts with the packages of a production install', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'batbot-built-'));
  await install(folder);
  const dataDir = join(folder, 'data');
  await fillDataFolder(dataDir);
  const server = await startServerProcess({
    env: { BATBOT_DATA_DIR: dataDir, NODE_ENV: 'production' },
    nodeArguments: [join(folder, 'dist/main.js')],
  });
  try {
    await server.ready();
    const { login } = createApiClient(server.url);
    expect((await login('technician')).errors).toEqual(['username/password incorrect']);
  } finally {
    await server.end('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }
});

it.skipIf(!existsSync('/dev/full'))(
  '[SE-20] a log that cannot be written does not end the server',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'batbot-full-'));
    await fillDataFolder(dataDir);
    const full = openSync('/dev/full', 'w');
    const server = await startServerProcess({
      env: { BATBOT_DATA_DIR: dataDir },
      log: full,
      nodeArguments: [builtProgram('main')],
    });
    closeSync(full);
    try {
      await server.ready();
      const { ask } = createApiClient(server.url);
      const refused = await ask('{ getUserData(userId: "x", batbotWebVer: "") { userName } }', {
        token: 'no-token',
      });
      // the refusal is reported as an event, which cannot be written to the full log
      expect(refused.errors).toEqual(['Token Expired']);
      await server.ready();
      expect(server.isRunning()).toBe(true);
    } finally {
      await server.end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);
