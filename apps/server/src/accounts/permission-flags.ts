/** The fifteen permission flags of the specification. The client has a list of its own; a test holds them equal. */
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

/** The `permissionJson` of the API: JSON text with all flags, the granted ones true. */
export const toPermissionJson = (granted: readonly string[]): string =>
  JSON.stringify(Object.fromEntries(permissionFlags.map((flag) => [flag, granted.includes(flag)])));
