import { createHash } from 'node:crypto';
import { link, readdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join, relative } from 'node:path';
import { errorCode, serverError } from '../problem.ts';

const LOCK_FILE = /^lock\.(\d+)$/;

/** The shorter form of a path: the address of a socket has about 100 characters. */
const socketPath = (file: string): string => {
  const fromHere = relative('', file);
  return fromHere.length < file.length ? fromHere : file;
};

/** Listens at `path`. The socket answers each connection by closing it: it only proves that the process lives. */
const listenAt = (path: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(path, () => {
      server.unref();
      resolve(server);
    });
  });

const isAnswered = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error) => {
      resolve(errorCode(error) === 'EACCES'); // a living process of another user
    });
  });

const inUse = (folder: string) =>
  serverError(
    { kind: 'dataInUse', folder },
    `The data folder ${folder} is used by another running account server. Stop that one, or set BATBOT_DATA_DIR to a folder of its own.`,
  );

const highestLock = async (folder: string): Promise<number> => {
  const numbers = (await readdir(folder)).map((name) => Number(LOCK_FILE.exec(name)?.[1] ?? 0));
  return Math.max(0, ...numbers);
};

/** Windows has no socket files: there a pipe with a name made from the folder's path is exclusive by itself. */
const lockByPipe = async (folder: string): Promise<() => Promise<void>> => {
  const name = createHash('sha256').update(folder.toLowerCase()).digest('hex').slice(0, 32);
  const server = await listenAt(`\\\\.\\pipe\\batbot-${name}`).catch(() => {
    throw inUse(folder);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => {
        resolve();
      });
    });
};

/**
 * Locks a data folder for this process and returns the release. Rejects with `dataInUse`.
 *
 * The lock is a listening socket in the folder, `lock.N`. A process that ends, however it ends, stops answering, so no
 * process id is needed and containers that share the folder see each other. A stale `lock.N` is followed by
 * `lock.N+1`: of two processes that do so at the same time only one can create that name.
 */
export const lockFolder = async (folder: string): Promise<() => Promise<void>> => {
  if (process.platform === 'win32') return lockByPipe(folder);
  const own = join(folder, `socket.${process.pid}.${Math.random().toString(36).slice(2)}`);
  const server = await listenAt(socketPath(own));
  const release = async (file?: string): Promise<void> => {
    if (file !== undefined) await rm(file, { force: true });
    await new Promise<void>((resolve) => {
      server.close(() => {
        resolve(); // removes `own`, the name it listens at
      });
    });
    await rm(own, { force: true });
  };
  try {
    for (;;) {
      const highest = await highestLock(folder);
      if (highest > 0 && (await isAnswered(socketPath(join(folder, `lock.${highest}`))))) {
        throw inUse(folder);
      }
      const file = join(folder, `lock.${highest + 1}`);
      try {
        await link(own, file); // appears as a socket that listens already
      } catch (error) {
        if (errorCode(error) === 'EEXIST') continue; // another process was faster
        throw error;
      }
      if ((await highestLock(folder)) > highest + 1) {
        await rm(file); // the list was out of date: a newer lock exists
        continue;
      }
      const names = await readdir(folder);
      const stale = names.filter(
        (name) => Number(LOCK_FILE.exec(name)?.[1] ?? highest + 1) <= highest,
      );
      await Promise.all(stale.map((name) => rm(join(folder, name), { force: true })));
      return () => release(file);
    }
  } catch (error) {
    await release();
    throw error;
  }
};
