import * as v from 'valibot';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import { saved } from '../prelude/saved.ts';
import { rawText } from '../prelude/schema.ts';
import { deviceKey, type Connection } from './connection.ts';
import type { GrantedDevice, Link } from './link-api.ts';

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

/** The link that is offered for the next connection: the link in use, or else the last one that was chosen or used. */
export const createLinkChoice = (
  { links, connection$ }: Pick<Link, 'links' | 'connection$'>,
  store: KeyValueStore,
) => {
  const ids = links.map(({ id }) => id);
  const chosen = saved(store, 'linkChoice', rawText(v.picklist(ids)), ids[0] ?? '');
  const lastDevice = saved(store, 'lastDevice', rawText(v.string()), ''); // LINK-117
  const choose = (id: string): void => {
    if (id !== chosen.value$.value && ids.includes(id)) chosen.set(id);
  };
  const chooseUsed = (connection: Connection): void => {
    const used = linkInUse(connection);
    if (used !== undefined) choose(used);
    if (connection.kind === 'connected') lastDevice.set(deviceKey(connection.device));
  };
  const subscription = connection$.subscribe(chooseUsed);
  return {
    linkId$: chosen.value$,
    choose,
    /** Returns the granted device of the kind that was connected last, or else the first granted device. */
    preferred: (granted: readonly GrantedDevice[]): GrantedDevice | undefined =>
      granted.find((each) => deviceKey(each) === lastDevice.value$.value) ?? granted[0],
    dispose: (): void => {
      subscription.unsubscribe();
      chosen.dispose();
      lastDevice.dispose();
    },
  };
};
