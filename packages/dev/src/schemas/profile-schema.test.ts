import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../process/run-tool.ts';
import { profileJsonSchema, PROFILE_SCHEMA_PATH } from './profile-schema.ts';

test('[OBD-213] the published JSON Schema equals the schema of the profiles; BATBOT_WRITE_SCHEMA=1 writes it', async () => {
  const path = join(root, PROFILE_SCHEMA_PATH);
  const current = profileJsonSchema();
  if (process.env['BATBOT_WRITE_SCHEMA'] === '1') await writeFile(path, current);
  expect(await readFile(path, 'utf8')).toBe(current);
});

test('[OBD-213] the JSON Schema has every part of a profile and refuses unknown parts', () => {
  const schema = JSON.parse(profileJsonSchema()) as {
    readonly properties: Readonly<Record<string, unknown>>;
    readonly required: readonly string[];
    readonly additionalProperties: boolean;
  };
  expect(Object.keys(schema.properties)).toEqual(
    expect.arrayContaining(['match', 'line', 'polls', 'frame', 'checksum', 'records', 'tests']),
  );
  expect(schema.required).toEqual(['profile', 'id', 'name', 'frame', 'records']);
  expect(schema.additionalProperties).toBe(false);
});
