import type { SessionError } from '@batbot/core';
import type { PiecesError } from '@batbot/core/uploads';
import type { WorkspaceFault } from '@batbot/core/workspace';

const TEXTS: Readonly<Record<string, string>> = {
  cancelled: 'Cancelled.',
  tooLarge: 'This session is too long to be uploaded. Export it as a file.',
  damaged: 'The copy on the server is damaged. Ask the person who recorded it for the file.',
  newer: 'A newer version of this app uploaded it. Reload the page.',
  unreachable: 'The server does not answer. Try again.',
  expired: 'Your session on the server has ended. Log in again.',
  recording: 'This session is being recorded. Stop it first.',
  notFound: 'This session is not on this computer, or belongs to another user.',
};

/** Describes why a recording could not be read, changed, uploaded or opened, and what to do. */
export const recordingProblem = (error: PiecesError | SessionError | WorkspaceFault): string =>
  TEXTS[error.kind] ?? ('message' in error ? error.message : error.kind);
