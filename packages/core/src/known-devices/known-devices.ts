import * as v from 'valibot';
import type { ConnectedDevice } from '../link/connection.ts';
import type { Link } from '../link/link-api.ts';
import type { Clock } from '../ports/clock.ts';
import type { GeolocationPort, LocateError, Position } from '../ports/geolocation.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import { done, err, type Result } from '../prelude/result.ts';
import { saved } from '../prelude/saved.ts';
import { jsonFile } from '../prelude/schema.ts';

/** Where a device was connected, with the wall-clock time in ms at which the location was read. */
export interface Place extends Position {
  readonly at: number;
}

/** A device that this browser has been connected to. */
export interface KnownDevice {
  /** Link and label, which is as far as the platform distinguishes devices. */
  readonly key: string;
  readonly label: string;
  /** Wall-clock time in ms at which the device was last connected. */
  readonly lastSeenAt: number;
  readonly place?: Place;
}

/** `notConnected`: there is no device to save a location for. */
export type PlaceError = LocateError | { readonly kind: 'notConnected' };

export interface KnownDevicesParts {
  readonly link: Pick<Link, 'connection$'>;
  readonly store: KeyValueStore;
  readonly clock: Clock;
  readonly geolocation: GeolocationPort;
}

/** Maximum number of saved devices. Above it, the oldest are dropped. */
const LIMIT = 50;

const within = (limit: number) => v.pipe(v.number(), v.minValue(-limit), v.maxValue(limit));
const DEVICE = v.pipe(
  v.object({
    key: v.string(),
    label: v.string(),
    lastMetAt: v.number(),
    place: v.fallback(
      v.optional(
        v.object({
          latitude: within(90),
          longitude: within(180),
          accuracyM: v.number(),
          at: v.number(),
        }),
      ),
      undefined,
    ),
  }),
  v.transform(({ lastMetAt, place, ...rest }): KnownDevice => ({
    ...rest,
    lastSeenAt: lastMetAt,
    ...(place === undefined ? {} : { place }),
  })),
);

/** The saved devices. An unreadable entry is left out. */
const DEVICES = jsonFile<readonly KnownDevice[]>({
  schema: v.pipe(
    v.array(v.fallback(v.nullable(DEVICE), null)),
    v.transform((devices) => devices.filter((each) => each !== null).slice(0, LIMIT)),
  ),
  toJson: (devices) =>
    devices.map(({ lastSeenAt, ...rest }) => ({ ...rest, lastMetAt: lastSeenAt })),
});

const keyOf = ({ linkId, label }: ConnectedDevice): string => `${linkId}/${label}`;

/** The devices of this browser, with the locations that the user saved. They are removed at sign-out. */
export const createKnownDevices = ({ link, store, clock, geolocation }: KnownDevicesParts) => {
  const devices = saved(store, 'metDevices', DEVICES, []);
  const find = (key: string): KnownDevice | undefined =>
    devices.read().find((each) => each.key === key);
  const connectedKey = (): string | undefined => {
    const state = link.connection$.value;
    return state.kind === 'connected' ? keyOf(state.device) : undefined;
  };

  let seenKey: string | undefined;
  const subscription = link.connection$.subscribe((state) => {
    const key = connectedKey();
    if (key === seenKey) return;
    seenKey = key;
    if (key === undefined || state.kind !== 'connected') return;
    const { label } = state.device;
    const seen = { ...find(key), key, label, lastSeenAt: clock.wallNow() };
    const others = devices.value$.value.filter((each) => each.key !== key);
    devices.set([seen, ...others].slice(0, LIMIT));
  });

  return {
    /** The devices, last connected first. */
    devices$: devices.value$,
    /** Reads the location of this computer and saves it with the connected device. Call only on a user action. */
    savePlace: async (): Promise<Result<void, PlaceError>> => {
      const key = connectedKey();
      if (key === undefined) return err({ kind: 'notConnected' });
      const located = await geolocation.locate();
      if (!located.ok) return located;
      const device = find(key);
      if (device === undefined) return err({ kind: 'notConnected' }); // removed while the location was read
      const place = { ...located.value, at: clock.wallNow() };
      devices.set(
        devices.value$.value.map((each) => (each.key === key ? { ...device, place } : each)),
      );
      return done;
    },
    deletePlace: (key: string): void => {
      devices.set(
        devices.read().map((each) => {
          const { place, ...rest } = each;
          return place === undefined || each.key !== key ? each : rest;
        }),
      );
    },
    remove: (key: string): void => {
      devices.set(devices.read().filter((each) => each.key !== key));
    },
    dispose: (): void => {
      subscription.unsubscribe();
      devices.dispose();
    },
  };
};
