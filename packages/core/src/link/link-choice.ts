import type { KeyValueStore } from '../ports/key-value-store.ts';
import { createLive, type Live } from '../prelude/live.ts';
import type { Connection } from './connection.ts';
import { deviceKey } from './device-key.ts';
import type { GrantedDevice, Link } from './link-api.ts';

/** The way to a device that is offered for the next connection: the last one chosen or used. */
export interface LinkChoice {
  readonly linkId$: Live<string>;
  readonly choose: (linkId: string) => void;
  /** The granted device of the kind that was connected last, else the first. */
  readonly preferred: (granted: readonly GrantedDevice[]) => GrantedDevice | undefined;
  /** Another user, or none: the way in use, else what this computer keeps, else the first. */
  readonly forgetUser: () => void;
  readonly dispose: () => void;
}

/** Saved on this computer, so that a reload finds it. */
const KEY = 'linkChoice';
const DEVICE_KEY = 'lastDevice'; // LINK-117

/** The way in use, however it was begun. */
const linkInUse = (connection: Connection): string | undefined => {
  switch (connection.kind) {
    case 'connecting':
      return connection.linkId;
    case 'connected':
    case 'disconnecting':
      return connection.device.linkId;
    case 'disconnected':
      return undefined;
  }
};

export const createLinkChoice = (
  { links, connection$ }: Pick<Link, 'links' | 'connection$'>,
  store: Pick<KeyValueStore, 'get' | 'set'>,
): LinkChoice => {
  const kept = (): string => {
    const stored = links.find(({ id }) => id === store.get(KEY));
    return (stored ?? links[0])?.id ?? '';
  };
  const linkId = createLive(kept());
  const choose = (id: string): void => {
    if (id === linkId.live.value || !links.some((each) => each.id === id)) return;
    linkId.set(id);
    store.set(KEY, id); // refused, it is what it was after the next reload: nothing the user need be told
  };
  const watching = connection$.subscribe((connection) => {
    const used = linkInUse(connection);
    if (used !== undefined) choose(used);
    if (connection.kind === 'connected') store.set(DEVICE_KEY, deviceKey(connection.device));
  });
  return {
    linkId$: linkId.live,
    choose,
    preferred: (granted) => {
      const last = store.get(DEVICE_KEY);
      return granted.find((each) => deviceKey(each) === last) ?? granted[0];
    },
    forgetUser: () => {
      linkId.set(linkInUse(connection$.value) ?? kept());
    },
    dispose: () => {
      watching.unsubscribe();
      linkId.dispose();
    },
  };
};
