import type { AlarmBell, Clock } from '@batbot/core';

/** The DOM's types lack what Chromium has, and the standard too. */
export interface PageNoticeOptions extends NotificationOptions {
  /** One that takes the place of another with its tag is shown and heard as a new one; else silently exchanged. */
  readonly renotify: boolean;
}

/** W3C Notifications; the parts used. */
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
  /** Undefined where the browser has none. */
  readonly AudioContext: (new () => AudioContext) | undefined;
  readonly notices: PageNotices | undefined;
  readonly page: { readonly visibilityState: DocumentVisibilityState };
  /** Brings the page to the front. */
  readonly focus: () => void;
  readonly clock: Pick<Clock, 'after'>;
}

/** Three even beeps; a push message has two notes. Hertz, seconds. */
const PITCH = 1_046.5;
const BEEPS = [0, 0.22, 0.44] as const;
const BEEP_S = 0.15;
const LOUDNESS = 0.25;
/** A context that may not run never says so: its promise stays open. */
const LONGEST_RESUME_MS = 1_000;

const TITLE = 'BatBot alarm';
/** One notice at a time: the newest. */
const TAG = 'batbot-alarm';

const beep = (context: AudioContext, start: number): void => {
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
};

/** Sound by Web Audio, so there is no file to fetch; notices by the page itself, so that no push service is needed. */
export const createAlarmBell = (parts: AlarmBellParts): AlarmBell => {
  const { notices } = parts;
  let audio: AudioContext | undefined;
  let shown: PageNotice | undefined;

  /** A context that runs, or undefined where there is none or it may not. */
  const running = async (): Promise<AudioContext | undefined> => {
    try {
      if (parts.AudioContext === undefined) return undefined;
      audio ??= new parts.AudioContext();
      const context = audio;
      const late = new Promise<void>((resolve) => {
        parts.clock.after(LONGEST_RESUME_MS, resolve);
      });
      await Promise.race([context.resume(), late]);
      return context.state === 'running' ? context : undefined;
    } catch {
      return undefined; // no sound device: the strip on the screen is still seen
    }
  };

  return {
    allowSound: async () => (await running()) !== undefined,
    ring: () => {
      void running().then((context) => {
        if (context !== undefined) for (const start of BEEPS) beep(context, start);
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
        const notice = new notices(TITLE, options);
        shown = notice;
        notice.addEventListener('click', () => {
          parts.focus();
          notice.close();
        });
      } catch {
        // Chrome on Android shows notices of service workers only: the sound is left there
      }
    },
    takeAway: () => {
      shown?.close();
      shown = undefined;
    },
  };
};
