import type { FileProblem } from '@batbot/core';

/** Why a file was refused, with the place in it. */
export const fileProblem = ({ path, problem }: FileProblem): string =>
  path === '' ? `The file ${problem}.` : `“${path}” ${problem}.`;

/** Added where the browser's storage refused. */
export const NOT_KEPT =
  'Kept for this visit only: the browser’s storage refused to save it. Export it to keep it.';

/** Escape was pressed where something was typed. */
export const UNSAVED = 'Not saved yet: “Save” keeps it, “Cancel” gives it up.';
