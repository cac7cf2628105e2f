import {
  findTab,
  STOP_REASONS,
  timeOfDay,
  unreachable,
  type Notice,
  type TabHolder,
} from '@batbot/core';
import { sessionPaths, tabPath } from '../react/paths.ts';

/** Formats a time as "01:28:29". Does not use `text/format.ts`, which would delay the login page. */
const clock = (at: number): string => timeOfDay(at).slice(0, 8);

/** The content of a toast. A screen reader reads `error` at once and `info` when it is idle. */
export interface ToastText {
  readonly tone: 'error' | 'watch' | 'info';
  readonly title: string;
  readonly text?: string;
  readonly durationMs: number;
  /** Links that the toast offers. */
  readonly links?: readonly { readonly label: string; readonly to: string }[];
  /** The page that already shows the same information. */
  readonly seenAt?: string;
}

/** Display time of a push message (the specification, section 9). */
const PUSH_MS = 5_000;
/** Display time that is enough to read two lines. A toast stays while it is hovered or focused. */
const READING_MS = 8_000;

const error = (title: string, text?: string): ToastText => ({
  tone: 'error',
  title,
  ...(text === undefined ? {} : { text }),
  durationMs: READING_MS,
});

const watch = (title: string, text: string): ToastText => ({
  tone: 'watch',
  title,
  text,
  durationMs: READING_MS,
});

/** Describes the tab that uses the device, if that tab has answered. */
const elsewhere = (holder: TabHolder | undefined): string => {
  if (holder === undefined) return 'The device is in use in another tab, which does not answer.';
  const since = clock(holder.since);
  const title = findTab(holder.section)?.title ?? holder.section;
  return `The device is in use in another tab (“${title}”, since ${since}).`;
};

/** The toast of each notice of the core. Texts of the specification are exact. */
export const noticeText = (notice: Notice, paths = sessionPaths('home')): ToastText => {
  switch (notice.kind) {
    case 'callFailed':
      return error('Opps! Something went wrong');
    case 'liveDataOnHome':
      return {
        tone: 'info',
        title: 'Live data',
        durationMs: READING_MS,
        links: [{ label: 'Open Home', to: tabPath('home') }],
      };
    case 'noTabForDevice':
      return watch(
        'Nothing here shows this device',
        'You have no permission for a tab that uses it. Ask your administrator.',
      );
    case 'portBusy':
      return error('Port Busy', 'This port is already open in another application.');
    case 'deviceUnplugged':
      return error('OBD Port Disconnected', 'The OBD device has been unplugged.');
    case 'openFailed':
      return error('The port could not be opened', notice.message);
    case 'partialAnswer':
      return watch('Some data is missing', notice.message);
    case 'permissionsUnreadable':
      return watch(
        'Your permissions could not be read',
        'Only Users and Support are open. Ask your administrator to check your account.',
      );
    case 'storageFull':
      return watch(
        'This browser has no room left',
        'Settings and session last only until this page is closed. Free some space to keep them.',
      );
    case 'storageBlocked':
      return watch(
        'This browser blocks storage',
        'Settings and session last only until this page is closed. Allow site data to keep them.',
      );
    case 'notEncrypted':
      return watch(
        'Saved data is not encrypted yet',
        'This browser refused to replace it. Free some space, then log out and log in again.',
      );
    case 'whichDevice':
      return watch(
        'Which device is it?',
        'Several devices could be the one that was lost. Choose it with Connect.',
      );
    case 'recordingSaved':
      return {
        tone: 'info',
        title: 'Session saved',
        durationMs: READING_MS,
        links: [
          { label: 'Open', to: paths.details(notice.id) },
          { label: 'Rename', to: `${paths.details(notice.id)}?rename=1` },
        ],
        seenAt: paths.list,
      };
    case 'recordingInterrupted':
      return {
        ...watch(
          'Recording interrupted',
          `The page was reloaded or closed. The session is saved until ${clock(notice.at)}.`,
        ),
        links: [{ label: 'Open', to: paths.details(notice.id) }],
      };
    case 'recordingStopped':
      return error('Recording stopped', STOP_REASONS[notice.reason]);
    case 'oldestRecordingDropped':
      return watch(
        'The oldest session was deleted',
        `“${notice.name}” made room for the session being recorded.`,
      );
    case 'recordingsCleared':
      return error(
        'The browser deleted the recorded sessions',
        'A running recording continues from here. Export what you need to keep.',
      );
    case 'anotherPack':
      return watch(
        'Different pack connected',
        notice.isRecording ? 'A new session was started for it.' : 'Charts restarted.',
      );
    case 'openElsewhere':
      return watch(
        'Open in another tab',
        `${elsewhere(notice.holder)} Use it there, or choose Take over, which interrupts what runs there.`,
      );
    case 'pushMessage':
      return { tone: 'info', title: notice.title, text: notice.body, durationMs: PUSH_MS };
    default:
      return unreachable(notice);
  }
};
