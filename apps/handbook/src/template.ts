import type { Part } from './contents.ts';
import { addressOf, type Page } from './page.ts';

/** A page with at least this number of headings lists them at its top. */
const MANY_HEADINGS = 3;

const link = ({ name, title }: Page, attributes = ''): string =>
  `<a href="${addressOf(name)}"${attributes}>${title}</a>`;

const contents = (
  parts: readonly Part[],
  pages: ReadonlyMap<string, Page>,
  current: Page,
): string =>
  parts
    .map((part) => {
      const items = part.pages.flatMap((name) => {
        const page = pages.get(name);
        if (page === undefined) return [];
        return `<li>${link(page, page === current ? ' aria-current="page"' : '')}</li>`;
      });
      return `<h2>${part.title}</h2><ul>${items.join('')}</ul>`;
    })
    .join('\n');

const onThisPage = ({ headings }: Page): string => {
  const listed = headings.filter(({ depth }) => depth === 2);
  if (listed.length < MANY_HEADINGS) return '';
  const items = listed.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`);
  return `<nav class="toc" aria-label="On this page"><ul>${items.join('')}</ul></nav>`;
};

/**
 * Returns the document of a page. The contents follow the page in the document, and a narrow screen shows them there; a
 * wide screen shows them at the left.
 */
export const documentOf = (
  page: Page,
  parts: readonly Part[],
  pages: ReadonlyMap<string, Page>,
): string => {
  const order = parts.flatMap((part) => part.pages).flatMap((name) => pages.get(name) ?? []);
  const place = order.indexOf(page);
  const [previous, next] = [order[place - 1], order[place + 1]];
  const html = page.html.replace('</h1>', `</h1>\n${onThisPage(page)}`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title} · BatBot handbook</title>
<link rel="icon" href="/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/handbook/style.css">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="brand" href="/handbook/"><img src="/mark.svg" alt="" width="24" height="24">BatBot handbook</a>
<a class="to-contents" href="#contents">Contents</a>
<a href="/">Open app</a>
</header>
<main id="content">
${html}<nav class="turn" aria-label="Previous and next page">
${previous === undefined ? '' : `<span>Previous: ${link(previous, ' rel="prev"')}</span>`}
${next === undefined ? '' : `<span>Next: ${link(next, ' rel="next"')}</span>`}
</nav>
</main>
<nav id="contents" aria-label="Contents">
${contents(parts, pages, page)}
</nav>
</body>
</html>
`;
};
