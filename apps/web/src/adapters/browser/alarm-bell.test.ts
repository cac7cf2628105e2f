import { describe, expect, test } from 'vitest';
import { createFakeClock } from '@batbot/core/fakes';
import {
  createAlarmBell,
  type AlarmBellParts,
  type PageNoticeOptions,
  type PageNotices,
} from './alarm-bell.ts';

const setUp = (change: Partial<AlarmBellParts> = {}) => {
  const clock = createFakeClock();
  const page = { visibilityState: 'hidden' as DocumentVisibilityState };
  const shown: { readonly title: string; readonly options: PageNoticeOptions }[] = [];
  const clicks: (() => void)[] = [];
  let closed = 0;
  let focused = 0;
  class Notices {
    static permission: NotificationPermission = 'default';
    static answer: NotificationPermission = 'granted';
    static requestPermission = (): Promise<NotificationPermission> => {
      Notices.permission = Notices.answer;
      return Promise.resolve(Notices.answer);
    };
    constructor(title: string, options: PageNoticeOptions) {
      shown.push({ title, options });
    }
    addEventListener = (_kind: 'click', listener: () => void): void => {
      clicks.push(listener);
    };
    close = (): void => {
      closed += 1;
    };
  }
  const bell = createAlarmBell({
    appName: 'Voltcare',
    AudioContext: undefined,
    notices: Notices satisfies PageNotices,
    page,
    focus: () => {
      focused += 1;
    },
    clock,
    ...change,
  });
  return {
    bell,
    clock,
    page,
    shown,
    clicks,
    Notices,
    closed: () => closed,
    focused: () => focused,
  };
};

/** Creates an AudioContext whose `resume` starts it, or never settles. `closed` is called when it is closed. */
const contextThat = (does: 'runs' | 'waits', closed: () => void = () => undefined) =>
  class {
    state: AudioContextState = 'suspended';
    close = (): Promise<void> => {
      closed();
      return Promise.resolve();
    };
    resume = (): Promise<void> => {
      if (does === 'waits') return new Promise(() => undefined);
      this.state = 'running';
      return Promise.resolve();
    };
  } as unknown as new () => AudioContext; // the members that the adapter uses, except while it plays a sound

describe('the alarm bell', () => {
  test('[OBD-125] [PAGE-260] a notification is shown only while the page is hidden, and only with permission', async () => {
    const { bell, page, shown, clicks, focused, closed } = setUp();
    bell.show('too early');
    expect(shown).toEqual([]);
    expect(await bell.allowNotices()).toBe(true);
    bell.show('Alarm: Cell 3');
    expect(shown).toMatchObject([{ title: 'Voltcare alarm', options: { body: 'Alarm: Cell 3' } }]);
    page.visibilityState = 'visible';
    bell.show('seen on the page');
    expect(shown).toHaveLength(1);
    clicks[0]?.();
    expect([focused(), closed()]).toEqual([1, 1]);
  });

  test('[OBD-135] the next alarm replaces the previous notification, and a notification can be withdrawn', async () => {
    const { bell, shown, closed } = setUp();
    bell.takeAway(); // no notification is shown yet
    await bell.allowNotices();
    bell.show('Alarm: Cell 3');
    bell.show('Alarm: Cell 4');
    expect(new Set(shown.map(({ options }) => options.tag)).size).toBe(1);
    expect(shown.map(({ options }) => options.renotify)).toEqual([true, true]);
    bell.takeAway();
    bell.takeAway();
    expect(closed()).toBe(1);
  });

  test('[OBD-125] a refusal by the user or the platform is reported, and later calls do not throw', async () => {
    const refused = setUp();
    refused.Notices.answer = 'denied';
    expect(await refused.bell.allowNotices()).toBe(false);
    refused.bell.show('unseen');
    expect(refused.shown).toEqual([]);

    const without = setUp({ notices: undefined });
    expect(await without.bell.allowNotices()).toBe(false);
    expect(await without.bell.allowSound()).toBe(false);
    without.bell.show('unseen');
    without.bell.ring();
  });

  test('[OBD-125] sound is allowed if the platform starts it; a platform that does not answer counts as a refusal', async () => {
    expect(await setUp({ AudioContext: contextThat('runs') }).bell.allowSound()).toBe(true);
    const { bell, clock } = setUp({ AudioContext: contextThat('waits') });
    const asked = bell.allowSound();
    await clock.advance(1_000);
    expect(await asked).toBe(false);
  });

  test.for(['runs', 'waits'] as const)(
    '[OBD-341] after the question whether sound is allowed, the sound device is released: %s',
    async (does) => {
      let closed = 0;
      const { bell, clock } = setUp({
        AudioContext: contextThat(does, () => {
          closed += 1;
        }),
      });
      const asked = bell.allowSound();
      await clock.advance(1_000);
      await asked;
      expect(closed).toBe(1);
    },
  );
});
