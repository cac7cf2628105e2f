import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { placeLink, removeLink } from './pty-link.ts';
import type { PtyEvent } from './pty-messages.ts';
import { openRawPty } from './pty-native.ts';

/**
 * Intervals in ms at which the master is read, with and without a client. A stream would end when the first client
 * closes.
 */
const busyMs = 4;
const lonelyMs = 20;
/** Maximum number of bytes buffered for a client that does not read. Above it, bytes are lost, as in a UART overrun. */
const queueLimit = 1 << 20;

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Opens the port and reports its events. Throws if no pseudo-terminal or link can be created. */
export const openPtyPort = (linkPath: string, report: (event: PtyEvent) => void) => {
  const buffer = Buffer.alloc(65_536);
  let { master, slavePath } = openRawPty();
  let connected = false;
  let open = true;
  let queue: Uint8Array[] = [];
  let queued = 0;
  let toConfirm = false;
  let timer: NodeJS.Timeout | undefined;
  let immediate: NodeJS.Immediate | undefined;

  const publish = (): void => {
    placeLink(linkPath, slavePath);
    report({ kind: 'opened', slavePath });
  };

  const openSlave = (): number =>
    openSync(slavePath, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);

  /**
   * Opens a new pty if a browser left its exclusive flag (TIOCEXCL). On a pty the flag outlives the close, and only
   * root may open it then.
   */
  const cleanUpAfterClient = (): void => {
    try {
      const slave = openSlave();
      discardUnread(slave);
      closeSync(slave);
    } catch {
      const old = master;
      ({ master, slavePath } = openRawPty());
      publish();
      closeSync(old);
    }
  };
  const discardUnread = (slave: number): void => {
    try {
      while (readSync(slave, buffer) > 0);
    } catch {
      // EAGAIN: all bytes were read.
    }
  };

  /** `gone`: no program has the slave open (EIO on Linux, end of file on macOS). */
  const readOnce = (): 'data' | 'nothing' | 'gone' => {
    try {
      const count = readSync(master, buffer);
      if (count === 0) return 'gone';
      if (!connected) setConnected(true);
      report({ kind: 'data', bytes: Uint8Array.from(buffer.subarray(0, count)) });
      return 'data';
    } catch (error) {
      return codeOf(error) === 'EAGAIN' ? 'nothing' : 'gone';
    }
  };
  const setConnected = (next: boolean): void => {
    connected = next;
    report({ kind: 'client', connected: next });
    if (next) return;
    queue = [];
    queued = 0;
    toConfirm = false;
    cleanUpAfterClient();
  };
  const flush = (): void => {
    for (let head = queue[0]; head; head = queue[0]) {
      let written = 0;
      try {
        written = writeSync(master, head);
      } catch (error) {
        if (codeOf(error) !== 'EAGAIN') return;
      }
      queued -= written;
      if (written === head.length) queue.shift();
      else queue[0] = head.subarray(written);
      if (written === 0) return;
    }
    if (!toConfirm) return;
    toConfirm = false;
    report({ kind: 'drained' });
  };
  const look = (): void => {
    if (!open) return;
    const seen = readOnce();
    if (seen === 'nothing' && !connected) setConnected(true);
    if (seen === 'gone' && connected) setConnected(false);
    if (connected) flush();
    if (toConfirm) {
      // The kernel accepts a few KiB at a time. A timer between them would leave the line idle most of the time.
      immediate = setImmediate(look);
      return;
    }
    const wait = seen === 'data' ? 0 : !connected ? lonelyMs : queued > 0 ? 1 : busyMs;
    timer = setTimeout(look, wait);
  };

  publish();
  look();
  return {
    /** Writes bytes. `confirm`: no byte is dropped for a slow client, and `drained` is reported when all are written. */
    write: (bytes: Uint8Array, confirm: boolean): void => {
      if (!connected || (!confirm && queued + bytes.length > queueLimit)) return;
      queue.push(bytes);
      queued += bytes.length;
      if (confirm && !toConfirm) {
        toConfirm = true;
        clearTimeout(timer);
        clearImmediate(immediate);
        immediate = setImmediate(look);
      }
      flush();
    },
    /**
     * Unplugs the device: a program that has the port open loses it, and the link is removed. The path is given to no
     * other pty until the returned function is called; otherwise a program that opens it again would get another device.
     */
    close: (): (() => void) => {
      open = false;
      clearTimeout(timer);
      clearImmediate(immediate);
      removeLink(linkPath, slavePath);
      let slave: number | undefined;
      try {
        slave = openSlave(); // while it is open, the kernel does not use the number of the pty again
      } catch {
        // A browser left its exclusive flag.
      }
      closeSync(master);
      return () => {
        if (slave !== undefined) closeSync(slave);
      };
    },
  };
};

/** The master side of a pseudo-terminal behind a link. */
export type PtyPort = ReturnType<typeof openPtyPort>;
