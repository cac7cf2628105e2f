import type { ArchiveError, Result } from '@batbot/core';

/** What became of forgetting a profile. Where the browser keeps nothing (`blocked`) there is nothing left to delete. */
export const forgetWords = (forgotten: Result<void, ArchiveError>): string =>
  forgotten.ok || forgotten.error.kind === 'blocked'
    ? 'Forgotten. The device is understood by itself again, as far as that goes.'
    : 'Forgotten only until the page is closed: this browser could not delete it. Try again later.';
