import { expect, test } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createReleases } from './releases.ts';

const MINUTE = 60_000;

const setUp = () => {
  const clock = createFakeClock();
  let offered: string | undefined = 'one';
  let asked = 0;
  const releases = createReleases(
    {
      running: 'one',
      offered: () => {
        asked += 1;
        return Promise.resolve(offered);
      },
    },
    clock,
  );
  return {
    clock,
    releases,
    asked: () => asked,
    offer: (name: string | undefined) => {
      offered = name;
    },
  };
};

test('[PAGE-76] [MT-05] another release on the server is reported within ten minutes', async () => {
  const { clock, releases, offer } = setUp();
  await clock.advance(25 * MINUTE);
  expect(releases.isNewer$.value).toBe(false);
  offer('two');
  await clock.advance(10 * MINUTE);
  expect(releases.isNewer$.value).toBe(true);
});

test('[PAGE-76] an answer without a version, or no answer, is not a newer release', async () => {
  const { clock, releases, offer } = setUp();
  offer(undefined);
  await clock.advance(60 * MINUTE);
  expect(releases.isNewer$.value).toBe(false);
});

test('[PAGE-77] looking on request finds it at once, and not more often than every 30 s', async () => {
  const { clock, releases, offer, asked } = setUp();
  await releases.look(); // the page was just loaded
  expect(asked()).toBe(0);
  await clock.advance(MINUTE);
  await releases.look();
  await releases.look();
  expect(asked()).toBe(1);
  offer('two');
  await clock.advance(30_000);
  await releases.look();
  expect(releases.isNewer$.value).toBe(true);
});

test('[PAGE-77] once reported it stays reported, and no further request is sent', async () => {
  const { clock, releases, offer, asked } = setUp();
  offer('two');
  await clock.advance(10 * MINUTE);
  const before = asked();
  offer('one');
  await clock.advance(60 * MINUTE);
  await releases.look();
  expect([asked(), releases.isNewer$.value]).toEqual([before, true]);
  expect(clock.pendingTimers()).toBe(0);
});

test('[PAGE-77] disposed of, it leaves no timer', () => {
  const { clock, releases } = setUp();
  releases.dispose();
  expect(clock.pendingTimers()).toBe(0);
});
