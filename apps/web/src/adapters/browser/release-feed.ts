import type { ReleaseFeed } from '@batbot/core';

export interface ReleaseFeedParts {
  readonly fetch: typeof fetch;
  readonly document: Pick<Document, 'querySelector'>;
}

const TIME_LIMIT_MS = 15_000;

/**
 * Returns `src` of the page's module script. Uses a regular expression, because Trusted Types forbid parsing markup.
 */
const entryScript = (html: string): string | undefined => {
  const script = /<script\b[^>]*\btype="module"[^>]*>/.exec(html)?.[0];
  return script === undefined ? undefined : /\bsrc="([^"]+)"/.exec(script)?.[1];
};

/**
 * Compares releases by the entry script of the page, whose name contains a hash of everything it imports. The offered
 * release is read from the server's current page, never from a cache.
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
      return undefined; // offline, or a proxy answered: the next call tries again
    }
  },
});
