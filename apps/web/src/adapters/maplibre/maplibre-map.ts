import { err } from '@batbot/core';
import type { MapPort } from '../../react/map-port.ts';
import { styleUrl } from './style-url.ts';

/**
 * Shows maps with MapLibre GL in the style of the configured key and style id. The library's attribution is markup from
 * the service, which the page's Trusted Types refuse; the screen names the sources itself. Everything is loaded with
 * the first map.
 */
export const createMaplibreMap = (
  config: { readonly key: string; readonly styleId: string } | undefined,
): MapPort => ({
  hasTiles: config !== undefined,
  open: async (container, points, { isPlain, onPick }) => {
    try {
      const { drawMap } = await import('./draw-map.ts');
      const style = isPlain || config === undefined ? undefined : styleUrl(config);
      return await drawMap(container, points, style, onPick);
    } catch {
      return err({
        kind: 'failed',
        message: 'This browser cannot draw maps, or the map could not be loaded.',
      });
    }
  },
});
