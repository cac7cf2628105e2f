import type { ArchiveError } from '@batbot/core';

const PROBLEMS: Readonly<Record<ArchiveError['kind'], string>> = {
  full: 'There is no room left on this computer. Delete sessions you no longer need.',
  blocked: 'This browser does not let the page keep data. Allow site data, then reload.',
  outdated: 'A newer version of this page is open in another tab. Reload this one.',
  failed: 'The browser could not use its database. Try again.',
};

/** Describes why this browser saves or reads nothing, and what to do. Its own messages mean nothing to users. */
export const storageProblem = ({ kind }: Pick<ArchiveError, 'kind'>): string => PROBLEMS[kind];
