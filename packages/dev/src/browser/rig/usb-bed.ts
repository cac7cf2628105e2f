import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startLineProcess } from './line-process.ts';

/** A USB port of this machine that a browser believes in, with at most one mock serial adapter in it. */
export interface UsbBed {
  /** What a browser must be started with to see the adapter. */
  readonly env: Readonly<Record<string, string>>;
  /** Puts the adapter in; its device node is the pty at `slavePath`. */
  readonly plug: (slavePath: string) => Promise<void>;
  /** The udev half of pulling it out; closing the pty's master side is the other, and not done here. */
  readonly unplug: () => Promise<void>;
  /** While busy, opening the adapter fails as if another program had it. */
  readonly setBusy: (busy: boolean) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const program = fileURLToPath(new URL('mock-usb.py', import.meta.url));

/** Starts umockdev's test bed. Throws when it is not installed: ask `availability.ts` first. */
export const startUsbBed = async (): Promise<UsbBed> => {
  const python = startLineProcess('umockdev-wrapper', ['/usr/bin/python3', program]);
  const [word, root] = (await python.nextLine()).split(' ', 2);
  if (word !== 'root' || !root) throw new Error('mock-usb.py did not print its root');
  const order = async (line: string): Promise<void> => {
    const answer = await python.ask(line);
    if (answer !== 'ok') throw new Error(`mock-usb.py, ${line}: ${answer}`);
  };
  return {
    env: { LD_PRELOAD: 'libumockdev-preload.so.0', UMOCKDEV_DIR: root },
    plug: (slavePath) => order(`attach ${slavePath}`),
    unplug: () => order('detach'),
    setBusy: (busy) => order(busy ? 'busy' : 'free'),
    stop: async () => {
      await python.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
};
