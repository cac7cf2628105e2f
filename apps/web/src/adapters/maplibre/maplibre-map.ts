import { err, type Result } from '@batbot/core';
import type { Point } from './draw-map.ts';
import { styleUrl } from './style-url.ts';

/**
 * Shows maps with MapLibre GL in the style of the configured key and style id. The library's attribution is markup from
 * the service, which the page's Trusted Types refuse; the screen names the sources itself. Everything is loaded with
 * the first map.
 */
export const createMaplibreMap = (config: { readonly key: string; readonly styleId: string }) => ({
  open: async (
    container: HTMLElement,
    points: readonly Point[],
  ): Promise<Result<() => void, { readonly kind: 'failed'; readonly message: string }>> => {
    try {
      const { drawMap } = await import('./draw-map.ts');
      return await drawMap(styleUrl(config), container, points);
    } catch {
      return err({
        kind: 'failed',
        message: 'This browser cannot draw maps, or the map could not be loaded.',
      });
    }
  },
});
