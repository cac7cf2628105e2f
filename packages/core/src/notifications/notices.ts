import { Observable, Subject } from 'rxjs';
import type { TabHolder } from '../ports/tab-lock.ts';

/** Why a recording stopped, and what to do: the words of the notice and of the terminal log. */
export const STOP_REASONS = {
  full: 'There is no room left on this computer. Delete or export sessions, then record again.',
  blocked: 'This browser does not allow sites to save data. What was recorded so far is saved.',
  outdated: 'A newer version of this page is open in another tab. Reload this one to continue.',
  failed: 'The browser could not write. What was recorded so far is saved.',
} as const;

/** A short message to the user. The user interface owns the words. */
export type Notice =
  /** A call failed without an answer that could be understood. */
  | { readonly kind: 'callFailed' }
  /** An answer came with errors beside its data; the data are shown. */
  | { readonly kind: 'partialAnswer'; readonly message: string }
  /** The server sent permissions that are no JSON object; every flag counts as false. */
  | { readonly kind: 'permissionsUnreadable' }
  /** What should be kept on this computer lives only until the page closes. */
  | { readonly kind: 'storageFull' | 'storageBlocked' }
  /** Connected on a tab that shows no live data. */
  | { readonly kind: 'liveDataOnHome' }
  /** Connected by a user who may open neither Home nor Terminal. */
  | { readonly kind: 'noTabForDevice' }
  | { readonly kind: 'portBusy' }
  | { readonly kind: 'openFailed'; readonly message: string }
  | { readonly kind: 'deviceUnplugged' }
  /** Several devices could be the one that was unplugged: the user has to connect. */
  | { readonly kind: 'whichDevice' }
  /** Another tab of this browser has the device open; connecting with `takeOver` gets it. */
  | { readonly kind: 'openElsewhere'; readonly holder?: TabHolder }
  /** Nothing more of the session could be kept; what was kept stays. */
  | {
      readonly kind: 'recordingStopped';
      readonly reason: keyof typeof STOP_REASONS;
    }
  /** The user stopped the recording or disconnected; the session is in the list. */
  | { readonly kind: 'recordingSaved'; readonly id: string }
  /** A recording ended because its page was reloaded or closed. `at`: UTC milliseconds of the last data. */
  | { readonly kind: 'recordingInterrupted'; readonly id: string; readonly at: number }
  /** The oldest session was taken away to make room. */
  | { readonly kind: 'oldestRecordingDropped'; readonly name: string }
  /** The browser threw the kept sessions away. */
  | { readonly kind: 'recordingsCleared' }
  /** What is connected now is not the pack of before. */
  | { readonly kind: 'anotherPack'; readonly isRecording: boolean }
  /** A push message that arrived while the page is open: plain text from outside. */
  | { readonly kind: 'pushMessage'; readonly title: string; readonly body: string };

export interface Notices {
  /** Each notice once; notices from before the first subscription come first. Never errors. */
  readonly notices$: Observable<Notice>;
  readonly notify: (notice: Notice) => void;
  /** The kinds of the last ones, the newest last: for a diagnosis, without their words. */
  readonly latest: () => readonly Notice['kind'][];
  /** The user changed: the kinds of the notices so far are dropped. */
  readonly endUser: () => void;
  readonly dispose: () => void;
}

/** Before the screens listen, so many notices wait; of more, the oldest go. */
const WAITING_LIMIT = 20;
const LATEST_LIMIT = 20;

export const createNotices = (): Notices => {
  const subject = new Subject<Notice>();
  const waiting: Notice[] = [];
  let latest: readonly Notice['kind'][] = [];
  return {
    notices$: new Observable<Notice>((subscriber) => {
      const subscription = subject.subscribe(subscriber);
      for (const notice of waiting.splice(0)) subscriber.next(notice);
      return subscription;
    }),
    notify: (notice) => {
      latest = [...latest, notice.kind].slice(-LATEST_LIMIT);
      if (subject.observed) subject.next(notice);
      else waiting.splice(0, Math.max(0, waiting.push(notice) - WAITING_LIMIT));
    },
    latest: () => latest,
    endUser: () => {
      latest = [];
    },
    dispose: () => {
      waiting.length = 0;
      subject.complete();
    },
  };
};
