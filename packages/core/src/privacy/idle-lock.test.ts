import { Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeStorage } from '../fakes/fake-key-value-store.ts';
import { createLive } from '../prelude/live.ts';
import { isIdle, startIdleLock } from './idle-lock.ts';

const LIMIT = 1_800_000;

const createIdle = () => {
  const clock = createFakeClock();
  const storage = createFakeStorage();
  const open = () => {
    const store = storage.openTab();
    const signedIn = createLive(true);
    const input = new Subject<void>();
    let isBusy = false;
    let locks = 0;
    const stop = startIdleLock({
      clock,
      store,
      limitMs: LIMIT,
      signedIn$: signedIn.live,
      input$: input,
      isBusy: () => isBusy,
      lock: () => {
        locks += 1;
        store.clear();
        signedIn.set(false);
      },
    });
    return {
      use: () => input.next(),
      setBusy: (is: boolean) => {
        isBusy = is;
      },
      signIn: () => signedIn.set(true),
      locks: () => locks,
      stop,
    };
  };
  return { clock, storage, open };
};

describe('the time without use', () => {
  it('[PRIV-12] the session is locked after the time without input, and not before', async () => {
    const { clock, open } = createIdle();
    const tab = open();
    await clock.advance(LIMIT - 20_000);
    tab.use();
    await clock.advance(LIMIT - 10_000);
    expect(tab.locks()).toBe(0);
    await clock.advance(20_000);
    expect(tab.locks()).toBe(1);
    await clock.advance(LIMIT);
    expect(tab.locks()).toBe(1);
    tab.signIn();
    await clock.advance(LIMIT + 10_000);
    expect(tab.locks()).toBe(2);
    expect(clock.pendingTimers()).toBe(0);
  });

  it('[PRIV-12] a time of use that an earlier session has left does not end the next session', async () => {
    const { clock, storage, open } = createIdle();
    const tab = open();
    await clock.advance(LIMIT + 10_000);
    expect(tab.locks()).toBe(1);
    storage.openTab().set('lastUse', String(clock.wallNow() - LIMIT));
    tab.signIn();
    tab.use();
    await clock.advance(LIMIT - 10_000);
    expect(tab.locks()).toBe(1);
  });

  it('[PRIV-12] input in one tab counts for all', async () => {
    const { clock, open } = createIdle();
    const [first, second] = [open(), open()];
    for (let step = 0; step < 4; step += 1) {
      await clock.advance(LIMIT / 2);
      first.use();
    }
    expect([first.locks(), second.locks()]).toEqual([0, 0]);
  });

  it('[PRIV-13] nothing is locked while something runs; the time counts from its end', async () => {
    const { clock, open } = createIdle();
    const tab = open();
    tab.setBusy(true);
    await clock.advance(3 * LIMIT);
    tab.setBusy(false);
    await clock.advance(LIMIT - 10_000);
    expect(tab.locks()).toBe(0);
    await clock.advance(20_000);
    expect(tab.locks()).toBe(1);
  });

  it('[PRIV-14] input after a sleep of the computer locks instead of counting as use', () => {
    const { clock, open } = createIdle();
    const tab = open();
    clock.jumpWall(LIMIT);
    tab.use();
    expect(tab.locks()).toBe(1);
  });

  it('[PRIV-14] [PR-06] a clock that is set back does not extend the time beyond the limit', async () => {
    const { clock, open } = createIdle();
    const tab = open();
    await clock.advance(LIMIT / 2);
    clock.jumpWall(-LIMIT / 2);
    await clock.advance(LIMIT / 2 + 10_000);
    expect(tab.locks()).toBe(1);
  });

  it('[PRIV-14] [PRIV-12] after the clock was set back, input still counts as use', async () => {
    const { clock, open } = createIdle();
    const tab = open();
    clock.jumpWall(60_000 - LIMIT);
    for (let used = 0; used < LIMIT; used += 60_000) {
      tab.use();
      await clock.advance(60_000);
    }
    await clock.advance(LIMIT - 90_000);
    expect(tab.locks()).toBe(0);
    await clock.advance(100_000);
    expect(tab.locks()).toBe(1);
  });

  it('[PRIV-14] at a start, the last use of any tab decides; without a saved time of use nothing is locked', async () => {
    const { clock, storage, open } = createIdle();
    const store = storage.openTab();
    expect(isIdle(store, clock, LIMIT)).toBe(false);
    open().stop();
    expect(isIdle(store, clock, LIMIT)).toBe(false);
    await clock.advance(LIMIT);
    expect(isIdle(store, clock, LIMIT)).toBe(true);
    clock.jumpWall(-3 * LIMIT);
    expect(isIdle(store, clock, LIMIT)).toBe(true);
  });
});
