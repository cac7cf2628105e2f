import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { access, chown, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { cache } from './snapshots.ts';

const run = promisify(execFile);
const NOBODY = 65_534; // PostgreSQL refuses to run as root

/** Returns the folder with initdb and postgres, from the PATH or from Debian's location. */
export const findPostgres = async (): Promise<string | undefined> => {
  const debian = await readdir('/usr/lib/postgresql').catch(() => []);
  const folders = [
    ...(process.env['PATH'] ?? '').split(':'),
    ...debian.map((version) => `/usr/lib/postgresql/${version}/bin`),
  ];
  for (const folder of folders) {
    const found = await Promise.all(
      ['initdb', 'postgres'].map((name) =>
        access(join(folder, name)).then(
          () => true,
          () => false,
        ),
      ),
    );
    if (found.every(Boolean)) return folder;
  }
  return undefined;
};

/** Fills `data`, which is in a folder of its own, with a new cluster. */
const initialize = async (binaries: string, data: string, identity: object): Promise<void> => {
  const args = ['-D', data, '-U', 'batbot', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'];
  await run(join(binaries, 'initdb'), [...args, '--wal-segsize=1'], {
    ...identity,
    cwd: dirname(data),
  });
};

/** Does the same with a copy of a cluster in the cache. initdb takes ten times as long. */
const initializeFromCache = async (
  binaries: string,
  data: string,
  identity: { readonly uid?: number },
): Promise<void> => {
  const { stdout } = await run(join(binaries, 'postgres'), ['--version']);
  const owner = identity.uid ?? process.getuid?.() ?? '';
  const kept = join(cache, `cluster-${stdout.trim().replaceAll(/[^\w.]+/g, '-')}-${owner}`);
  const copy = (from: string, to: string) => run('cp', ['-a', from, to]);
  if (!existsSync(kept)) {
    await initialize(binaries, data, identity);
    await mkdir(cache, { recursive: true });
    const made = await mkdtemp(`${kept}.`);
    await copy(data, join(made, 'data'));
    await rename(join(made, 'data'), kept).catch(() => undefined); // another process was faster
    await rm(made, { recursive: true, force: true });
    return;
  }
  await copy(kept, data);
};

/**
 * Starts a separate PostgreSQL server in a temporary folder. It listens on a socket there, so it uses no port and no
 * system service. Its system identifier is that of the other test servers, unless it has its own.
 */
export const startPostgres = async (binaries: string, { hasOwnId = false } = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'batbot-pg-'));
  const asRoot = process.getuid?.() === 0;
  if (asRoot) await chown(folder, NOBODY, NOBODY);
  const identity = asRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const data = join(folder, 'data');
  await (hasOwnId ? initialize : initializeFromCache)(binaries, data, identity);
  const launch = async () => {
    const server = spawn(
      join(binaries, 'postgres'),
      ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off'],
      { ...identity, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
    await new Promise<void>((resolve, reject) => {
      let output = '';
      server.stderr.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes('ready to accept connections')) resolve();
      });
      void ended.then(() => reject(new Error(`PostgreSQL did not start: ${output}`)));
    });
    return {
      pid: server.pid ?? 0,
      stop: async () => {
        server.kill('SIGINT'); // requests PostgreSQL's fast shutdown
        await ended;
      },
    };
  };
  let server = await launch();
  const signalAll = async (signal: NodeJS.Signals): Promise<void> => {
    const { pid } = server;
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    for (const each of [pid, ...children.trim().split(/\s+/).map(Number)]) {
      try {
        process.kill(each, signal);
      } catch {
        // the process has ended in the meantime
      }
    }
  };
  const urlOf = (name: string): string =>
    `postgres://batbot@/${name}?host=${encodeURIComponent(folder)}`;
  return {
    url: urlOf('postgres'),
    createDatabase: async (name: string): Promise<string> => {
      const client = new Client({ connectionString: urlOf('postgres') });
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      return urlOf(name);
    },
    /** Suspends all processes of the server: connections stay open, but the server does not answer. Linux only. */
    freeze: (): Promise<void> => signalAll('SIGSTOP'),
    thaw: (): Promise<void> => signalAll('SIGCONT'),
    /** Restarts the server at once ("fast" shutdown: open transactions are rolled back). */
    restart: async (): Promise<void> => {
      await server.stop();
      server = await launch();
    },
    stop: async (): Promise<void> => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

export type TestPostgres = Awaited<ReturnType<typeof startPostgres>>;
