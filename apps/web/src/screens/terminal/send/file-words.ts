import type { FileProblem, QuickGroup } from '@batbot/core';

/** Why a file was refused, with the place in it. */
export const fileProblem = ({ path, problem }: FileProblem): string =>
  path === '' ? `The file ${problem}.` : `“${path}” ${problem}.`;

/** What is wrong with groups of quick commands; `groups` are those of the form, absent for a file. */
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

/** Added where the browser's storage refused. */
export const NOT_KEPT =
  'Kept for this visit only: the browser’s storage refused to save it. Export it to keep it.';

/** Escape was pressed where something was typed. */
export const UNSAVED = 'Not saved yet: “Save” keeps it, “Cancel” gives it up.';
