import { err } from './result.ts';

const MESSAGES = {
  full: 'There is no room left on this computer. Delete sessions you no longer need.',
  blocked: 'This browser does not let the page keep data. Allow site data, then reload.',
  outdated: 'A newer version of this page is open in another tab. Reload this one.',
  failed: 'The browser could not use its database. Try again.',
};

/** An error of a browser's storage. The error texts of browsers mean nothing to users, so they are not repeated. */
export const storageRefusal = (kind: keyof typeof MESSAGES) =>
  err({ kind, message: MESSAGES[kind] });
