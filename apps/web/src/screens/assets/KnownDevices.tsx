import { useMemo, useState } from 'react';
import { Button, Card, Space } from 'antd';
import type { KnownDevice, PlaceError } from '@batbot/core';
import { useCore, useServices } from '../../react/core-context.tsx';
import type { MapPoint } from '../../react/map-port.ts';
import { useConnected } from '../../react/use-connected.ts';
import { useLive } from '../../react/use-live.ts';
import { dateTimeText } from '../../text/format.ts';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { Widget } from '../controls/Widget.tsx';
import { MapBox } from './MapBox.tsx';

const PROBLEMS: Readonly<Record<PlaceError['kind'], string>> = {
  denied: 'The browser does not share the location. Allow “Location” for this site.',
  unavailable: 'The browser could not determine the location. Try again near a window.',
  unsupported: 'This browser cannot determine the location.',
  notConnected: 'The device is no longer connected.',
};

const pointOf = ({ key, label, place }: KnownDevice): readonly MapPoint[] =>
  place === undefined ? [] : [{ id: key, name: label, ...place }];

const placeText = ({ place }: KnownDevice): string =>
  place === undefined
    ? 'No location saved'
    : `${place.latitude.toFixed(5)}°, ${place.longitude.toFixed(5)}° (± ${Math.round(place.accuracyM)} m), ${dateTimeText(place.at)}`;

const Row = ({ device }: { readonly device: KnownDevice }) => {
  const { knownDevices } = useCore();
  return (
    <li
      className="row"
      style={{ justifyContent: 'space-between', padding: '8px 0', gap: '8px 16px' }}
    >
      <div>
        <strong>
          <bdi>{device.label}</bdi>
        </strong>
        <div>Last connected {dateTimeText(device.lastSeenAt)}</div>
        <div>{placeText(device)}</div>
      </div>
      <Space wrap>
        {device.place !== undefined && (
          <Button size="small" onClick={() => knownDevices.deletePlace(device.key)}>
            Delete location
          </Button>
        )}
        <Button size="small" onClick={() => knownDevices.remove(device.key)}>
          Remove from the list
        </Button>
      </Space>
    </li>
  );
};

/** Lists the devices that were connected in this browser, with their place if the user saved it. */
export const KnownDevices = () => {
  const { map } = useServices();
  const { knownDevices } = useCore();
  const devices = useLive(knownDevices.devices$);
  const isConnected = useConnected();
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const points = useMemo(() => devices.flatMap(pointOf), [devices]);

  const savePlace = async (): Promise<void> => {
    setAsking(true);
    const saved = await knownDevices.savePlace();
    setAsking(false);
    setProblem(saved.ok ? undefined : PROBLEMS[saved.error.kind]);
  };

  return (
    <Card size="small" title={<h2>Known devices</h2>}>
      <p className="muted">
        {!isConnected && devices.length > 0 && 'Connect a device to save its location. '}
        Devices seen in this browser, until you log out.
        {map.hasTiles
          ? ' The map service receives the area that is shown.'
          : ' No map configured: locations as text.'}
      </p>
      {/* On the left, where no toast covers it. */}
      <Button
        style={{ marginBlock: 8 }}
        disabled={!isConnected}
        loading={isAsking}
        onClick={() => void savePlace()}
      >
        Save location
      </Button>
      <ProblemAlert help="locationUnknown" type="warning" role="alert" title={problem} />
      {map.hasTiles && points.length > 0 && (
        <Widget name="The map" data={points}>
          <MapBox map={map} label="Map of the devices" points={points} />
        </Widget>
      )}
      {devices.length === 0 ? (
        <p>No devices yet. Connect one: it is then listed here, and its location can be saved.</p>
      ) : (
        <ul className="lined" aria-label="Devices">
          {devices.map((device) => (
            <Row key={device.key} device={device} />
          ))}
        </ul>
      )}
    </Card>
  );
};
