import type { AlarmBell, Clock } from '@batbot/core';

/**
 * Options of a notification. TypeScript's DOM library does not declare `renotify`, which the standard and Chromium
 * have.
 */
export interface PageNoticeOptions extends NotificationOptions {
  /**
   * Whether a notification that replaces one with the same tag alerts the user again, instead of replacing it silently.
   */
  readonly renotify: boolean;
}

/** The used parts of a W3C notification. */
export interface PageNotice {
  readonly addEventListener: (kind: 'click', listener: () => void) => void;
  readonly close: () => void;
}
export interface PageNotices {
  readonly permission: NotificationPermission;
  readonly requestPermission: () => Promise<NotificationPermission>;
  new (title: string, options: PageNoticeOptions): PageNotice;
}

export interface AlarmBellParts {
  /** The name of the app, which is in the title of a notification. */
  readonly appName: string;
  /** Undefined if the browser does not support it. */
  readonly AudioContext: (new () => AudioContext) | undefined;
  readonly notices: PageNotices | undefined;
  readonly page: { readonly visibilityState: DocumentVisibilityState };
  /** Focuses the page. */
  readonly focus: () => void;
  readonly clock: Pick<Clock, 'after'>;
}

/** Three equal beeps, unlike the two notes of a push message. Pitch in hertz, times in seconds. */
const PITCH = 1_046.5;
const BEEPS = [0, 0.22, 0.44] as const;
const BEEP_S = 0.15;
const LOUDNESS = 0.25;
/** Timeout of `resume`. The promise of a context that is not allowed to run never settles. */
const LONGEST_RESUME_MS = 1_000;

/** The tag of all notifications, so that only the newest one is shown. */
const TAG = 'batbot-alarm';

const beep = (context: AudioContext, start: number): OscillatorNode => {
  const from = context.currentTime + start;
  const tone = new OscillatorNode(context, { type: 'triangle', frequency: PITCH });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, from);
  volume.gain.linearRampToValueAtTime(LOUDNESS, from + 0.01);
  volume.gain.setValueAtTime(LOUDNESS, from + BEEP_S - 0.02);
  volume.gain.linearRampToValueAtTime(0, from + BEEP_S);
  tone.connect(volume).connect(context.destination);
  tone.start(from);
  tone.stop(from + BEEP_S);
  return tone;
};

/** Plays a sound with Web Audio, without a sound file, and shows notifications of the page, without a push service. */
export const createAlarmBell = (parts: AlarmBellParts): AlarmBell => {
  const { notices } = parts;
  let shown: PageNotice | undefined;

  /**
   * Returns a running AudioContext, or undefined if it is not supported or not allowed to run. It uses the sound device
   * until it is closed.
   */
  const running = async (): Promise<AudioContext | undefined> => {
    try {
      if (parts.AudioContext === undefined) return undefined;
      const context = new parts.AudioContext();
      const late = new Promise<void>((resolve) => parts.clock.after(LONGEST_RESUME_MS, resolve));
      await Promise.race([context.resume(), late]);
      if (context.state === 'running') return context;
      void context.close();
    } catch {
      // without a sound device, the strip on the screen shows the alarm
    }
    return undefined;
  };

  return {
    allowSound: async () => {
      const context = await running();
      void context?.close();
      return context !== undefined;
    },
    ring: () => {
      void running().then((context) => {
        if (context === undefined) return;
        const tones = BEEPS.map((start) => beep(context, start));
        tones.at(-1)?.addEventListener('ended', () => void context.close());
      });
    },
    allowNotices: async () => {
      if (notices === undefined) return false;
      try {
        return (await notices.requestPermission()) === 'granted';
      } catch {
        return false;
      }
    },
    show: (text) => {
      if (notices?.permission !== 'granted' || parts.page.visibilityState === 'visible') return;
      try {
        const options = { body: text, tag: TAG, renotify: true, requireInteraction: true };
        const notice = new notices(`${parts.appName} alarm`, options);
        shown = notice;
        notice.addEventListener('click', () => {
          parts.focus();
          notice.close();
        });
      } catch {
        // Chrome on Android shows notifications of service workers only. The alarm has its sound only.
      }
    },
    takeAway: () => {
      shown?.close();
      shown = undefined;
    },
  };
};
