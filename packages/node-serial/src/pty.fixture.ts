import { closeSync, mkdtempSync, rmSync, symlinkSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReadStream } from 'node:tty';

interface NativePty {
  readonly open: (
    columns: number,
    rows: number,
  ) => { readonly master: number; readonly slave: number; readonly pty: string };
}

/**
 * Loads the native module of the package, which only creates the pair. The package's own `open` reads from both ends
 * and loses data.
 */
const loadNative = (): NativePty => {
  const resolve = createRequire(import.meta.url);
  const wrapper = createRequire(resolve.resolve('@lydell/node-pty'));
  // the binary has no type declarations
  return wrapper(`@lydell/node-pty-${process.platform}-${process.arch}/pty.node`) as NativePty;
};

/**
 * Returns how many bytes the pty took. The call is synchronous: an asynchronous write that is pending while the pty is
 * closed would fail, or write to another file that has received its number.
 */
const writeSome = (fd: number, bytes: Uint8Array): number => {
  try {
    return writeSync(fd, bytes);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return 0;
    throw error;
  }
};

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export const createPtyDevice = () => {
  const native = loadNative();
  const folder = mkdtempSync(join(tmpdir(), 'batbot-pty-'));
  const path = join(folder, 'obd');
  const chunks: Buffer[] = [];
  let heard: () => void = () => undefined;
  let take = (chunk: Buffer): void => {
    chunks.push(chunk);
    heard();
  };
  let ends:
    | { readonly master: number; readonly slave: number; readonly stream: ReadStream }
    | undefined;

  const plug = (): void => {
    if (ends !== undefined) return;
    const { master, slave, pty } = native.open(80, 24);
    const stream = new ReadStream(master);
    stream.on('error', () => undefined); // Linux reports EIO after the other end has closed
    stream.on('data', (chunk: Buffer) => take(chunk));
    ends = { master, slave, stream };
    symlinkSync(pty, path);
  };

  const unplug = (): void => {
    if (ends === undefined) return;
    rmSync(path);
    closeSync(ends.slave);
    ends.stream.destroy();
    ends = undefined;
  };

  plug();
  return {
    path,
    plug,
    unplug,
    send: async (bytes: Uint8Array): Promise<void> => {
      for (let sent = 0; sent < bytes.length && ends !== undefined;) {
        const written = writeSome(ends.master, bytes.subarray(sent));
        sent += written;
        if (written === 0) await turn();
      }
    },
    received: async (length: number): Promise<Uint8Array> => {
      for (;;) {
        const all = Buffer.concat(chunks);
        if (all.length >= length) return new Uint8Array(all);
        await new Promise<void>((resolve) => {
          heard = resolve;
        });
      }
    },
    /** Passes every chunk from now on to `listener` instead of collecting it. */
    listen: (listener: (chunk: Uint8Array) => void): void => {
      take = listener;
    },
    dispose: (): void => {
      unplug();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** A device at the far end of a real pseudo-terminal, with a path that stays the same after a replug. */
export type PtyDevice = ReturnType<typeof createPtyDevice>;
