import { createHash } from 'node:crypto';
import { link, readdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join, relative } from 'node:path';
import { errorCode, serverError } from '../problem.ts';

const LOCK_FILE = /^lock\.(\d+)$/;

/** Limit of macOS; Linux allows 107. Node 20 would cut a longer address, and later versions report only EINVAL. */
const MAX_ADDRESS_BYTES = 103;

/** Returns the relative path if it is shorter, because the address of a socket is limited. */
const socketPath = (file: string): string => {
  const fromHere = relative('', file);
  return fromHere.length < file.length ? fromHere : file;
};

/** Listens at `path`. The socket closes each connection at once: it only proves that the process is running. */
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
      resolve(errorCode(error) === 'EACCES'); // a running process of another user
    });
  });

const inUse = (folder: string) =>
  serverError(
    { kind: 'dataInUse', folder },
    `The data folder ${folder} is used by another running account server. Stop that one, or set BATBOT_DATA_DIR to a folder of its own.`,
  );

const tooLong = (folder: string) =>
  serverError(
    { kind: 'badSetting', variable: 'BATBOT_DATA_DIR' },
    `The path of the data folder ${folder} is too long for the socket that locks it. Set BATBOT_DATA_DIR to a path of at most 75 characters.`,
  );

const highestLock = async (folder: string): Promise<number> => {
  const numbers = (await readdir(folder)).map((name) => Number(LOCK_FILE.exec(name)?.[1] ?? 0));
  return Math.max(0, ...numbers);
};

/**
 * Locks the folder on Windows, which has no socket files: only one process can listen at a named pipe, whose name is
 * derived from the folder's path.
 */
const lockByPipe = async (folder: string): Promise<() => Promise<void>> => {
  const name = createHash('sha256').update(folder.toLowerCase()).digest('hex').slice(0, 32);
  const server = await listenAt(`\\\\.\\pipe\\batbot-${name}`).catch(() => {
    throw inUse(folder);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
    });
};

/**
 * Locks a data folder for this process. Returns a function that releases the lock. Rejects with `dataInUse`,
 * or with `badSetting` if the path of the folder is too long.
 *
 * The lock is a listening socket in the folder, `lock.N`. When a process ends in any way, its socket stops answering.
 * So no process id is needed, and containers that share the folder detect each other. A stale `lock.N` is replaced by
 * `lock.N+1`: if two processes try this at the same time, only one can create that name.
 */
export const lockFolder = async (folder: string): Promise<() => Promise<void>> => {
  if (process.platform === 'win32') return lockByPipe(folder);
  const own = join(folder, `socket.${process.pid}.${Math.random().toString(36).slice(2)}`);
  const address = socketPath(own);
  if (Buffer.byteLength(address) > MAX_ADDRESS_BYTES) throw tooLong(folder);
  const server = await listenAt(address);
  const release = async (file?: string): Promise<void> => {
    if (file !== undefined) await rm(file, { force: true });
    await new Promise<void>((resolve) => {
      server.close(() => {
        resolve(); // this also removes `own`, the socket file
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
        await link(own, file); // the file is a listening socket from the start
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
      await rm(own); // a process that is killed leaves only its lock, which the next one removes
      return () => release(file);
    }
  } catch (error) {
    await release();
    throw error;
  }
};
