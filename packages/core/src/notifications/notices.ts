import { Observable, Subject } from 'rxjs';
import type { TabHolder } from '../ports/tab-lock.ts';

/** The text for each reason why a recording stopped, used by the notice and by the terminal log. */
export const STOP_REASONS = {
  full: 'There is no room left on this computer. Delete or export sessions, then record again.',
  blocked: 'This browser does not allow sites to save data. What was recorded so far is saved.',
  outdated: 'A newer version of this page is open in another tab. Reload this one to continue.',
  failed: 'The browser could not write. What was recorded so far is saved.',
} as const;

/** A short message to the user. The user interface contains the texts. */
export type Notice =
  /** A call failed without a readable response. */
  | { readonly kind: 'callFailed' }
  /** A response contained errors besides its data, or saved data is damaged in part. The readable data is shown. */
  | { readonly kind: 'partialAnswer'; readonly message: string }
  /** The server sent permissions that are not a JSON object. Every flag counts as false. */
  | { readonly kind: 'permissionsUnreadable' }
  /** The storage is full or blocked: data that is usually saved is kept only until the page closes. */
  | { readonly kind: 'storageFull' | 'storageBlocked' }
  /** The lock is in use, and saved data could not be encrypted. The next sign-in tries again. */
  | { readonly kind: 'notEncrypted' }
  /** The user connected on a tab that shows no live data. */
  | { readonly kind: 'liveDataOnHome' }
  /** Connected by a user who may open no tab that uses a device. */
  | { readonly kind: 'noTabForDevice' }
  | { readonly kind: 'portBusy' }
  | { readonly kind: 'openFailed'; readonly message: string }
  | { readonly kind: 'deviceUnplugged' }
  /** Several devices match the one that was unplugged. The user has to choose one and connect. */
  | { readonly kind: 'whichDevice' }
  /** Another tab of this browser has the device open. Connecting with `takeOver` moves the device to this tab. */
  | { readonly kind: 'openElsewhere'; readonly holder?: TabHolder }
  /** The recording stopped because the session could not be saved any further. The saved part is kept. */
  | {
      readonly kind: 'recordingStopped';
      readonly reason: keyof typeof STOP_REASONS;
    }
  /** The user stopped the recording or disconnected. The session is in the list. */
  | { readonly kind: 'recordingSaved'; readonly id: string }
  /** A recording ended because its page was reloaded or closed. `at`: UTC milliseconds of the last data. */
  | { readonly kind: 'recordingInterrupted'; readonly id: string; readonly at: number }
  /** The oldest session was deleted to free storage. */
  | { readonly kind: 'oldestRecordingDropped'; readonly name: string }
  /** The browser deleted the saved sessions. */
  | { readonly kind: 'recordingsCleared' }
  /** The connected pack is not the one that was connected before. */
  | { readonly kind: 'anotherPack'; readonly isRecording: boolean }
  /** A push message that arrived while the page was open. Its texts are plain text from outside. */
  | { readonly kind: 'pushMessage'; readonly title: string; readonly body: string };

/** Limit of notices kept until the first subscription. Above it, the oldest are discarded. */
const WAITING_LIMIT = 20;
const LATEST_LIMIT = 20;

export const createNotices = () => {
  const subject = new Subject<Notice>();
  const waiting: Notice[] = [];
  let latest: readonly Notice['kind'][] = [];
  return {
    /** Emits each notice once, starting with the notices sent before the first subscription. Never errors. */
    notices$: new Observable<Notice>((subscriber) => {
      const subscription = subject.subscribe(subscriber);
      for (const notice of waiting.splice(0)) subscriber.next(notice);
      return subscription;
    }),
    notify: (notice: Notice): void => {
      latest = [...latest, notice.kind].slice(-LATEST_LIMIT);
      if (subject.observed) subject.next(notice);
      else waiting.splice(0, Math.max(0, waiting.push(notice) - WAITING_LIMIT));
    },
    /**
     * Returns the kinds of the latest notices, the newest last. Diagnostic reports use it because kinds contain no user
     * data.
     */
    latest: (): readonly Notice['kind'][] => latest,
    /** Discards the kinds of the notices so far because the user has changed. */
    endUser: (): void => {
      latest = [];
    },
    dispose: (): void => {
      waiting.length = 0;
      subject.complete();
    },
  };
};

export type Notices = ReturnType<typeof createNotices>;
