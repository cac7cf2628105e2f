import { describe, expect, test } from 'vitest';
import { createFakeClock, createFakeKeyValueStore } from '../fakes/index.ts';
import type { Connection } from '../link/connection.ts';
import type { Whereabouts } from '../ports/whereabouts.ts';
import { createLive } from '../prelude/live.ts';
import { err, ok } from '../prelude/result.ts';
import { createMeetings, nowhere } from './meetings.ts';

const connectedTo = (label: string): Connection => ({
  kind: 'connected',
  device: { linkId: 'usb', label },
  baudRate: 115_200,
  since: 0,
});
const idle: Connection = { kind: 'disconnected', cause: { kind: 'user' } };

const berlin: Whereabouts = {
  locate: () => Promise.resolve(ok({ latitude: 52.5, longitude: 13.4, accuracyM: 20 })),
};

const setUp = (whereabouts = berlin, kept: Record<string, string> = {}) => {
  const clock = createFakeClock();
  const store = createFakeKeyValueStore();
  for (const [key, value] of Object.entries(kept)) store.set(key, value);
  const connection = createLive<Connection>(idle);
  const link = { connection$: connection.live };
  const meetings = createMeetings({ link, store, clock, whereabouts });
  return {
    clock,
    store,
    connection,
    meetings,
    again: () => createMeetings({ link, store, clock, whereabouts }),
  };
};

describe('devices this browser met', () => {
  test('[PAGE-60] a connection is a meeting, the latest first, each device once, over a reload too', () => {
    const { connection, meetings, again } = setUp();
    for (const label of ['A', 'B', 'A']) {
      connection.set(connectedTo(label));
      connection.set(idle);
    }
    expect(meetings.devices$.value.map(({ label }) => label)).toEqual(['A', 'B']);
    expect(again().devices$.value.map(({ label }) => label)).toEqual(['A', 'B']);
  });

  test('[PAGE-61] a place is remembered only when asked for, with the connected device, and can be forgotten', async () => {
    const { connection, meetings, store } = setUp();
    expect(await meetings.rememberPlace()).toEqual(err({ kind: 'notConnected' }));
    connection.set(connectedTo('A'));
    expect(meetings.devices$.value[0]?.place).toBeUndefined();
    await meetings.rememberPlace();
    expect(meetings.devices$.value[0]?.place).toMatchObject({ latitude: 52.5, longitude: 13.4 });
    connection.set(idle);
    connection.set(connectedTo('A'));
    expect(meetings.devices$.value[0]?.place).toBeDefined(); // a later meeting keeps it
    meetings.forgetPlace('usb/A');
    expect(store.get('metDevices')).not.toContain('52.5');
    meetings.forget('usb/A');
    expect(meetings.devices$.value).toEqual([]);
  });

  test('[PAGE-62] a refusal is told by its kind and changes nothing', async () => {
    for (const kind of ['denied', 'unavailable'] as const) {
      const { connection, meetings } = setUp({ locate: () => Promise.resolve(err({ kind })) });
      connection.set(connectedTo('A'));
      expect(await meetings.rememberPlace()).toEqual(err({ kind }));
      expect(meetings.devices$.value[0]?.place).toBeUndefined();
    }
    const { connection, meetings } = setUp(nowhere);
    connection.set(connectedTo('A'));
    expect(await meetings.rememberPlace()).toEqual(err({ kind: 'unsupported' }));
  });

  test('[ST-03] what storage holds is read with care', () => {
    const good = { key: 'usb/A', label: 'A', lastMetAt: 5 };
    for (const [kept, devices] of [
      ['{', []],
      ['{"a":1}', []],
      [JSON.stringify([null, 7, { key: 1 }, good]), [good]],
      [
        JSON.stringify([{ ...good, place: { latitude: 900, longitude: 0, accuracyM: 1, at: 1 } }]),
        [good],
      ],
    ] as const) {
      expect(setUp(berlin, { metDevices: kept }).meetings.devices$.value).toEqual(devices);
    }
  });
});
