import { expect, test } from 'vitest';
import { createLive } from '../prelude/live.ts';
import type { SyncState, UploadProgress } from './sync.ts';
import { whenIdle } from './when-idle.ts';

test('[IMP-16] the workspace counts as idle when nothing is sent or only the pieces of a large upload are', async () => {
  const state = createLive<SyncState>({ kind: 'working' });
  const upload = createLive<UploadProgress | undefined>(undefined);
  const idle = () => {
    let isIdle = false;
    void whenIdle({ state$: state.live, upload$: upload.live }).then(() => {
      isIdle = true;
    });
    return async () => {
      await Promise.resolve();
      await Promise.resolve();
      return isIdle;
    };
  };
  const first = idle();
  expect(await first()).toBe(false);
  upload.set({ itemId: 'a', sent: 1, of: 9 });
  expect(await first()).toBe(true);
  upload.set(undefined);
  const second = idle();
  expect(await second()).toBe(false);
  state.set({ kind: 'waiting', message: '' });
  expect(await second()).toBe(true);
});
