import { PRODUCT_VERSION } from '../../version.ts';

/** The documents that every page links to. */
export const DOCUMENTS = [
  ['/privacyBatBot', 'Terms'],
  ['/privacyAndroid', 'Privacy'],
  ['/releaseNotesBatBot', 'Release notes'],
] as const;

/** "© 2026 Example Batteries · Version 1.7.2". */
export const imprintText = (companyName: string): string =>
  `© ${new Date().getFullYear()} ${companyName} · Version ${PRODUCT_VERSION}`;
