import type { FileProblem } from '@batbot/core';

/** Describes why a file was rejected, with the place of the error. */
export const fileProblem = ({ path, problem }: FileProblem): string =>
  path === '' ? `The file ${problem}.` : `“${path}” ${problem}.`;

/** The problem of a chosen file that the browser cannot read. */
export const UNREADABLE_FILE =
  'The file could not be read. It may have been moved or changed: choose it again.';
