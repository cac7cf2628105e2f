import { createLive, type Live } from '../prelude/live.ts';
import type { AlarmBell } from '../ports/alarm-bell.ts';
import type { Clock } from '../ports/clock.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';

/** What reaches a user who does not look: both off until asked for. */
export interface SignalChoice {
  readonly sound: boolean;
  /** Outside of the page, while it is hidden. */
  readonly notices: boolean;
}

export interface AlarmSignals {
  readonly choice$: Live<SignalChoice>;
  /** From the user's gesture. Settles with whether it is on now: the platform may refuse. */
  readonly choose: (signal: keyof SignalChoice, isWanted: boolean) => Promise<boolean>;
  /** Sounds once and shows the text, as chosen. */
  readonly tell: (text: string) => void;
  /** While it calls, the sound comes again and again. */
  readonly call: (isCalling: boolean) => void;
  /** All was seen: no notice is left standing. */
  readonly answered: () => void;
  /** Another user: what was chosen and shown is gone. */
  readonly reload: () => void;
  readonly dispose: () => void;
}

/** For a host that has neither. */
export const noAlarmBell: AlarmBell = {
  allowSound: () => Promise.resolve(false),
  ring: () => undefined,
  allowNotices: () => Promise.resolve(false),
  show: () => undefined,
  takeAway: () => undefined,
};

const KEYS = { sound: 'alarmSound', notices: 'alarmNotices' } as const;
const YES = 'yes';
/** Often enough to be found by, seldom enough to speak in between. */
export const CALL_EVERY_MS = 5_000;

export const createAlarmSignals = (
  bell: AlarmBell,
  store: KeyValueStore,
  clock: Clock,
): AlarmSignals => {
  const read = (): SignalChoice => ({
    sound: store.get(KEYS.sound) === YES,
    notices: store.get(KEYS.notices) === YES,
  });
  const choice = createLive(read());
  let cancel: (() => void) | undefined;
  /** Grows with each user: the platform's question may outlast the one who was asked. */
  let visit = 0;

  const ring = (): void => {
    if (choice.live.value.sound) bell.ring();
  };
  const again = (): void => {
    cancel = clock.after(CALL_EVERY_MS, () => {
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
    choose: async (signal, isWanted) => {
      const asked = visit;
      const isOn =
        isWanted && (await (signal === 'sound' ? bell.allowSound() : bell.allowNotices()));
      if (asked !== visit) return false;
      choice.update((before) => ({ ...before, [signal]: isOn }));
      if (isOn) store.set(KEYS[signal], YES);
      else store.remove(KEYS[signal]);
      if (isOn && signal === 'sound') bell.ring(); // so that the user knows it, and that it is heard
      return isOn;
    },
    tell: (text) => {
      ring();
      if (choice.live.value.notices) bell.show(text);
    },
    call: (isCalling) => {
      if (!isCalling) stop();
      else if (cancel === undefined) again();
    },
    answered: bell.takeAway,
    reload: () => {
      visit += 1;
      bell.takeAway();
      choice.set(read());
    },
    dispose: () => {
      stop();
      choice.dispose();
    },
  };
};
