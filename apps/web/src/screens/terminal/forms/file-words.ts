import type { FileProblem, QuickGroup } from '@batbot/core';
import { fileProblem } from '../../controls/file-problem.ts';

/**
 * Describes an error in groups of quick commands. The groups of a form are passed, so that a duplicate can be named; those
 * of an imported file are not.
 */
export const groupsProblem = (wrong: FileProblem, groups: readonly QuickGroup[] = []): string => {
  const [, at, , button] = wrong.path.split('.');
  if (at === undefined) return fileProblem({ ...wrong, path: '' });
  const name = groups[Number(at) - 1]?.name.trim();
  const isTwice = groups.filter((group) => group.name.trim() === name).length > 1;
  if (wrong.path.endsWith(`.${at}.name`) && isTwice) return `Two groups are named “${name ?? ''}”.`;
  const place = button === undefined ? `group ${at}` : `group ${at}, button ${button}`;
  const field = wrong.path.split('.').at(-1) ?? '';
  return `In ${place}, the ${/^\d+$/.test(field) ? 'entry' : field} ${wrong.problem}.`;
};

/** The message if a change could not be saved in this browser. */
export const NOT_SAVED =
  'Kept until you close the page: storage is full or blocked, or has data of a newer version. Export to keep it.';

/** The message after Escape in a form with changes. */
export const UNSAVED = 'Not saved. “Save” saves it, “Cancel” discards it.';
