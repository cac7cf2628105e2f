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

test('[PAGE-76] [MT-05] a new release on the server is reported within ten minutes', async () => {
  const { clock, releases, offer } = setUp();
  await clock.advance(25 * MINUTE);
  expect(releases.isNewer$.value).toBe(false);
  offer('two');
  await clock.advance(10 * MINUTE);
  expect(releases.isNewer$.value).toBe(true);
});

test('[PAGE-76] an unknown version on the server is not a newer release', async () => {
  const { clock, releases, offer } = setUp();
  offer(undefined);
  await clock.advance(60 * MINUTE);
  expect(releases.isNewer$.value).toBe(false);
});

test('[PAGE-77] a check on request finds a new release at once, and checks run at most every 30 s', async () => {
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

test('[PAGE-77] a reported release stays reported, and no further request is sent', async () => {
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

test('[PAGE-77] disposing of the module leaves no timer', () => {
  const { clock, releases } = setUp();
  releases.dispose();
  expect(clock.pendingTimers()).toBe(0);
});
