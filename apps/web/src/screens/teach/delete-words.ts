import type { ArchiveError, Result } from '@batbot/core';

/** Describes the result of a deletion. If the browser cannot save (`blocked`), there was nothing to delete. */
export const deleteWords = (deleted: Result<void, ArchiveError>): string =>
  deleted.ok || deleted.error.kind === 'blocked'
    ? 'Deleted.'
    : 'Deleted until you close the page: this browser could not delete it. Try again later.';
