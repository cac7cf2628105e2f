import {
  LngLatBounds,
  Map as LibraryMap,
  Marker,
  NavigationControl,
  setWorkerUrl,
  type GeoJSONSource,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import 'maplibre-gl/dist/maplibre-gl.css';
import * as v from 'valibot';
import { err, ok, readAs, type Result } from '@batbot/core';
import type { MapError, MapOptions, MapPoint, ShownMap } from '../../react/map-port.ts';
import './marker.css';

/** Timeout of loading the style and drawing the first picture. */
const TIME_LIMIT_MS = 20_000;
const FIRST_ZOOM = 14;
/** Up to this zoom, which is the closest one, points in the same place form a cluster. */
const CLOSEST_ZOOM = 19;
const PADDING_PX = 48;
const CLUSTER_PX = 48;
const MOST_PICKED = 100;
const POINTS = 'points';

// The worker comes from the app's origin, because the content security policy forbids workers from blobs.
setWorkerUrl(workerUrl);

/** Schema of a placed point or cluster, as the library returns it. */
const PLACED = v.object({
  geometry: v.object({ coordinates: v.tuple([v.number(), v.number()]) }),
  properties: v.object({
    index: v.optional(v.number()),
    cluster_id: v.optional(v.number()),
    point_count: v.optional(v.number()),
  }),
});
type Placed = v.InferOutput<typeof PLACED>;

const toData = (points: readonly MapPoint[]) => ({
  type: 'FeatureCollection' as const,
  features: points.map(({ longitude, latitude }, index) => ({
    type: 'Feature' as const,
    properties: { index },
    geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
  })),
});

const boundsOf = (points: readonly MapPoint[]): LngLatBounds => {
  const bounds = new LngLatBounds();
  for (const { longitude, latitude } of points) bounds.extend([longitude, latitude]);
  return bounds;
};

/**
 * Draws a map and resolves when it is drawn. Throws if the browser cannot draw maps. `style`: the URL of the style; if it
 * is undefined, the points have a plain background.
 */
export const drawMap = (
  container: HTMLElement,
  first: readonly MapPoint[],
  style: string | undefined,
  onPick: MapOptions['onPick'],
): Promise<Result<ShownMap, MapError>> => {
  let points = first;
  let markers = new Map<string, Marker>();
  const fit = { maxZoom: FIRST_ZOOM, padding: PADDING_PX };
  const map = new LibraryMap({
    container,
    style: style ?? { version: 8, sources: {}, layers: [] },
    attributionControl: false,
    maxZoom: CLOSEST_ZOOM,
    ...(first.length > 0 ? { bounds: boundsOf(first), fitBoundsOptions: fit } : {}),
  });
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');

  const pick = async ({ geometry, properties }: Placed): Promise<void> => {
    const { cluster_id: cluster, index } = properties;
    const source = map.getSource<GeoJSONSource>(POINTS);
    const indexes: (number | undefined)[] = [index];
    if (cluster !== undefined && source !== undefined) {
      const zoom = await source.getClusterExpansionZoom(cluster);
      if (zoom <= CLOSEST_ZOOM) {
        map.jumpTo({ center: geometry.coordinates, zoom });
        return;
      }
      const leaves = await source.getClusterLeaves(cluster, MOST_PICKED, 0);
      indexes.push(...leaves.map((leaf) => readAs(PLACED, leaf)?.properties.index));
    }
    onPick?.(indexes.flatMap((each) => (each === undefined ? [] : (points[each]?.id ?? []))));
  };

  const markerOf = (placed: Placed): Marker => {
    const { index, point_count: count } = placed.properties;
    const name = count === undefined ? (points[index ?? -1]?.name ?? '') : `${count} in this area`;
    const element = container.ownerDocument.createElement(onPick ? 'button' : 'div');
    element.className = count === undefined ? 'map-marker' : 'map-marker map-marker--cluster';
    element.textContent = count === undefined ? '' : String(count);
    element.title = name;
    if (onPick) element.addEventListener('click', () => void pick(placed));
    const marker = new Marker({ element }).setLngLat(placed.geometry.coordinates).addTo(map);
    // After `addTo`, because the library labels every marker "Map marker".
    element.setAttribute('role', onPick ? 'button' : 'img');
    element.setAttribute('aria-label', name);
    return marker;
  };

  /** Creates markers for visible points only. Markers that stay visible are reused and keep the focus. */
  const place = (): void => {
    const next = new Map<string, Marker>();
    for (const feature of map.querySourceFeatures(POINTS)) {
      const placed = readAs(PLACED, feature);
      if (placed === undefined) continue;
      const { index, cluster_id: cluster, point_count: count } = placed.properties;
      const key = `${index ?? ''} ${cluster ?? ''} ${count ?? ''}`;
      if (!next.has(key)) next.set(key, markers.get(key) ?? markerOf(placed));
    }
    for (const [key, marker] of markers) if (!next.has(key)) marker.remove();
    markers = next;
  };

  const show = (shown: readonly MapPoint[]): void => {
    for (const marker of markers.values()) marker.remove();
    markers = new Map();
    points = shown;
    void map.getSource<GeoJSONSource>(POINTS)?.setData(toData(points));
    if (points.length > 0) map.fitBounds(boundsOf(points), { ...fit, animate: false });
  };
  const remove = (): void => map.remove();

  return new Promise((resolve) => {
    const fail = (message: string): void => {
      remove();
      resolve(err({ kind: 'failed', message }));
    };
    const timer = setTimeout(() => fail('The map did not load in time.'), TIME_LIMIT_MS);
    map.once('load', () => {
      map.addSource(POINTS, {
        type: 'geojson',
        data: toData(points),
        cluster: true,
        clusterRadius: CLUSTER_PX,
        clusterMaxZoom: CLOSEST_ZOOM,
        maxzoom: CLOSEST_ZOOM + 1,
      });
      // The layer is invisible. It is needed because a source without a layer is not loaded.
      map.addLayer({ id: POINTS, type: 'circle', source: POINTS, paint: { 'circle-opacity': 0 } });
      map.on('idle', place);
      clearTimeout(timer);
      resolve(ok({ show, remove }));
    });
    // An error before the style has loaded fails the map. Later errors concern single tiles.
    map.on('error', () => {
      if (map.isStyleLoaded() === true) return;
      clearTimeout(timer);
      fail('The map’s style could not be loaded.');
    });
  });
};
