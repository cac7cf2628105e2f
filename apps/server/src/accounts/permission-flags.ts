/**
 * The fifteen permission flags of the specification. The client has its own list; a test checks that both are equal.
 */
export const permissionFlags = [
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
export type PermissionFlag = (typeof permissionFlags)[number];

/** Formats the `permissionJson` of the API: JSON text with all flags; those in `granted` are true. */
export const toPermissionJson = (granted: readonly string[]): string =>
  JSON.stringify(Object.fromEntries(permissionFlags.map((flag) => [flag, granted.includes(flag)])));
