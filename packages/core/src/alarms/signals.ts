import { merge } from 'rxjs';
import { createLive } from '../prelude/live.ts';
import { saved } from '../prelude/saved.ts';
import { YES_NO } from '../prelude/schema.ts';
import type { AlarmBell } from '../ports/alarm-bell.ts';
import type { Clock } from '../ports/clock.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';

/** How a user who is not looking at the screen is alerted. Both signals are off until the user enables them. */
export interface SignalChoice {
  readonly sound: boolean;
  /** Whether browser notifications are shown while the page is hidden. */
  readonly notices: boolean;
}

/** Interval of the repeated sound: often enough to find its source, and silent long enough to talk in between. */
const REPEAT_EVERY_MS = 5_000;

export const createAlarmSignals = (bell: AlarmBell, store: KeyValueStore, clock: Clock) => {
  const chosen = {
    sound: saved(store, 'alarmSound', YES_NO, false),
    notices: saved(store, 'alarmNotices', YES_NO, false),
  };
  const choiceNow = (): SignalChoice => ({
    sound: chosen.sound.value$.value,
    notices: chosen.notices.value$.value,
  });
  const choice = createLive(choiceNow());
  merge(chosen.sound.value$, chosen.notices.value$).subscribe(() => choice.set(choiceNow()));
  let cancel: (() => void) | undefined;
  /** Set when the user signs out, which may happen while the platform asks for permission. */
  let isDisposed = false;

  const ring = (): void => {
    if (choice.live.value.sound) bell.ring();
  };
  const again = (): void => {
    cancel = clock.after(REPEAT_EVERY_MS, () => {
      ring();
      again();
    });
  };
  const stop = (): void => {
    cancel?.();
    cancel = undefined;
  };

  return {
    choice$: choice.live,
    /**
     * Switches a signal on or off. Must be called on a user action. Resolves to whether it is on now: the platform may
     * refuse.
     */
    choose: async (signal: keyof SignalChoice, isWanted: boolean): Promise<boolean> => {
      const isOn =
        isWanted && (await (signal === 'sound' ? bell.allowSound() : bell.allowNotices()));
      if (isDisposed) return false;
      chosen[signal].set(isOn);
      if (isOn && signal === 'sound') bell.ring(); // so that the user hears how it sounds
      return isOn;
    },
    /** Plays the sound once and shows the text, as far as the user has enabled them. */
    alert: (text: string): void => {
      ring();
      if (choice.live.value.notices) bell.show(text);
    },
    /** Repeats the sound while true. */
    call: (isCalling: boolean): void => {
      if (!isCalling) stop();
      else if (cancel === undefined) again();
    },
    /** Removes the notification after all alarms were acknowledged. */
    answered: bell.takeAway,
    dispose: (): void => {
      isDisposed = true;
      stop();
      bell.takeAway();
      chosen.sound.dispose();
      chosen.notices.dispose();
      choice.dispose();
    },
  };
};
