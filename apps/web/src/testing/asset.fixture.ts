import type { Asset } from '@batbot/core/workspace';

/** A pack of which only the serial number is known. */
export const PACK: Asset = {
  id: '00000000-0000-7000-8000-000000000001',
  version: 1,
  kind: 'PACK',
  state: 'INUSE',
  serial: 'A1',
  maker: undefined,
  model: undefined,
  chemistry: undefined,
  cells: undefined,
  designCapacityAh: undefined,
  builtOn: undefined,
  installedIn: undefined,
  firmware: undefined,
  place: undefined,
  snapshot: undefined,
  parameters: undefined,
  seenAt: undefined,
  attention: 0,
  ownerId: undefined,
  ownerName: undefined,
  clientName: undefined,
  waiting: [],
};
