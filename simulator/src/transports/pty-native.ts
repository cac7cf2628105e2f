import { spawnSync } from 'node:child_process';
import { closeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ReadStream } from 'node:tty';

/** Both ends of a new pseudo-terminal, non-blocking. */
interface NativePty {
  readonly master: number;
  readonly slave: number;
  /** Path of the slave. */
  readonly pty: string;
}

interface NativeBinding {
  readonly open: (columns: number, rows: number) => NativePty;
}

/** Loads the native binding, because the package's own `open()` loses data. Throws if there is no binary. */
const loadBinding = (): NativeBinding => {
  const outer = createRequire(import.meta.url).resolve('@lydell/node-pty');
  const name = `@lydell/node-pty-${process.platform}-${process.arch}/pty.node`;
  return createRequire(outer)(name) as NativeBinding; // an untyped binary, whose type is PtyOpen in pty.cc
};

/** Disables the line discipline: no echo, no CR/LF translation, no signals. */
const makeRaw = (slave: number): 'open' | 'closed' => {
  const { status } = spawnSync('stty', ['raw', '-echo'], { stdio: [slave, 'ignore', 'ignore'] });
  if (status === 0) return 'open';
  // Without stty, libuv's raw mode is used. It differs only in translating the characters that a client writes after
  // LF.
  const stream = new ReadStream(slave);
  stream.setRawMode(true);
  stream.destroy();
  return 'closed';
};

/** Opens a raw pseudo-terminal and leaves its slave to others. */
export const openRawPty = (): { readonly master: number; readonly slavePath: string } => {
  const { master, slave, pty } = loadBinding().open(80, 24);
  if (makeRaw(slave) === 'open') closeSync(slave);
  return { master, slavePath: pty };
};
