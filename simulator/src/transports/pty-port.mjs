import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { placeLink, removeLink } from './pty-link.mjs';
import { openRawPty } from './pty-native.mjs';

/**
 * Intervals in ms at which the master is read, with and without a client. A stream would end when the first client
 * closes.
 */
const busyMs = 4;
const lonelyMs = 20;
/** Maximum number of bytes buffered for a client that does not read. Above it, bytes are lost, as in a UART overrun. */
const queueLimit = 1 << 20;

const codeOf = (/** @type {unknown} */ error) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/**
 * Opens the port and reports its events. Throws if no pseudo-terminal or link can be created.
 * @param {string} linkPath
 * @param {(event: import('./pty-messages.ts').PtyEvent) => void} report
 */
export const openPtyPort = (linkPath, report) => {
  const buffer = Buffer.alloc(65_536);
  let { master, slavePath } = openRawPty();
  let connected = false;
  let open = true;
  /** @type {Uint8Array[]} */
  let queue = [];
  let queued = 0;
  let toConfirm = false;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @type {NodeJS.Immediate | undefined} */
  let immediate;

  const publish = () => {
    placeLink(linkPath, slavePath);
    report({ kind: 'opened', slavePath });
  };

  const openSlave = () =>
    openSync(slavePath, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);

  /**
   * Opens a new pty if a browser left its exclusive flag (TIOCEXCL). On a pty the flag outlives the close, and only
   * root may open it then.
   */
  const cleanUpAfterClient = () => {
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
  const discardUnread = (/** @type {number} */ slave) => {
    try {
      while (readSync(slave, buffer) > 0);
    } catch {
      // EAGAIN: all bytes were read.
    }
  };

  /** `gone`: no program has the slave open (EIO on Linux, end of file on macOS). */
  const readOnce = () => {
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
  const setConnected = (/** @type {boolean} */ next) => {
    connected = next;
    report({ kind: 'client', connected: next });
    if (next) return;
    queue = [];
    queued = 0;
    toConfirm = false;
    cleanUpAfterClient();
  };
  const flush = () => {
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
  const look = () => {
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
    /**
     * Writes bytes. `confirm`: no byte is dropped for a slow client, and `drained` is reported when all are written.
     * @param {Uint8Array} bytes
     * @param {boolean} confirm
     */
    write: (bytes, confirm) => {
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
    close: () => {
      open = false;
      clearTimeout(timer);
      clearImmediate(immediate);
      removeLink(linkPath, slavePath);
      /** @type {number | undefined} */
      let slave;
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

/** @typedef {ReturnType<typeof openPtyPort>} PtyPort the master side of a pseudo-terminal behind a link */
