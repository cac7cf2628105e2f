import * as v from 'valibot';
import { check, textOf } from '../prelude/schema.ts';
import { mapOk, type Result } from '../prelude/result.ts';
import type { FileProblem } from '../prelude/schema.ts';
import { RULE, type FieldRule } from './field-rule.ts';
import type { Profile } from './profile.ts';

const MAX_FIELDS = 512;

/** The schema of version 1. Unknown fields are ignored [ST-09]. */
const VERSION_1 = v.object({
  id: textOf(80),
  name: v.fallback(textOf(80), ''),
  format: v.picklist(['json', 'kv', 'numbers', 'hex', 'raw']),
  currentPositive: v.nullish(v.picklist(['charge', 'discharge']), 'charge'),
  readsIdentity: v.exactOptional(v.literal(true)),
  fields: v.pipe(
    v.record(v.string(), RULE),
    v.maxEntries(MAX_FIELDS, `must be an object of at most ${MAX_FIELDS} entries`),
  ),
});

/** Creates a profile that reads the replies to the app's own commands. It has no polls. */
export const profileOfFields = (
  name: string,
  fields: Readonly<Record<string, FieldRule>>,
): Profile => ({
  profile: 2,
  id: name.replace(/[^\w.-]/g, '-').slice(0, 64),
  name,
  sources: [],
  licence: 'not stated',
  match: { usb: [] },
  line: { baud: [], parity: 'none', dataBits: 8, stopBits: 1, ending: 'crlf', quiet: false },
  init: [],
  polls: [],
  end: { final: [], error: [] },
  frame: { split: 'reply' },
  records: [{ id: 'reply', read: 'reply', fields }],
  signs: { current: 'charge' },
  tests: [],
});

/** Converts a parsed profile of version 1 to version 2. */
export const readVersion1 = (raw: unknown): Result<Profile, FileProblem> =>
  mapOk(check(VERSION_1, raw), ({ id, name, currentPositive, readsIdentity, fields }) => ({
    ...profileOfFields(id, fields),
    name: name === '' ? id : name,
    signs: { current: currentPositive },
    ...(readsIdentity === undefined ? {} : { readsIdentity }),
  }));
