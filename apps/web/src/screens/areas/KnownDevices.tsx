import { dateTimeText } from '../../text/format.ts';
import { useState } from 'react';
import type { KnownDevice, PlaceError } from '@batbot/core';
import { useCore, useServices } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { Widget } from '../controls/Widget.tsx';
import { DeviceMap, type PlacedDevice } from './DeviceMap.tsx';

const PROBLEMS: Readonly<Record<PlaceError['kind'], string>> = {
  denied: 'The browser was not allowed to tell where it is. Allow “Location” for this site.',
  unavailable: 'The browser could not find out where it is. Try again near a window.',
  unsupported: 'This browser cannot tell where it is.',
  notConnected: 'No device is connected any more.',
};

const dateText = (at: number): string => dateTimeText(at);

const isPlaced = (device: KnownDevice): device is PlacedDevice => device.place !== undefined;

const placeText = ({ place }: KnownDevice): string =>
  place === undefined
    ? 'No place remembered'
    : `${place.latitude.toFixed(5)}°, ${place.longitude.toFixed(5)}° (± ${Math.round(place.accuracyM)} m), ${dateText(place.at)}`;

const Row = ({ device }: { readonly device: KnownDevice }) => {
  const { knownDevices } = useCore();
  return (
    <li className="area__device">
      <div>
        <strong>{device.label}</strong>
        <div className="tabular">Last connected {dateText(device.lastSeenAt)}</div>
        <div className="tabular">{placeText(device)}</div>
      </div>
      <div className="area__actions">
        {device.place !== undefined && (
          <button
            type="button"
            className="button"
            onClick={() => {
              knownDevices.deletePlace(device.key);
            }}
          >
            Forget the place
          </button>
        )}
        <button
          type="button"
          className="button"
          onClick={() => {
            knownDevices.remove(device.key);
          }}
        >
          Remove from the list
        </button>
      </div>
    </li>
  );
};

/** Devices this browser was connected to, and where, if the user wanted that kept. */
export const KnownDevices = () => {
  const { map } = useServices();
  const { knownDevices, link } = useCore();
  const devices = useLive(knownDevices.devices$);
  const isConnected = useLive(link.connection$).kind === 'connected';
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const placed = devices.filter(isPlaced);

  const remember = async (): Promise<void> => {
    setAsking(true);
    const remembered = await knownDevices.savePlace();
    setAsking(false);
    setProblem(remembered.ok ? undefined : PROBLEMS[remembered.error.kind]);
  };

  return (
    <section className="card area__met" aria-labelledby="met-title">
      <h2 id="met-title">Devices this browser met</h2>
      <p>
        Kept in this browser until you log out. A place is remembered only when you ask for it,
        while the device is connected.
        {map !== undefined && ' Showing it asks the maps service for that area.'}
      </p>
      <div className="area__actions">
        <button
          type="button"
          className="button"
          disabled={!isConnected || isAsking}
          aria-busy={isAsking}
          onClick={() => void remember()}
        >
          Remember this place
        </button>
      </div>
      {problem !== undefined && (
        <p role="alert">
          <span aria-hidden>▲ </span>
          {problem}
        </p>
      )}
      {map === undefined && <p>Places are shown in words: no map was set up for this site.</p>}
      {map !== undefined && placed.length > 0 && (
        <Widget name="The map" data={placed}>
          <DeviceMap map={map} devices={placed} />
        </Widget>
      )}
      {devices.length === 0 ? (
        <p>No device was connected yet.</p>
      ) : (
        <ul className="area__devices" aria-label="Devices">
          {devices.map((device) => (
            <Row key={device.key} device={device} />
          ))}
        </ul>
      )}
    </section>
  );
};
