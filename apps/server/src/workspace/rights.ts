import type { PermissionFlag } from '../accounts/permission-flags.ts';
import type { Actor } from './scope.ts';

/** The subjects of rows and events. */
export const topics = [
  'ASSET',
  'RECORDING',
  'ACCOUNT',
  'LEVEL_PRESET',
  'PARAMETER_SCHEMA',
  'PARAMETER_SET',
  'IMPORT_MAPPING',
  'FIRMWARE_IMAGE',
  'PARAMETER_WRITE',
  'FIRMWARE_INSTALL',
  'TICKET',
] as const;
export type Topic = (typeof topics)[number];

export const documentKinds = [
  'LEVEL_PRESET',
  'PARAMETER_SCHEMA',
  'PARAMETER_SET',
  'IMPORT_MAPPING',
  'FIRMWARE_IMAGE',
] as const satisfies readonly Topic[];
export type DocumentKind = (typeof documentKinds)[number];

/** The permission flags. One of them is needed. `subUsers`: accounts that may have sub-users. */
type Needed = readonly PermissionFlag[] | 'subUsers' | 'everyone';

interface Rights {
  readonly see: Needed;
  readonly change: Needed;
  /** Default: as `change`. */
  readonly assign?: Needed;
}

const parameters: readonly PermissionFlag[] = [
  'editConfig',
  'uploadConfig',
  'smartConfig',
  'romeoConfig',
];
const firmware: readonly PermissionFlag[] = [
  'addFirmware',
  'firmwareHistory',
  'updateFirmware',
  'pointFirmware',
];
const tickets: readonly PermissionFlag[] = ['raiseServiceTicketForClient', 'service'];
const subUsers: Rights = { see: 'everyone', change: 'subUsers' };
const ofParameters: Rights = { see: parameters, change: parameters };

const rightsOf: Readonly<Record<Topic, Rights>> = {
  // Accounts that work on devices must be able to find them; changing their facts needs battAccess.
  ASSET: { see: ['battAccess', ...parameters, ...firmware], change: ['battAccess'] },
  RECORDING: { see: ['battAccess', 'analytics'], change: ['battAccess', 'analytics'] },
  ACCOUNT: subUsers,
  LEVEL_PRESET: subUsers,
  // An install reads the settings before it, and restores them after it.
  PARAMETER_SCHEMA: { ...ofParameters, see: [...parameters, 'updateFirmware'] },
  PARAMETER_SET: ofParameters,
  IMPORT_MAPPING: { see: ['uploadCsv'], change: ['uploadCsv'] },
  FIRMWARE_IMAGE: { see: firmware, change: ['addFirmware'], assign: ['pointFirmware'] },
  PARAMETER_WRITE: {
    see: parameters,
    change: ['editConfig', 'smartConfig', 'romeoConfig', 'updateFirmware'],
  },
  FIRMWARE_INSTALL: { see: firmware, change: ['updateFirmware'] },
  TICKET: { see: tickets, change: tickets },
};

const has = ({ flags, maxSubUsers }: Actor, needed: Needed): boolean => {
  if (needed === 'everyone') return true;
  if (needed === 'subUsers') return maxSubUsers !== 0;
  return needed.some((flag) => flags.includes(flag));
};

/**
 * Whether the actor may change rows of a topic. Accounts and level presets can be changed by actors that may have
 * sub-users, and seen by everyone in their subtree [WS-05].
 */
export const mayChange = (actor: Actor, topic: Topic): boolean =>
  has(actor, rightsOf[topic].change);

export const mayAssign = (actor: Actor, kind: DocumentKind): boolean =>
  has(actor, rightsOf[kind].assign ?? rightsOf[kind].change);

export const maySee = (actor: Actor, topic: Topic): boolean => has(actor, rightsOf[topic].see);

export const visibleTopics = (actor: Actor): readonly Topic[] =>
  topics.filter((topic) => maySee(actor, topic));
