import { expect, test } from 'vitest';
import { createFakeStorage } from '../fakes/fake-key-value-store.ts';
import { createLive } from '../prelude/live.ts';
import type { Connection } from './connection.ts';
import { createLinkChoice } from './link-choice.ts';

const links = ['usb', 'simulated'].map((id) => ({ id, support: { kind: 'supported' } as const }));

const GRANTED = [1, 2].map((productId) => {
  const shown = { linkId: 'usb', label: `USB ${productId}`, usb: { vendorId: 7, productId } };
  const device = { label: shown.label, open: () => Promise.reject(new Error('not opened')) };
  return { ...shown, device };
});

const setUp = (storage = createFakeStorage()) => {
  const connection = createLive<Connection>({ kind: 'disconnected', cause: { kind: 'never' } });
  const choice = createLinkChoice({ links, connection$: connection.live }, storage.openTab());
  return { connection, choice, storage, chosen: () => choice.linkId$.value };
};

test('[LINK-91] at first the first link is offered, and after a reload the one chosen last', () => {
  const { choice, chosen, storage } = setUp();
  expect(chosen()).toBe('usb');
  choice.choose('simulated');
  choice.choose('no such way');
  expect(chosen()).toBe('simulated');
  expect(setUp(storage).chosen()).toBe('simulated');
});

test('[LINK-91] a link that is connected without choosing it becomes the chosen one, also after the connection has ended', () => {
  const { connection, chosen, storage } = setUp();
  connection.set({ kind: 'connecting', stage: 'choosing', linkId: 'simulated' });
  connection.set({ kind: 'disconnected', cause: { kind: 'user' } });
  expect(chosen()).toBe('simulated');
  expect(setUp(storage).chosen()).toBe('simulated');
});

test('[LINK-91] a link that is connected or being disconnected is the chosen one', () => {
  const device = { linkId: 'simulated', label: 'Simulated' };
  const begun = setUp();
  begun.connection.set({ kind: 'connected', device, baudRate: 115_200, since: 0 });
  expect(begun.chosen()).toBe('simulated');
  const ending = setUp();
  ending.connection.set({ kind: 'disconnecting', device, cause: { kind: 'user' } });
  expect(ending.chosen()).toBe('simulated');
});

test('[LINK-91] what an earlier version saved is read; a link that no longer exists is not offered', () => {
  const { choice, chosen } = setUp(
    createFakeStorage({ linkChoice: 'simulated', lastDevice: '7:2' }),
  );
  expect(chosen()).toBe('simulated');
  expect(choice.preferred(GRANTED)?.label).toBe('USB 1');
  expect(setUp(createFakeStorage({ linkChoice: 'gone' })).chosen()).toBe('usb');
});

test('[LINK-91] after the end of the app, a connection changes nothing', () => {
  const { choice, connection, storage } = setUp();
  choice.dispose();
  connection.set({ kind: 'connecting', stage: 'choosing', linkId: 'simulated' });
  expect(setUp(storage).chosen()).toBe('usb');
});

test('[LINK-117] the kind of device connected last is preferred among the granted ones', () => {
  const { choice, connection, storage } = setUp();
  expect(choice.preferred([])).toBeUndefined();
  expect(choice.preferred(GRANTED)?.label).toBe('USB 1');
  const second = { linkId: 'usb', label: 'USB 2', usb: { vendorId: 7, productId: 2 } };
  connection.set({ kind: 'connected', device: second, baudRate: 115_200, since: 0 });
  expect(setUp(storage).choice.preferred(GRANTED)?.label).toBe('USB 2');
});
