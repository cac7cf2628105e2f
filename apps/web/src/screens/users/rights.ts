import { PERMISSION_FLAGS, type PermissionFlag } from '@batbot/core';
import type { Level } from '@batbot/core/workspace';
import type { TreeRow } from './account-tree.ts';

/** The rights of an account while they are edited. */
export interface Rights {
  readonly userLevel: string;
  readonly flags: readonly string[];
  /** Maximum number of accounts below; null: no limit. */
  readonly maxSubUsers: number | null;
}

/** Whether the account above can grant a permission, because it has this permission in effect. */
export const isGrantable = (parent: TreeRow | undefined, flag: string): boolean =>
  parent?.effectiveFlags.includes(flag) ?? false;

const limited = (wanted: number | null, { maxSubUsers }: TreeRow): number | null => {
  if (maxSubUsers === null) return wanted;
  return wanted === null ? maxSubUsers : Math.min(wanted, maxSubUsers);
};

/** Returns the rights of a level that the account above can grant. */
export const rightsOf = ({ name, body }: Level, parent: TreeRow): Rights => ({
  userLevel: name,
  flags: body.flags.filter((flag) => isGrantable(parent, flag)),
  maxSubUsers: limited(body.maxSubUsers, parent),
});

export interface FlagRow {
  readonly flag: PermissionFlag;
  readonly isGranted: boolean;
  /** Whether the account can be given the permission, or can keep it. */
  readonly isGrantable: boolean;
  /** The origin of the permission, or the reason why it cannot be granted. */
  readonly reason: string;
}

/** Explains each permission of a level. The user can give a level only permissions that the user has. */
export const levelFlags = (
  { flags }: Pick<Rights, 'flags'>,
  own: TreeRow | undefined,
): readonly FlagRow[] =>
  PERMISSION_FLAGS.map((flag) => ({
    flag,
    isGranted: flags.includes(flag),
    isGrantable: isGrantable(own, flag),
    reason: isGrantable(own, flag) ? '' : 'you lack it',
  }));

/** Explains each permission of an account without a known account above. What that one may grant is not known here. */
const explainTop = ({
  flags,
  effectiveFlags,
}: Pick<TreeRow, 'flags' | 'effectiveFlags'>): readonly FlagRow[] =>
  PERMISSION_FLAGS.map((flag) => {
    const isGranted = flags.includes(flag);
    const isLacking = isGranted && !effectiveFlags.includes(flag);
    const reason = isLacking ? 'not in effect: an account above lacks it' : '';
    return { flag, isGranted, isGrantable: false, reason };
  });

/**
 * Explains each permission of an account as it is edited. `row`: the account as it is. A permission that it has can stay,
 * also if it is not in effect. `own` is the user's account, at the top of the tree.
 */
export const explainFlags = (
  { flags }: Pick<Rights, 'flags'>,
  level: Level | undefined,
  row: Pick<TreeRow, 'parent' | 'flags' | 'effectiveFlags'>,
  own: TreeRow | undefined,
): readonly FlagRow[] => {
  const { parent, flags: held } = row;
  if (parent === undefined) return explainTop(row);
  return PERMISSION_FLAGS.map((flag) => {
    const isGranted = flags.includes(flag);
    const isOfLevel = level?.body.flags.includes(flag) ?? false;
    const grantable = isGrantable(parent, flag);
    const isOwn = own?.effectiveFlags.includes(flag) === true;
    const lacks = isOwn ? `${parent.userName} lacks it` : 'you lack it';
    const origin = isOfLevel ? `from level ${level?.name ?? ''}` : 'added';
    const reason = (): string => {
      if (isGranted) return grantable ? origin : `${origin}, not in effect: ${lacks}`;
      if (!grantable) return `cannot grant: ${lacks}`;
      return isOfLevel ? `not granted, level ${level?.name ?? ''} has it` : 'not granted';
    };
    return { flag, isGranted, isGrantable: grantable || held.includes(flag), reason: reason() };
  });
};
