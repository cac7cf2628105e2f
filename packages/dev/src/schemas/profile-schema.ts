import { toJsonSchema } from '@valibot/to-json-schema';
import { PROFILE_SCHEMA } from '@batbot/core/profiles';

/** Where the web app publishes it. */
export const PROFILE_SCHEMA_PATH = 'apps/web/public/schemas/profile-2.json';

/** The JSON Schema of a profile file, version 2. What it cannot say (checks over several fields) the app says. */
export const profileJsonSchema = (): string => {
  const schema = toJsonSchema(PROFILE_SCHEMA, { typeMode: 'input', errorMode: 'ignore' });
  return `${JSON.stringify({ ...schema, title: 'BatBot device profile, version 2' }, null, 2)}\n`;
};
