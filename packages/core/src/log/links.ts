import type { TextRange } from '../ports/pattern-compiler.ts';

/** A URL in a text. Only http and https URLs that are not misleading are links (RX-02, RX-10). */
export interface TextLink extends TextRange {
  readonly href: string;
}

// Matches a URL without invisible characters and direction overrides, so that it is what it looks like.
const ADDRESS =
  // oxlint-disable-next-line no-control-regex -- control characters are what it leaves out
  /https?:\/\/[a-z0-9[][^\s<>"'`{}|\\^\u0000-\u001f\u007f-\u009f\ufffd\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]*/gi;

/** Returns the URL without the punctuation of the sentence around it. */
const trimmed = (address: string): string => {
  let end = address.length;
  const opens = address.includes('(');
  while (end > 0 && (opens ? '.,;:!?' : '.,;:!?)').includes(address.charAt(end - 1))) end -= 1;
  return address.slice(0, end);
};

/**
 * Whether a URL is misleading: it has a user name (`https://bank.example@evil.test`) or look-alike letters in its host.
 */
const isMisleading = (address: string): boolean => {
  const authority = /^https?:\/\/([^/?#]*)/i.exec(address)?.[1] ?? '';
  return authority.includes('@') || !/^[\x20-\x7e]*$/.test(authority);
};

export const linksIn = (text: string): readonly TextLink[] => {
  if (!text.includes('://')) return [];
  return Array.from(text.matchAll(ADDRESS), ({ 0: found, index }) => {
    const href = trimmed(found);
    return { from: index, to: index + href.length, href };
  }).filter(({ href }) => !isMisleading(href));
};
