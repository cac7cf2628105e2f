import type { FileProblem } from '@batbot/core';
import { countText } from '../../text/format.ts';

/** Describes why a file was rejected, with the place of the error. */
export const fileProblem = ({ path, problem }: FileProblem): string =>
  path === '' ? `The file ${problem}.` : `“${path}” ${problem}.`;

/** The problem of a chosen file that the browser cannot read. */
export const UNREADABLE_FILE =
  'The file could not be read. It may have been moved or changed: choose it again.';

/** Says which of several files that were dropped together was opened. */
export const onlyFirst = (count: number, { name }: File): string =>
  `Of the ${countText(count)} dropped files, only “${name}” was opened. Drop the others one by one.`;
