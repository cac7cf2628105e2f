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
] as const;
export type Topic = (typeof topics)[number];

export const documentKinds = [
  'LEVEL_PRESET',
  'PARAMETER_SCHEMA',
  'PARAMETER_SET',
  'IMPORT_MAPPING',
] as const satisfies readonly Topic[];
export type DocumentKind = (typeof documentKinds)[number];

const parameters: readonly PermissionFlag[] = [
  'editConfig',
  'uploadConfig',
  'smartConfig',
  'romeoConfig',
];

/** The permission flags of which one is needed for a topic, for reading and for changes. */
const flagsOf: Readonly<Record<Topic, readonly PermissionFlag[] | 'subUsers'>> = {
  ASSET: ['battAccess'],
  RECORDING: ['battAccess', 'analytics'],
  ACCOUNT: 'subUsers',
  LEVEL_PRESET: 'subUsers',
  PARAMETER_SCHEMA: parameters,
  PARAMETER_SET: parameters,
  IMPORT_MAPPING: ['uploadCsv'],
};

/**
 * Whether the actor may change rows of a topic. Accounts and level presets can be changed by actors that may have
 * sub-users, and seen by everyone in their subtree [WS-05].
 */
export const mayChange = ({ flags, maxSubUsers }: Actor, topic: Topic): boolean => {
  const needed = flagsOf[topic];
  if (needed === 'subUsers') return maxSubUsers !== 0;
  return needed.some((flag) => flags.includes(flag));
};

export const maySee = (actor: Actor, topic: Topic): boolean =>
  flagsOf[topic] === 'subUsers' || mayChange(actor, topic);

/** Returns the topics that the actor can see. */
export const visibleTopics = (actor: Actor): readonly Topic[] =>
  topics.filter((topic) => maySee(actor, topic));
