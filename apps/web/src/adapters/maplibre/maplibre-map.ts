import { err, ok, type Result } from '@batbot/core';

interface Point {
  readonly latitude: number;
  readonly longitude: number;
  readonly name: string;
}

/** Longest that a style and its first picture are waited for. */
const TIME_LIMIT_MS = 20_000;
const CLOSEST_ZOOM = 14;
const PADDING_PX = 48;

const failed = (
  message: string,
): Result<never, { readonly kind: 'failed'; readonly message: string }> =>
  err({ kind: 'failed', message });

/** Library, its worker's address and its styles: chunks of their own, loaded with the first map. */
const loadLibrary = async () => {
  const [library, worker] = await Promise.all([
    import('maplibre-gl'),
    import('maplibre-gl/dist/maplibre-gl-worker.mjs?url'),
    import('maplibre-gl/dist/maplibre-gl.css'),
    import('./marker.css'),
  ]);
  // From our own origin: the content security policy allows no worker made of a blob.
  library.setWorkerUrl(worker.default);
  return library;
};

const markerOf = (page: Document, { name }: Point): HTMLElement => {
  const marker = page.createElement('div');
  marker.className = 'map-marker';
  marker.title = name;
  marker.setAttribute('role', 'img');
  marker.setAttribute('aria-label', name);
  return marker;
};

/**
 * Maps by MapLibre GL with the style at `styleAddress`. The library's attribution is markup from the service, which
 * the page's Trusted Types refuse: the screen names the sources itself.
 */
export const createMaplibreMap = (styleAddress: string) => ({
  open: async (
    container: HTMLElement,
    points: readonly Point[],
  ): Promise<Result<() => void, { readonly kind: 'failed'; readonly message: string }>> => {
    try {
      const { LngLatBounds, Map: LibraryMap, Marker, NavigationControl } = await loadLibrary();
      const bounds = new LngLatBounds();
      for (const { longitude, latitude } of points) bounds.extend([longitude, latitude]);
      const map = new LibraryMap({
        container,
        style: styleAddress,
        attributionControl: false,
        ...(points.length > 0
          ? { bounds, fitBoundsOptions: { maxZoom: CLOSEST_ZOOM, padding: PADDING_PX } }
          : {}),
      });
      map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
      for (const point of points) {
        new Marker({ element: markerOf(container.ownerDocument, point) })
          .setLngLat([point.longitude, point.latitude])
          .addTo(map);
      }
      const remove = (): void => {
        map.remove();
      };
      return await new Promise((resolve) => {
        const give = (message: string): void => {
          remove();
          resolve(failed(message));
        };
        const timer = setTimeout(() => {
          give('The map did not come in time.');
        }, TIME_LIMIT_MS);
        map.once('load', () => {
          clearTimeout(timer);
          resolve(ok(remove));
        });
        // Before the style is there an error ends the attempt; later ones are single tiles.
        map.on('error', () => {
          if (map.isStyleLoaded() === true) return;
          clearTimeout(timer);
          give('The map’s style could not be loaded.');
        });
      });
    } catch {
      return failed('This browser cannot draw maps, or the map could not be loaded.');
    }
  },
});
