import type { DocumentRoute } from './document-routes.ts';
import type { WriteDocument } from './document-text.ts';
import { POLICY_APPS, privacyPolicy } from './privacy-policy.ts';
import { releaseNotes } from './release-notes.ts';
import { terms } from './terms.ts';

/** All documents by route, with the name that links to them. */
export const documents: Readonly<
  Record<DocumentRoute, { readonly name: string; readonly write: WriteDocument }>
> = {
  '/privacyBatBot': { name: 'Terms and conditions', write: terms },
  '/privacyAndroid': {
    name: 'Privacy: BatBot for Android',
    write: privacyPolicy(POLICY_APPS.android),
  },
  '/privacyBatTrackAndroid': {
    name: 'Privacy: BatTrack for Android',
    write: privacyPolicy(POLICY_APPS.batTrackAndroid),
  },
  '/privacyVastusuchi': {
    name: 'Privacy: Vastusuchi',
    write: privacyPolicy(POLICY_APPS.vastusuchi),
  },
  '/privacyBatTrackBT': {
    name: 'Privacy: BatTrack BT',
    write: privacyPolicy(POLICY_APPS.batTrackBt),
  },
  '/releaseNotesBatBot': { name: 'Release notes', write: releaseNotes },
};
