import { fileURLToPath } from 'node:url';
import { startLineProcess } from './line-process.ts';

/** A real pty whose other end is the test's: the device. */
export interface WirePty {
  /** The present pty's slave; another one after each `reopen`. */
  readonly slavePath: () => string;
  /** Settles when the bytes are on their way. */
  readonly say: (bytes: Uint8Array) => Promise<void>;
  /** All bytes heard since the beginning or `forget`, as soon as they are `length` or more. */
  readonly heard: (length: number) => Promise<Uint8Array>;
  readonly forget: () => Promise<void>;
  /** From now on it sends back what it receives. */
  readonly echo: () => Promise<void>;
  /** Says so many bytes more, byte k of all floods being k % 251, as fast as they are taken; settles when the last has left. */
  readonly flood: (length: number) => Promise<void>;
  /** Closes the master side: a device lost to the program that has it open. */
  readonly close: () => Promise<void>;
  readonly reopen: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const program = fileURLToPath(new URL('wire-pty.py', import.meta.url));
const pathIn = (line: string): string => line.replace(/^slave /, '');

/** A flood at the slowest rate seen on a busy machine must still end. */
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
