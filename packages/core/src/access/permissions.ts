import { err, ok, type Result } from '../prelude/result.ts';

/** The permission flags of the specification, section 3; what is not listed here is no permission. */
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

/** Every flag, granted or not. */
export type Permissions = Readonly<Record<PermissionFlag, boolean>>;

/** `missing`: no text at all, which ends the session; `malformed`: a text that is no JSON object. */
export type PermissionError = { readonly kind: 'missing' | 'malformed' };

const granting = (isGranted: (flag: PermissionFlag) => boolean): Permissions =>
  Object.fromEntries(PERMISSION_FLAGS.map((flag) => [flag, isGranted(flag)])) as Permissions; // one entry per flag

export const NO_PERMISSIONS: Permissions = granting(() => false);

/** The permissions with exactly these flags granted. */
export const permissionsOf = (...granted: readonly PermissionFlag[]): Permissions =>
  granting((flag) => granted.includes(flag));

const parseObject = (text: string): object | undefined => {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? parsed
      : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Reads the JSON text of permission flags. A flag is granted by an own property that is `true` and by nothing else:
 * not by "true", not by 1, not by what a `__proto__` key would lend. Unknown keys are ignored.
 */
export const parsePermissionJson = (text: unknown): Result<Permissions, PermissionError> => {
  if (typeof text !== 'string' || text.trim() === '') return err({ kind: 'missing' });
  const flags = parseObject(text);
  if (flags === undefined) return err({ kind: 'malformed' });
  const own = new Map<string, unknown>(Object.entries(flags));
  return ok(granting((flag) => own.get(flag) === true));
};
