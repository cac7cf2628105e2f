import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { PtyEvent, PtyOrder } from './pty-messages.ts';
import type { Transport, TransportEvents } from './transport.ts';

export interface PtyTransport extends Transport {
  /**
   * Absolute path of the link, which exists while the device is plugged in. It changes after plugging in with another
   * name.
   */
  readonly linkPath: () => string;
  /** The current target of the link. It changes each time the device is plugged in. */
  readonly slavePath: () => string | undefined;
}

/** True if this system has pseudo-terminals. */
export const hasPty = (platform: NodeJS.Platform): boolean =>
  platform === 'linux' || platform === 'darwin';

/** Opens a port behind `path`. Rejects if the link cannot be created there. */
export const openPtyTransport = async (
  path: string,
  events: TransportEvents,
): Promise<PtyTransport> => {
  let linkPath = resolve(path);
  let names = 1;
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const host = fork(fileURLToPath(new URL('./pty-host.ts', import.meta.url)), [], {
    execArgv: ['--import', tsx],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = once(host, 'exit');
  let slavePath: string | undefined;
  let connected = false;
  let settle: ((event: PtyEvent) => void) | undefined;
  let delivered: ((whole: boolean) => void) | undefined;
  const endDelivery = (whole: boolean): void => {
    delivered?.(whole);
    delivered = undefined;
  };
  const order = (message: PtyOrder): void => {
    if (host.connected) host.send(message);
  };
  const setConnected = (next: boolean): void => {
    if (connected === next) return;
    connected = next;
    if (!next) endDelivery(false);
    events.onClient(next);
  };
  host.on('message', (event: PtyEvent) => {
    switch (event.kind) {
      case 'data':
        return events.onData(event.bytes);
      case 'client':
        return setConnected(event.connected);
      case 'drained':
        return endDelivery(true);
      case 'opened':
        slavePath = event.slavePath;
        return settle?.(event);
      case 'closed':
        slavePath = undefined;
        setConnected(false);
        return settle?.(event);
      case 'failed':
        return settle?.(event);
    }
  });
  host.on('exit', () => endDelivery(false));
  host.on('exit', () => settle?.({ kind: 'failed', message: 'the pty process ended' }));
  const ask = (message: PtyOrder): Promise<PtyEvent> =>
    new Promise((resolveAnswer) => {
      settle = resolveAnswer;
      order(message);
    });
  const plug = async (renamed = false): Promise<void> => {
    if (renamed) {
      names += 1;
      linkPath = `${resolve(path)}-${names}`;
    }
    const answer = await ask({ kind: 'open', linkPath });
    if (answer.kind === 'failed') throw new Error(`no serial port at ${path}: ${answer.message}`);
  };
  const close = async (): Promise<void> => {
    if (host.connected) host.disconnect();
    await exited;
  };

  try {
    await plug();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    name: 'pty',
    linkPath: () => linkPath,
    slavePath: () => slavePath,
    send: (bytes) => {
      if (connected) order({ kind: 'write', bytes });
    },
    deliver: (bytes) =>
      new Promise((resolveDelivery) => {
        if (!connected || !host.connected) return resolveDelivery(false);
        delivered = resolveDelivery;
        order({ kind: 'write', bytes, confirm: true });
      }),
    unplug: async () => {
      await ask({ kind: 'close' });
    },
    plug,
    close,
    connected: () => connected,
  };
};
