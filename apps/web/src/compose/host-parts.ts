import type { AccountCore, Clock, KeepAwake, KeyValueStore, Log, TabLock } from '@batbot/core';
import type { WorkspaceStore } from '@batbot/core/workspace';
import { createTabLock } from '../adapters/browser/tab-lock.ts';
import { createWakeLock } from '../adapters/browser/wake-lock.ts';
import { databaseOf } from '../adapters/indexed-db/database-of.ts';
import { createIndexedDbWorkspace } from '../adapters/indexed-db/indexed-db-workspace.ts';
import type { WebConfig } from '../config.ts';
import type { ComposedLock } from './compose-lock.tsx';

export type Page = Window & typeof globalThis;

export interface HostParts {
  readonly account: AccountCore;
  readonly store: KeyValueStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly config: WebConfig;
  readonly page: Page;
  readonly lock?: ComposedLock | undefined;
}

/** Creates a lock that one tab has at a time. `channel`: the name of the channel of the tabs. */
export const tabLockOf = (page: Page, clock: Clock, channel: string): TabLock =>
  createTabLock({
    locks: page.navigator.locks,
    channel: new page.BroadcastChannel(channel),
    clock,
    newAsk: () => page.crypto.randomUUID(),
  });

/** Opens the rows of all workspaces. `channel`: the name of the channel on which the tabs report their writes. */
export const rowsOf = (page: Page, clock: Clock, channel: string): WorkspaceStore =>
  createIndexedDbWorkspace({
    factory: databaseOf(page),
    keyRange: page.IDBKeyRange,
    channel: new page.BroadcastChannel(channel),
    clock,
  });

export const wakeLockOf = ({ navigator, document }: Page): KeepAwake =>
  createWakeLock('wakeLock' in navigator ? navigator.wakeLock : undefined, document);
