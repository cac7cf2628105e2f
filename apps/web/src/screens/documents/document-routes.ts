/** Pages without a login: policies, terms, release notes (the specification, section 2). */
export const documentRoutes = [
  '/privacyBatBot',
  '/privacyAndroid',
  '/privacyBatTrackAndroid',
  '/privacyVastusuchi',
  '/privacyBatTrackBT',
  '/releaseNotesBatBot',
] as const;

export type DocumentRoute = (typeof documentRoutes)[number];
