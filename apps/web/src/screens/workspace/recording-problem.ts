import type { SessionError } from '@batbot/core';
import type { PiecesError } from '@batbot/core/uploads';
import type { WorkspaceFault } from '@batbot/core/workspace';

/** Describes why a recording could not be read, changed, uploaded or opened, and what to do. */
export const recordingProblem = (error: PiecesError | SessionError | WorkspaceFault): string => {
  switch (error.kind) {
    case 'cancelled':
      return 'Cancelled.';
    case 'tooLarge':
      return 'This session is too long to be uploaded. Export it as a file.';
    case 'damaged':
      return 'The copy on the server is damaged. Ask the person who recorded it for the file.';
    case 'newer':
      return 'A newer version of this app uploaded it. Reload the page.';
    case 'unreachable':
      return 'The server does not answer. Try again.';
    case 'expired':
      return 'Your session on the server has ended. Log in again.';
    case 'recording':
      return 'This session is being recorded. Stop it first.';
    case 'notFound':
      return 'This session is not on this computer, or belongs to another user.';
    default:
      return error.message;
  }
};
