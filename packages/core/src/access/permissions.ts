import { JSON_OBJECT } from '../prelude/schema.ts';

/** The permission flags of the specification, section 3. Any other name is not a permission. */
export const PERMISSION_FLAGS = [
  'battAccess',
  'raiseServiceTicketForClient',
  'editConfig',
  'analytics',
  'service',
  'addFirmware',
  'firmwareHistory',
  'pointFirmware',
  'smartConfig',
  'romeoConfig',
  'uploadConfig',
  'updateFirmware',
  'uploadCsv',
  'terminal',
  'newHomePage',
] as const;

export type PermissionFlag = (typeof PERMISSION_FLAGS)[number];

/** Every flag with whether it is granted. */
export type Permissions = Readonly<Record<PermissionFlag, boolean>>;

const granting = (isGranted: (flag: PermissionFlag) => boolean): Permissions =>
  Object.fromEntries(PERMISSION_FLAGS.map((flag) => [flag, isGranted(flag)])) as Permissions; // one entry per flag

export const NO_PERMISSIONS: Permissions = granting(() => false);

export const permissionsOf = (...granted: readonly PermissionFlag[]): Permissions =>
  granting((flag) => granted.includes(flag));

/**
 * Reads the JSON text of permission flags; undefined if it is not a JSON object. A flag is granted only by an own property
 * that is `true`: not by "true", not by 1, not by the fields of a `__proto__` key. Unknown keys are ignored.
 */
export const parsePermissionJson = (text: unknown): Permissions | undefined => {
  const flags = typeof text === 'string' ? JSON_OBJECT.parse(text) : undefined;
  return flags?.ok === true ? granting((flag) => flags.value[flag] === true) : undefined;
};
