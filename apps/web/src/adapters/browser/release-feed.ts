import type { ReleaseFeed } from '@batbot/core';

export interface ReleaseFeedParts {
  readonly fetch: typeof fetch;
  readonly document: Pick<Document, 'querySelector'>;
}

const TIME_LIMIT_MS = 15_000;

/** `src` of the page's module script. Read as text: a parser of markup is what Trusted Types forbid. */
const entryScript = (html: string): string | undefined => {
  const script = /<script\b[^>]*\btype="module"[^>]*>/.exec(html)?.[0];
  return script === undefined ? undefined : /\bsrc="([^"]+)"/.exec(script)?.[1];
};

/**
 * A release is named by the entry script of the page, whose name has a hash of everything it leads to. What is offered
 * is what the server's own page names now; it is never kept in a cache.
 */
export const createReleaseFeed = (parts: ReleaseFeedParts): ReleaseFeed => ({
  running: parts.document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? '',
  offered: async () => {
    try {
      const response = await parts.fetch('/', {
        cache: 'no-store',
        credentials: 'omit',
        signal: AbortSignal.timeout(TIME_LIMIT_MS),
      });
      return response.ok ? entryScript(await response.text()) : undefined;
    } catch {
      return undefined; // no network, or a proxy in between: the next look may tell
    }
  },
});
