import { toJsonSchema } from '@valibot/to-json-schema';
import { PROFILE_SCHEMA } from '@batbot/core/profiles';

export const PROFILE_SCHEMA_PATH = 'apps/web/public/schemas/profile-2.json';

/**
 * Returns the JSON Schema of a profile file, version 2. Checks over several fields are not part of it; the app does
 * them.
 */
export const profileJsonSchema = (): string => {
  const schema = toJsonSchema(PROFILE_SCHEMA, { typeMode: 'input', errorMode: 'ignore' });
  return `${JSON.stringify({ ...schema, title: 'BatBot device profile, version 2' }, null, 2)}\n`;
};
