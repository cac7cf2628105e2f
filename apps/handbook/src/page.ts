import { Marked, type Tokens } from 'marked';

/** A heading below the title of its page, with the id that links use. */
export interface Heading {
  readonly depth: number;
  readonly id: string;
  /** HTML. */
  readonly title: string;
}

export interface Page {
  readonly name: string;
  /** HTML. */
  readonly title: string;
  /** The content as HTML, including the title. */
  readonly html: string;
  readonly headings: readonly Heading[];
  /** The links as written in Markdown: `alarms.md#limits`, `#limits` or an https address. */
  readonly links: readonly string[];
}

/** Removes what is not a letter, digit, space or dash, and joins the words by dashes. */
const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\d\s_-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');

/** An id of its own at the end of a heading: `## Port Busy {#portBusy}`. */
const OWN_ID = /\s*\{#([\w-]+)\}$/;

const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The address of the page `name` on the web host. */
export const addressOf = (name: string): string =>
  name === 'index' ? '/handbook/' : `/handbook/${name}.html`;

/** Converts a link to another page (`alarms.md#limits`) to its address. Other links stay as they are. */
const hrefOf = (link: string): string => {
  const [, name, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(link) ?? [];
  return name === undefined ? link : `${addressOf(name)}${anchor}`;
};

/**
 * Renders a page from Markdown.
 * @param images the SVG texts that replace images, by file name: as a part of the page they follow its colours
 * @throws if the page has no title, uses an id twice or names an unknown image
 */
export const renderPage = (
  name: string,
  markdown: string,
  images: ReadonlyMap<string, string>,
): Page => {
  const headings: Heading[] = [];
  const links: string[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading): string {
        const own = OWN_ID.exec(text)?.[1];
        const title = this.parser.parseInline(tokens).replace(OWN_ID, '');
        const id = own ?? slugOf(text);
        if (headings.some((heading) => heading.id === id)) {
          throw new Error(`${name}.md has two headings with the id "${id}".`);
        }
        headings.push({ depth, id, title });
        return depth === 1
          ? `<h1 id="${id}">${title}</h1>\n`
          : `<h${depth} id="${id}">${title}<a class="anchor" href="#${id}" aria-label="Link to this part">#</a></h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        links.push(href);
        return `<a href="${attribute(hrefOf(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text }: Tokens.Image): string {
        const svg = images.get(href);
        if (svg === undefined) throw new Error(`${name}.md shows ${href}, which does not exist.`);
        return svg.replace('<svg ', `<svg role="img" aria-label="${attribute(text)}" `);
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  const [title, ...parts] = headings;
  if (title?.depth !== 1) throw new Error(`${name}.md does not begin with a title ("# …").`);
  return { name, title: title.title, html: withScrolling(html), headings: parts, links };
};

/** Lets a table that is wider than the page scroll, also by keyboard. */
const withScrolling = (html: string): string =>
  html
    .replaceAll(
      '<table>',
      '<div class="table" role="region" aria-label="Table" tabindex="0"><table>',
    )
    .replaceAll('</table>', '</table></div>');

/** Returns the links to missing pages or headings, as `page.md: link`. */
export const deadLinks = (pages: readonly Page[]): readonly string[] => {
  const targets = new Set(
    pages.flatMap(({ name, headings }) => [
      `${name}.md`,
      ...headings.map(({ id }) => `${name}.md#${id}`),
    ]),
  );
  return pages.flatMap(({ name, links }) =>
    links
      .filter((link) => !/^(?:https?|mailto):/.test(link))
      .filter((link) => !targets.has(link.startsWith('#') ? `${name}.md${link}` : link))
      .map((link) => `${name}.md: ${link}`),
  );
};
