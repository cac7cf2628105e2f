import { fileURLToPath } from 'node:url';
import { startLineProcess } from './line-process.ts';

const program = fileURLToPath(new URL('wire-pty.py', import.meta.url));
const pathIn = (line: string): string => line.replace(/^slave /, '');

/** Timeout of a flood in ms, long enough for the slowest rate seen on a busy machine. */
const floodTimeoutMs = (length: number): number => 30_000 + length / 500;

export const startWirePty = async () => {
  const python = startLineProcess('/usr/bin/python3', [program]);
  let slavePath = pathIn(await python.nextLine());
  const tell = async (line: string, timeoutMs?: number): Promise<void> => {
    await python.ask(line, timeoutMs);
  };
  return {
    /** Returns the path of the current pty; each `reopen` creates another pty. */
    slavePath: (): string => slavePath,
    /** Sends bytes to the program that has the port open. Resolves when they are written. */
    say: (bytes: Uint8Array): Promise<void> => tell(`say ${Buffer.from(bytes).toString('hex')}`),
    /** Returns all bytes received since the start or the last `forget`, as soon as there are at least `length`. */
    heard: async (length: number): Promise<Uint8Array> => {
      const hex = await python.ask(`heard ${length}`);
      return new Uint8Array(Buffer.from(hex === '-' ? '' : hex, 'hex'));
    },
    forget: (): Promise<void> => tell('forget'),
    /**
     * Sends `length` more bytes as fast as they are read; byte k over all floods is k % 251. Resolves when the last byte
     * is written.
     */
    flood: (length: number): Promise<void> => tell(`flood ${length}`, floodTimeoutMs(length)),
    /** Closes the master side: the program that has the port open loses the device. */
    close: (): Promise<void> => tell('close'),
    reopen: async (): Promise<void> => {
      slavePath = pathIn(await python.ask('open'));
    },
    stop: python.stop,
  };
};

/** A real pty; the test is the device at its master side. */
export type WirePty = Awaited<ReturnType<typeof startWirePty>>;
