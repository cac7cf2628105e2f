import type { FileProblem } from '@batbot/core';

/** Describes why a file was rejected, with the place of the error. */
export const fileProblem = ({ path, problem }: FileProblem): string =>
  path === '' ? `The file ${problem}.` : `“${path}” ${problem}.`;
