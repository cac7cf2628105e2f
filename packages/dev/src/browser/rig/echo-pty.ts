import { fileURLToPath } from 'node:url';
import { startLineProcess } from './line-process.ts';

/** A real pty that echoes. */
export interface EchoPty {
  readonly slavePath: string;
  /** Closes the master side: a device lost to whoever has it open. */
  readonly close: () => Promise<void>;
  /** Opens another pty; gives its slave's path. */
  readonly reopen: () => Promise<string>;
  /** Sends bytes to whoever has the slave open. */
  readonly say: (bytes: Uint8Array) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const program = fileURLToPath(new URL('echo-pty.py', import.meta.url));
const pathIn = (line: string): string => line.replace(/^slave /, '');

export const startEchoPty = async (): Promise<EchoPty> => {
  const python = startLineProcess('/usr/bin/python3', [program]);
  const slavePath = pathIn(await python.nextLine());
  return {
    slavePath,
    close: async () => {
      await python.ask('close');
    },
    reopen: async () => pathIn(await python.ask('open')),
    say: async (bytes) => {
      await python.ask(`say ${Buffer.from(bytes).toString('hex')}`);
    },
    stop: python.stop,
  };
};
