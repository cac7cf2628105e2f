import { spawnSync } from 'node:child_process';
import { closeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ReadStream } from 'node:tty';

/**
 * Both ends of a new pseudo-terminal, non-blocking; `pty` is the path of the slave.
 * @typedef {{ readonly master: number, readonly slave: number, readonly pty: string }} NativePty
 */
/** @typedef {{ readonly open: (columns: number, rows: number) => NativePty }} NativeBinding */

/** Loads the native binding, because the package's own `open()` loses data. Throws if there is no binary. */
const loadBinding = () => {
  const outer = createRequire(import.meta.url).resolve('@lydell/node-pty');
  const name = `@lydell/node-pty-${process.platform}-${process.arch}/pty.node`;
  // an untyped binary, whose type is PtyOpen in pty.cc
  return /** @type {NativeBinding} */ (createRequire(outer)(name));
};

/** Disables the line discipline: no echo, no CR/LF translation, no signals. */
const makeRaw = (/** @type {number} */ slave) => {
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
export const openRawPty = () => {
  const { master, slave, pty } = loadBinding().open(80, 24);
  if (makeRaw(slave) === 'open') closeSync(slave);
  return { master, slavePath: pty };
};
