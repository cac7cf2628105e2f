import { contactSection, type Section, type WriteDocument } from './document-text.ts';

const release = (version: string, changes: readonly string[]): Section => ({
  id: `v${version.replaceAll('.', '-')}`,
  title: `Version ${version}`,
  blocks: [{ list: changes }],
});

/** The releases, newest first. */
const RELEASES: readonly Section[] = [
  release('1.6.0', [
    'User levels for sub-users: choose what each level of your sub-users may do.',
    'Firmware can be assigned to sub-users, who then see and install what was assigned to them.',
  ]),
  release('1.5.9', [
    'Packs of up to 128 cells are shown and configured.',
    'The cell view fits large packs on one screen.',
  ]),
  release('1.5.8', [
    'The lower limit of temperatures is now −40 °C, for reading and for configuring.',
  ]),
  release('1.5.7', ['The state-of-charge card turns red at 20 % or below.']),
];

export const releaseNotes: WriteDocument = (brand, downloads) => ({
  title: 'Release notes',
  lead: `What is new in the ${brand.name} desktop tool, versions 1.5.7 to 1.6.0.`,
  sections: [
    {
      id: 'download',
      title: 'Download',
      blocks:
        downloads === undefined
          ? [
              `Downloads are not offered on this site. Ask ${brand.companyName}, or the person who gave you your account.`,
            ]
          : ['The newest version of the desktop tool:', { kind: 'downloads' }],
    },
    ...RELEASES,
    contactSection(brand),
  ],
});
