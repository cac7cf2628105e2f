import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startLineProcess } from './line-process.ts';

/** A mock USB port of this machine with at most one mock serial adapter. A browser treats it like a real one. */
export interface UsbBed {
  /** Environment variables with which a browser sees the adapter. */
  readonly env: Readonly<Record<string, string>>;
  /** Plugs the adapter in. The pty at `slavePath` is its device node. */
  readonly plug: (slavePath: string) => Promise<void>;
  /** Reports the unplug to udev. It does not close the pty's master side, which is the other part of an unplug. */
  readonly unplug: () => Promise<void>;
  /** While busy, opening the adapter fails as if another program had opened it. */
  readonly setBusy: (busy: boolean) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const program = fileURLToPath(new URL('mock-usb.py', import.meta.url));

/** Starts umockdev's test bed. Throws if it is not installed; check with `availability.ts` first. */
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
