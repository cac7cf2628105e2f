import { useMemo, useState } from 'react';
import { Button, Space } from 'antd';
import { isScrapped, type Asset } from '@batbot/core/workspace';
import { useServices } from '../../react/core-context.tsx';
import type { MapPoint } from '../../react/map-port.ts';
import { counted, countText } from '../../text/format.ts';
import { MapBox } from './MapBox.tsx';

const pointOf = ({ id, serial, place }: Asset): readonly MapPoint[] =>
  place?.lat === undefined || place.lon === undefined
    ? []
    : [{ id, latitude: place.lat, longitude: place.lon, name: serial }];

/**
 * Shows the places of the listed packs, without scrapped ones unless all are. A click opens a pack, or lists the packs in
 * the same place.
 */
export const PackMap = ({
  packs: listed,
  onOpen,
}: {
  readonly packs: readonly Asset[];
  readonly onOpen: (id: string) => void;
}) => {
  const { map } = useServices();
  const packs = useMemo(() => {
    const present = listed.filter((each) => !isScrapped(each));
    return present.length === 0 ? listed : present;
  }, [listed]);
  const points = useMemo(() => packs.flatMap(pointOf), [packs]);
  const left = listed.length - packs.length;
  const [picked, setPicked] = useState<readonly string[]>([]);
  const here = packs.filter(({ id }) => picked.includes(id));
  return (
    <div className="pack-map">
      <p role="status">
        {countText(points.length)} of {counted(packs.length, 'asset')} with a position.
        {left > 0 && ` Without ${counted(left, 'scrapped one')}.`}
      </p>
      {here.length > 0 && (
        <Space wrap role="group" aria-label="Assets in this place">
          {here.map(({ id, serial }) => (
            <Button key={id} size="small" onClick={() => onOpen(id)}>
              {serial}
            </Button>
          ))}
        </Space>
      )}
      <MapBox
        map={map}
        label="Map of the assets"
        points={points}
        isPlainEnough
        onPick={(ids) => {
          setPicked(ids);
          const [id] = ids;
          if (id !== undefined && ids.length === 1) onOpen(id);
        }}
      />
    </div>
  );
};
