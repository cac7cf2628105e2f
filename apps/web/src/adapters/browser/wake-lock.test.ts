import { expect, test } from 'vitest';
import { createWakeLock, type WakeLockHandle } from './wake-lock.ts';

const setUp = () => {
  const target = new EventTarget();
  const page = {
    visibilityState: 'visible' as DocumentVisibilityState,
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
  };
  const live = new Set<() => void>();
  let refuses = false;
  const locks = {
    request: (): Promise<WakeLockHandle> => {
      if (refuses) return Promise.reject(new Error('battery is low'));
      const lock = new EventTarget();
      const end = (): void => {
        if (live.delete(end)) lock.dispatchEvent(new Event('release'));
      };
      live.add(end);
      return Promise.resolve({
        release: () => {
          end();
          return Promise.resolve();
        },
        addEventListener: lock.addEventListener.bind(lock),
      });
    },
  };
  const reported: boolean[] = [];
  const show = async (state: DocumentVisibilityState): Promise<void> => {
    page.visibilityState = state;
    if (state === 'hidden') for (const end of live) end();
    target.dispatchEvent(new Event('visibilitychange'));
    await Promise.resolve();
    await Promise.resolve();
  };
  const refuse = (): void => {
    refuses = true;
  };
  return {
    page,
    locks,
    live,
    reported,
    show,
    refuse,
    onChange: (held: boolean) => reported.push(held),
  };
};

test('[REC-50] the screen stays on until the wake lock is released, also after the page was hidden', async () => {
  const rig = setUp();
  const release = createWakeLock(rig.locks, rig.page).hold(rig.onChange);
  await rig.show('visible');
  expect([rig.live.size, rig.reported]).toEqual([1, [true]]);
  await rig.show('hidden');
  expect([rig.live.size, rig.reported]).toEqual([0, [true, false]]);
  await rig.show('visible');
  expect([rig.live.size, rig.reported]).toEqual([1, [true, false, true]]);
  release();
  release();
  await rig.show('visible');
  expect([rig.live.size, rig.reported]).toEqual([0, [true, false, true]]);
});

test('[REC-51] a lock that is granted after its release is released at once', async () => {
  const rig = setUp();
  createWakeLock(rig.locks, rig.page).hold(rig.onChange)();
  await rig.show('visible');
  expect([rig.live.size, rig.reported]).toEqual([0, []]);
});

test('[REC-52] a refusal is reported, as is a browser without support', async () => {
  const rig = setUp();
  rig.refuse();
  createWakeLock(rig.locks, rig.page).hold(rig.onChange);
  await rig.show('visible');
  createWakeLock(undefined, rig.page).hold(rig.onChange);
  expect(rig.reported.every((held) => !held)).toBe(true);
  expect(rig.reported.length).toBeGreaterThanOrEqual(2);
});
