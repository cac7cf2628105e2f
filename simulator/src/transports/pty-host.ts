// A separate process that holds the master side. The native binding opens it without close-on-exec, so every child
// process of the simulator's owner (a browser under test) would inherit it, and unplugging would not close it.
import type { PtyEvent, PtyOrder } from './pty-messages.ts';
import { openPtyPort } from './pty-port.ts';
import type { PtyPort } from './pty-port.ts';

const report = (event: PtyEvent): void => {
  // The owner may be ending. "disconnect" follows, so a lost report does not matter.
  process.send?.(event, undefined, {}, () => undefined);
};
let port: PtyPort | undefined;
/** Gives up the path of the pty that was closed last. */
let release: (() => void) | undefined;

const closePort = (): void => {
  if (port === undefined) return;
  release = port.close();
  port = undefined;
};

process.on('message', (order: PtyOrder) => {
  switch (order.kind) {
    case 'open':
      try {
        port ??= openPtyPort(order.linkPath, report);
        release?.();
        release = undefined;
      } catch (error) {
        report({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
      }
      return;
    case 'close':
      closePort();
      report({ kind: 'closed' });
      return;
    case 'write':
      port?.write(order.bytes, order.confirm === true);
  }
});
process.on('disconnect', () => {
  closePort();
  process.exit(0);
});
// Ctrl+C and a closed terminal signal the whole process group. The owner decides when this process ends.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('SIGHUP', () => undefined);
