import {
  LngLatBounds,
  Map as LibraryMap,
  Marker,
  NavigationControl,
  setWorkerUrl,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import 'maplibre-gl/dist/maplibre-gl.css';
import { err, ok, type Result } from '@batbot/core';
import './marker.css';

export interface Point {
  readonly latitude: number;
  readonly longitude: number;
  readonly name: string;
}

/** Timeout of loading the style and drawing the first picture. */
const TIME_LIMIT_MS = 20_000;
const CLOSEST_ZOOM = 14;
const PADDING_PX = 48;

// The worker comes from the app's origin, because the content security policy forbids workers from blobs.
setWorkerUrl(workerUrl);

const markerOf = (page: Document, { name }: Point): HTMLElement => {
  const marker = page.createElement('div');
  marker.className = 'map-marker';
  marker.title = name;
  marker.setAttribute('role', 'img');
  marker.setAttribute('aria-label', name);
  return marker;
};

/** Draws a map. Resolves when it is drawn, with a function that removes it. Throws if the browser cannot draw maps. */
export const drawMap = (
  styleAddress: string,
  container: HTMLElement,
  points: readonly Point[],
): Promise<Result<() => void, { readonly kind: 'failed'; readonly message: string }>> => {
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
  return new Promise((resolve) => {
    const fail = (message: string): void => {
      remove();
      resolve(err({ kind: 'failed', message }));
    };
    const timer = setTimeout(() => {
      fail('The map did not come in time.');
    }, TIME_LIMIT_MS);
    map.once('load', () => {
      clearTimeout(timer);
      resolve(ok(remove));
    });
    // An error before the style has loaded fails the map. Later errors concern single tiles.
    map.on('error', () => {
      if (map.isStyleLoaded() === true) return;
      clearTimeout(timer);
      fail('The map’s style could not be loaded.');
    });
  });
};
