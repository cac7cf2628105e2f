import type { Brand, WebConfig } from '../../config.ts';

/** A paragraph, a list, or the links to the desktop tool. */
export type Block = string | { readonly list: readonly string[] } | { readonly kind: 'downloads' };

export interface Section {
  /** Anchor of the section in the page. It is stable, because people link to it. */
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

export interface DocumentText {
  readonly title: string;
  readonly lead: string;
  /** Day of the last change of the text: 'YYYY-MM-DD'. */
  readonly updated?: string;
  readonly sections: readonly Section[];
}

export type WriteDocument = (brand: Brand, downloads: WebConfig['downloads']) => DocumentText;

/** Lists the configured contact data of the company. */
const contactOf = ({ companyName, contactEmail, address, websiteUrl }: Brand): readonly string[] =>
  [companyName, address, contactEmail, websiteUrl].filter((part) => part !== '');

/** The last section of every document. */
export const contactSection = (brand: Brand): Section => {
  const ways = contactOf(brand);
  return {
    id: 'contact',
    title: 'Contact',
    blocks:
      ways.length > 1
        ? ['Questions about this page go to:', { list: ways }]
        : [
            `Questions about this page go to ${brand.companyName}, or to the person who gave you your account.`,
          ],
  };
};
