import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPtyDevice } from './pty.fixture.ts';

const RX = 'rx';
const isThere = spawnSync(RX, ['--version']).error === undefined;
if (!isThere) {
  const text = 'The transfer tests need lrzsz: apt-get install lrzsz.';
  if (process.env['CI'] === 'true') throw new Error(text);
  process.stderr.write(`SKIPPED: ${text}\n`);
}

/** Whether Debian's lrzsz is installed. With CI=true it must be. */
export const hasLrzsz = isThere;

/** The faults of the line between the two programs. `index` counts the bytes of one direction. */
export interface LineTraits {
  readonly toReceiver?: (byte: number, index: number) => number;
  /** If it returns undefined, the byte is lost. */
  readonly toSender?: (byte: number, index: number) => number | undefined;
  /** Delivers no faster than this rate, with 10 bits per byte. Default: at once. */
  readonly baudRate?: number;
}

/** Delivers bytes at the speed of a line, checked every 2 ms. */
const createPacer = (baudRate: number | undefined, deliver: (bytes: Uint8Array) => void) => {
  let waiting = Buffer.alloc(0);
  let timer: NodeJS.Timeout | undefined;
  let from = 0;
  let done = 0;
  const step = (): void => {
    const due = Math.floor(((performance.now() - from) * (baudRate ?? 0)) / 10_000) - done;
    if (due > 0) {
      deliver(waiting.subarray(0, due));
      done += Math.min(due, waiting.length);
      waiting = waiting.subarray(due);
    }
    if (waiting.length > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  return {
    push: (bytes: Uint8Array): void => {
      if (baudRate === undefined) {
        deliver(bytes);
        return;
      }
      waiting = Buffer.concat([waiting, bytes]);
      if (timer !== undefined) return;
      from = performance.now();
      done = 0;
      timer = setInterval(step, 2);
    },
    stop: (): void => clearInterval(timer),
  };
};

/** Starts `rx` or `rb` on a pty of its own, and a line from it to the pty at `path`. */
export const startLrzszReceiver = (
  protocol: 'xmodem' | 'xmodem-checksum' | 'ymodem',
  line: LineTraits = {},
) => {
  const folder = mkdtempSync(join(tmpdir(), 'batbot-lrzsz-'));
  const ours = createPtyDevice();
  const theirs = createPtyDevice();
  let sentIndex = 0;
  let receivedIndex = 0;
  const toReceiver = createPacer(line.baudRate, (bytes) => {
    const changed = bytes.map((byte) => line.toReceiver?.(byte, sentIndex++) ?? byte);
    void theirs.send(changed);
  });
  const toSender = createPacer(line.baudRate, (bytes) => {
    const changed = [...bytes].flatMap((byte) => {
      const arrived = line.toSender === undefined ? byte : line.toSender(byte, receivedIndex++);
      return arrived === undefined ? [] : [arrived];
    });
    void ours.send(Uint8Array.from(changed));
  });
  ours.listen(toReceiver.push);
  theirs.listen(toSender.push);

  const tty = openSync(theirs.path, constants.O_RDWR | constants.O_NOCTTY);
  const [program, words] =
    protocol === 'ymodem'
      ? (['rb', ['-q']] as const)
      : (['rx', ['-q', ...(protocol === 'xmodem' ? ['-c'] : []), 'received.bin']] as const);
  const child: ChildProcess = spawn(program, words, { cwd: folder, stdio: [tty, tty, 'ignore'] });
  const exited = new Promise<number | null>((resolve) => child.on('close', resolve));
  closeSync(tty);
  return {
    /** The port of the sender. */
    path: ours.path,
    /** Resolves to the exit code. */
    exited,
    /** Returns the name and the content of the received file. */
    file: (): { readonly name: string; readonly bytes: Uint8Array } => {
      const [name = ''] = readdirSync(folder);
      return { name, bytes: new Uint8Array(readFileSync(join(folder, name))) };
    },
    dispose: (): void => {
      child.kill('SIGKILL');
      toReceiver.stop();
      toSender.stop();
      ours.dispose();
      theirs.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export type LrzszReceiver = ReturnType<typeof startLrzszReceiver>;
