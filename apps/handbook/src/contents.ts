/** A part of the handbook: its title in the contents, and its pages in reading order, as names of files in `pages`. */
export interface Part {
  readonly title: string;
  readonly pages: readonly string[];
}

/** The table of contents. The title of a page is its first heading. */
export const CONTENTS: readonly Part[] = [
  { title: 'Start', pages: ['index', 'sign-in', 'connect', 'offline', 'private'] },
  {
    title: 'The device',
    pages: ['home', 'terminal', 'recording', 'alarms', 'checks', 'configuration', 'firmware'],
  },
  { title: 'The workspace', pages: ['assets', 'tickets', 'upload', 'analytics', 'logs', 'users'] },
  { title: 'Help', pages: ['problems', 'devices'] },
  { title: 'For operators and developers', pages: ['settings', 'operations', 'development'] },
];
