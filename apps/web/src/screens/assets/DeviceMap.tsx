import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { KnownDevice, Place } from '@batbot/core';
import type { MapPort } from '../../react/map-port.ts';

export type PlacedDevice = KnownDevice & { readonly place: Place };

type Shown =
  { readonly kind: 'loading' | 'shown' } | { readonly kind: 'failed'; readonly why: string };

/** The locations on a map; the list below has the same in words. */
export const DeviceMap = ({
  map,
  devices,
}: {
  readonly map: MapPort;
  readonly devices: readonly PlacedDevice[];
}) => {
  const box = useRef<HTMLDivElement>(null);
  const [shown, show] = useState<Shown>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(1);
  const key = JSON.stringify(devices.map(({ label, place }) => [label, place]));

  useEffect(() => {
    const container = box.current;
    if (container === null) return undefined;
    let isWanted = true;
    let remove: (() => void) | undefined;
    const points = (JSON.parse(key) as readonly [string, Place][]).map(([name, place]) => ({
      name,
      latitude: place.latitude,
      longitude: place.longitude,
    }));
    show({ kind: 'loading' });
    void map.open(container, points).then((opened) => {
      if (!isWanted) {
        if (opened.ok) opened.value();
        return;
      }
      if (opened.ok) remove = opened.value;
      show(opened.ok ? { kind: 'shown' } : { kind: 'failed', why: opened.error.message });
    });
    return () => {
      isWanted = false;
      remove?.();
    };
  }, [map, key, attempt]);

  return (
    <div className="area__map" data-shown={shown.kind}>
      <div ref={box} className="area__map-box" role="region" aria-label="Map of the devices" />
      {shown.kind === 'loading' && <p role="status">Loading the map …</p>}
      {shown.kind === 'failed' && (
        <p role="status">
          <span aria-hidden>▲ </span>
          {shown.why} The list below has every location.
        </p>
      )}
      {(shown.kind === 'failed' || (shown.kind === 'loading' && attempt > 1)) && (
        <Button
          loading={shown.kind === 'loading'}
          onClick={() => {
            setAttempt(attempt + 1);
          }}
        >
          Try again
        </Button>
      )}
      {shown.kind === 'shown' && (
        <p className="area__map-sources">© MapTiler © OpenStreetMap contributors</p>
      )}
    </div>
  );
};
