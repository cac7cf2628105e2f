import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startLineProcess } from './line-process.ts';

const program = fileURLToPath(new URL('mock-usb.py', import.meta.url));

/** Starts umockdev's test bed. Throws if it is not installed; check with `availability.ts` first. */
export const startUsbBed = async () => {
  const python = startLineProcess('umockdev-wrapper', ['/usr/bin/python3', program]);
  const [word, root] = (await python.nextLine()).split(' ', 2);
  if (word !== 'root' || !root) throw new Error('mock-usb.py did not print its root');
  const order = async (line: string): Promise<void> => {
    const answer = await python.ask(line);
    if (answer !== 'ok') throw new Error(`mock-usb.py, ${line}: ${answer}`);
  };
  return {
    /** Environment variables with which a browser sees the adapter. */
    env: { LD_PRELOAD: 'libumockdev-preload.so.0', UMOCKDEV_DIR: root },
    /** Plugs the adapter in. The pty at `slavePath` is its device node. */
    plug: (slavePath: string): Promise<void> => order(`attach ${slavePath}`),
    /** Reports the unplug to udev. It does not close the pty's master side, which is the other part of an unplug. */
    unplug: (): Promise<void> => order('detach'),
    /** While busy, opening the adapter fails as if another program had opened it. */
    setBusy: (busy: boolean): Promise<void> => order(busy ? 'busy' : 'free'),
    stop: async (): Promise<void> => {
      await python.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
};

/** A mock USB port of this machine with at most one mock serial adapter. A browser treats it like a real one. */
export type UsbBed = Awaited<ReturnType<typeof startUsbBed>>;
