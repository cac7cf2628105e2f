import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { MapPoint, MapPort, ShownMap } from '../../react/map-port.ts';
import './assets.css';

type Shown =
  | { readonly kind: 'loading' }
  | { readonly kind: 'shown'; readonly map: ShownMap; readonly isPlain: boolean }
  | { readonly kind: 'failed'; readonly why: string };

/**
 * Shows points on a map. If no map is available, they are on a plain background if `isPlainEnough` is set, and
 * otherwise only in the list.
 */
export const MapBox = ({
  map,
  label,
  points,
  isPlainEnough = false,
  onPick,
}: {
  readonly map: MapPort;
  readonly label: string;
  readonly points: readonly MapPoint[];
  readonly isPlainEnough?: boolean;
  readonly onPick?: (ids: readonly string[]) => void;
}) => {
  const box = useRef<HTMLDivElement>(null);
  const [shown, show] = useState<Shown>({ kind: 'loading' });
  const [why, setWhy] = useState('');
  const [attempt, setAttempt] = useState(1);
  const latest = useRef({ points, onPick });
  useEffect(() => {
    latest.current = { points, onPick };
  });
  const isButton = onPick !== undefined;

  useEffect(() => {
    const container = box.current;
    if (container === null) return undefined;
    let isWanted = true;
    let remove: (() => void) | undefined;
    const open = async (isPlain: boolean): Promise<void> => {
      const opened = await map.open(container, latest.current.points, {
        isPlain,
        ...(isButton && { onPick: (ids) => latest.current.onPick?.(ids) }),
      });
      if (!isWanted) {
        if (opened.ok) opened.value.remove();
      } else if (opened.ok) {
        ({ remove } = opened.value);
        show({ kind: 'shown', map: opened.value, isPlain });
      } else if (isPlain || !isPlainEnough) {
        show({ kind: 'failed', why: opened.error.message });
      } else {
        setWhy(opened.error.message);
        await open(true);
      }
    };
    show({ kind: 'loading' });
    setWhy('');
    void open(!map.hasTiles);
    return () => {
      isWanted = false;
      remove?.();
    };
  }, [map, isButton, isPlainEnough, attempt]);

  const drawn = shown.kind === 'shown' ? shown.map : undefined;
  useEffect(() => {
    drawn?.show(points);
  }, [drawn, points]);

  return (
    <div className="map-box" data-shown={shown.kind}>
      <div ref={box} className="map-box__map" role="region" aria-label={label} />
      {shown.kind === 'loading' && <p role="status">Loading the map…</p>}
      {shown.kind === 'failed' && (
        <p role="status">
          <span aria-hidden>▲ </span>
          {shown.why} The list {isPlainEnough ? '' : 'below '}has every location.
        </p>
      )}
      {shown.kind === 'shown' && shown.isPlain && (
        <p role="status">
          {map.hasTiles
            ? `▲ ${why} Locations on a plain background.`
            : 'No map configured: locations on a plain background.'}
        </p>
      )}
      {(shown.kind === 'failed' || why !== '' || (shown.kind === 'loading' && attempt > 1)) && (
        <Button loading={shown.kind === 'loading'} onClick={() => setAttempt(attempt + 1)}>
          Try again
        </Button>
      )}
      {shown.kind === 'shown' && !shown.isPlain && (
        <p className="muted">© MapTiler © OpenStreetMap contributors</p>
      )}
    </div>
  );
};
