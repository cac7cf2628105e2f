import { describe, expect, test } from 'vitest';
import { createFakeClock, createFakeGeolocation, createFakeKeyValueStore } from '../fakes/index.ts';
import type { Connection } from '../link/connection.ts';
import type { GeolocationPort } from '../ports/geolocation.ts';
import { createLive } from '../prelude/live.ts';
import { err, ok } from '../prelude/result.ts';
import { createKnownDevices } from './known-devices.ts';

const connectedTo = (label: string): Connection => ({
  kind: 'connected',
  device: { linkId: 'usb', label },
  baudRate: 115_200,
  since: 0,
});
const idle: Connection = { kind: 'disconnected', cause: { kind: 'user' } };

const berlin: GeolocationPort = {
  locate: () => Promise.resolve(ok({ latitude: 52.5, longitude: 13.4, accuracyM: 20 })),
};

const setUp = (geolocation = berlin, kept: Record<string, string> = {}) => {
  const clock = createFakeClock();
  const store = createFakeKeyValueStore();
  for (const [key, value] of Object.entries(kept)) store.set(key, value);
  const connection = createLive<Connection>(idle);
  const link = { connection$: connection.live };
  const knownDevices = createKnownDevices({ link, store, clock, geolocation });
  return {
    clock,
    store,
    connection,
    knownDevices,
    again: () => createKnownDevices({ link, store, clock, geolocation }),
  };
};

describe('known devices', () => {
  test('[PAGE-60] connected devices are listed once each, the latest first, also after a reload', () => {
    const { connection, knownDevices, again } = setUp();
    for (const label of ['A', 'B', 'A']) {
      connection.set(connectedTo(label));
      connection.set(idle);
    }
    expect(knownDevices.devices$.value.map(({ label }) => label)).toEqual(['A', 'B']);
    expect(again().devices$.value.map(({ label }) => label)).toEqual(['A', 'B']);
  });

  test('[PAGE-61] a location is saved only on request, with the connected device, and can be deleted', async () => {
    const { connection, knownDevices, store } = setUp();
    expect(await knownDevices.savePlace()).toEqual(err({ kind: 'notConnected' }));
    connection.set(connectedTo('A'));
    expect(knownDevices.devices$.value[0]?.place).toBeUndefined();
    await knownDevices.savePlace();
    expect(knownDevices.devices$.value[0]?.place).toMatchObject({
      latitude: 52.5,
      longitude: 13.4,
    });
    connection.set(idle);
    connection.set(connectedTo('A'));
    expect(knownDevices.devices$.value[0]?.place).toBeDefined(); // a later connection keeps the location
    knownDevices.deletePlace('usb/A');
    expect(store.get('metDevices')).not.toContain('52.5');
    knownDevices.remove('usb/A');
    expect(knownDevices.devices$.value).toEqual([]);
  });

  test('[PAGE-62] a refusal is reported by its kind and changes nothing', async () => {
    for (const kind of ['denied', 'unavailable'] as const) {
      const { connection, knownDevices } = setUp({ locate: () => Promise.resolve(err({ kind })) });
      connection.set(connectedTo('A'));
      expect(await knownDevices.savePlace()).toEqual(err({ kind }));
      expect(knownDevices.devices$.value[0]?.place).toBeUndefined();
    }
    const { connection, knownDevices } = setUp(createFakeGeolocation());
    connection.set(connectedTo('A'));
    expect(await knownDevices.savePlace()).toEqual(err({ kind: 'unsupported' }));
  });

  test('[ST-03] unreadable entries are left out', () => {
    const good = { key: 'usb/A', label: 'A', lastMetAt: 5 };
    const read = { key: 'usb/A', label: 'A', lastSeenAt: 5 };
    for (const [kept, devices] of [
      ['{', []],
      ['{"a":1}', []],
      [JSON.stringify([null, 7, { key: 1 }, good]), [read]],
      [
        JSON.stringify([{ ...good, place: { latitude: 900, longitude: 0, accuracyM: 1, at: 1 } }]),
        [read],
      ],
    ] as const) {
      expect(setUp(berlin, { metDevices: kept }).knownDevices.devices$.value).toEqual(devices);
    }
  });
});
