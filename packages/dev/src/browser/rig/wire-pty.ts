import { fileURLToPath } from 'node:url';
import { startLineProcess } from './line-process.ts';

/** A real pty; the test is the device at its master side. */
export interface WirePty {
  /** Returns the path of the current pty; each `reopen` creates another one. */
  readonly slavePath: () => string;
  /** Sends bytes to the program that has the port open. Resolves when they are written. */
  readonly say: (bytes: Uint8Array) => Promise<void>;
  /** Returns all bytes received since the start or the last `forget`, as soon as there are at least `length`. */
  readonly heard: (length: number) => Promise<Uint8Array>;
  readonly forget: () => Promise<void>;
  /** Echoes all bytes that it receives from now on. */
  readonly echo: () => Promise<void>;
  /**
   * Sends `length` more bytes as fast as they are read; byte k over all floods is k % 251. Resolves when the last byte
   * is written.
   */
  readonly flood: (length: number) => Promise<void>;
  /** Closes the master side: the program that has the port open loses the device. */
  readonly close: () => Promise<void>;
  readonly reopen: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const program = fileURLToPath(new URL('wire-pty.py', import.meta.url));
const pathIn = (line: string): string => line.replace(/^slave /, '');

/** Timeout of a flood in ms, long enough for the slowest rate seen on a busy machine. */
const floodTimeoutMs = (length: number): number => 30_000 + length / 500;

export const startWirePty = async (): Promise<WirePty> => {
  const python = startLineProcess('/usr/bin/python3', [program]);
  let slavePath = pathIn(await python.nextLine());
  return {
    slavePath: () => slavePath,
    say: async (bytes) => {
      await python.ask(`say ${Buffer.from(bytes).toString('hex')}`);
    },
    heard: async (length) => {
      const hex = await python.ask(`heard ${length}`);
      return new Uint8Array(Buffer.from(hex === '-' ? '' : hex, 'hex'));
    },
    forget: async () => {
      await python.ask('forget');
    },
    echo: async () => {
      await python.ask('echo');
    },
    flood: async (length) => {
      await python.ask(`flood ${length}`, floodTimeoutMs(length));
    },
    close: async () => {
      await python.ask('close');
    },
    reopen: async () => {
      slavePath = pathIn(await python.ask('open'));
    },
    stop: python.stop,
  };
};
