import type { PermissionFlag } from '../accounts/permission-flags.ts';
import type { Actor } from './scope.ts';

/** What a row or an event is about. */
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

/** One of these flags opens a topic, for reading and for changes. */
const flagsOf: Readonly<Record<Topic, readonly PermissionFlag[] | 'subUsers'>> = {
  ASSET: ['battAccess'],
  RECORDING: ['battAccess', 'analytics'],
  ACCOUNT: 'subUsers',
  LEVEL_PRESET: 'subUsers',
  PARAMETER_SCHEMA: parameters,
  PARAMETER_SET: parameters,
  IMPORT_MAPPING: ['uploadCsv'],
};

/** Accounts and levels are seen by everyone in their subtree and changed by those who may have sub-users [WS-05]. */
export const mayChange = ({ flags, maxSubUsers }: Actor, topic: Topic): boolean => {
  const needed = flagsOf[topic];
  if (needed === 'subUsers') return maxSubUsers !== 0;
  return needed.some((flag) => flags.includes(flag));
};

export const maySee = (actor: Actor, topic: Topic): boolean =>
  flagsOf[topic] === 'subUsers' || mayChange(actor, topic);

/** The topics that the actor sees. */
export const visibleTopics = (actor: Actor): readonly Topic[] =>
  topics.filter((topic) => maySee(actor, topic));
