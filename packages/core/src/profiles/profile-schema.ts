import * as v from 'valibot';
import {
  check,
  jsonFile,
  problemAt,
  textOf,
  wholeNumber,
  type FileProblem,
  type JsonFile,
  type Schema,
} from '../prelude/schema.ts';
import type { Result } from '../prelude/result.ts';
import { bytesOf, patternOf } from './device-bytes.ts';
import { RULE } from './field-rule.ts';
import {
  CHECKSUMS,
  LIST_TARGETS,
  SCALAR_TARGETS,
  SWITCH_TARGETS,
  TEXT_TARGETS,
  type LayoutItem,
  type Profile,
} from './profile.ts';
import { contradictionIn } from './profile-rules.ts';
import { readVersion1 } from './version-1.ts';

// Unknown keys are refused, because a misspelt key would silently change the meaning of a value.

const MOST_CHARACTERS = 262_144;
const LARGEST = 1e12;

const few = <T extends v.GenericSchema>(entry: T, most: number) =>
  v.pipe(v.array(entry), v.maxLength(most, `must be a list of at most ${most} entries`));
const named = <T extends v.GenericSchema>(entry: T, most: number) =>
  v.pipe(
    v.record(
      v.pipe(v.string(), v.maxLength(80, 'must have names of at most 80 characters')),
      entry,
    ),
    v.maxEntries(most, `must be an object of at most ${most} entries`),
  );

const NUMBER = v.pipe(
  v.number(),
  v.finite(),
  v.minValue(-LARGEST, 'must be a number'),
  v.maxValue(LARGEST, 'must be a number'),
);
const NAME = textOf(80);
const ID = v.pipe(
  v.string(),
  v.regex(/^[\w.-]{1,64}$/, 'must be 1–64 letters, digits, ".", "-" or "_"'),
);
const TEXT = v.pipe(v.string(), v.maxLength(200, 'must be at most 200 characters'));

const bytes = (most: number) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => text.length <= 4 * most && (bytesOf(text)?.length ?? most + 1) <= most,
      `must be text of one-byte characters, or "hex:" and pairs of digits; at most ${most} bytes`,
    ),
  );
const SENT = v.pipe(
  bytes(256),
  v.check((text) => text !== '', 'must not be empty'),
);
const PATTERN = v.pipe(
  v.string(),
  v.check(
    (text) => (patternOf(text)?.length ?? 0) > 0,
    'must be text with "?" for any character, or "hex:" and pairs of digits with ".." for any byte',
  ),
);

const POSITION = wholeNumber(0, 65_535);
/** An address. Most manuals count registers in hexadecimal. */
const ADDRESS = v.union(
  [
    wholeNumber(0, 65_535),
    v.pipe(
      v.string(),
      v.regex(/^0x[\da-f]{1,4}$/i),
      v.transform((text) => Number.parseInt(text.slice(2), 16)),
    ),
  ],
  'must be a number from 0 to 65,535 or hexadecimal digits after "0x"',
);

const RAW_TEXTS = v.pipe(
  v.array(v.pipe(v.string(), v.maxLength(40))),
  v.minLength(1, 'must have at least one value'),
  v.maxLength(32),
);
const PLACE = v.union(
  [
    wholeNumber(1, 128),
    v.strictObject({
      from: ID,
      times: v.exactOptional(wholeNumber(1, 128)),
      plus: v.exactOptional(wholeNumber(-128, 128)),
    }),
  ],
  'must be a number from 1 to 128, or { from, times, plus }',
);

const NON_ZERO = v.pipe(
  NUMBER,
  v.check((scale) => scale !== 0, 'must not be 0'),
);

const MEANING = {
  to: v.exactOptional(
    v.picklist([
      ...SCALAR_TARGETS,
      ...LIST_TARGETS,
      ...SWITCH_TARGETS,
      ...TEXT_TARGETS,
      'balancing',
      'pack',
    ]),
  ),
  name: v.exactOptional(NAME),
  as: v.exactOptional(ID),
  unit: v.exactOptional(textOf(12)),
  scale: v.exactOptional(NON_ZERO),
  offset: v.exactOptional(NUMBER),
  fold: v.exactOptional(wholeNumber(1, 65_535)),
  sign: v.exactOptional(v.strictObject({ from: ID, plus: RAW_TEXTS, minus: RAW_TEXTS })),
  index: v.exactOptional(PLACE),
  invalid: v.exactOptional(few(NUMBER, 16)),
  absent: v.exactOptional(few(NUMBER, 16)),
  least: v.exactOptional(NUMBER),
  most: v.exactOptional(NUMBER),
  map: v.exactOptional(named(TEXT, 256)),
  bits: v.exactOptional(named(TEXT, 64)),
  bit: v.exactOptional(wholeNumber(0, 63)),
  width: v.exactOptional(wholeNumber(1, 32)),
};

const TEXT_MEANING = {
  ...MEANING,
  radix: v.exactOptional(v.picklist([2, 10, 16])),
  by: v.exactOptional(v.pipe(v.string(), v.minLength(1), v.maxLength(4))),
  word: v.exactOptional(wholeNumber(0, 64)),
  first: v.exactOptional(wholeNumber(0, 128)),
};

const WIDTH = wholeNumber(1, 8);
const VALUE = v.strictObject({
  ...MEANING,
  at: v.exactOptional(POSITION),
  u: v.exactOptional(WIDTH),
  i: v.exactOptional(WIDTH),
  f: v.exactOptional(v.picklist([4, 8])),
  text: v.exactOptional(wholeNumber(1, 64)),
  little: v.exactOptional(v.boolean()),
});
const BYTE_VALUE = v.pipe(
  VALUE,
  v.check(
    ({ u, i, f, text }) => [u, i, f, text].filter((each) => each !== undefined).length === 1,
    'must have one of: u, i, f, text (its width in bytes)',
  ),
);
const SKIP = v.strictObject({ skip: wholeNumber(-64, 4_096) });
const IS = v.strictObject({ is: PATTERN, at: v.exactOptional(POSITION) });

const hasKey = (raw: unknown, key: string): boolean =>
  typeof raw === 'object' && raw !== null && Object.hasOwn(raw, key);

const LAYOUT_ITEM: v.GenericSchema<unknown, LayoutItem> = v.lazy(
  (raw): v.GenericSchema<unknown, LayoutItem> => {
    if (hasKey(raw, 'repeat')) return REPEAT;
    if (hasKey(raw, 'optional')) return OPTIONAL;
    if (hasKey(raw, 'skip')) return SKIP;
    if (hasKey(raw, 'is')) return IS;
    // The generator of the JSON Schema calls this without a value.
    return raw === undefined ? v.union([BYTE_VALUE, SKIP, IS, REPEAT, OPTIONAL]) : BYTE_VALUE;
  },
);
const ITEMS = few(LAYOUT_ITEM, 256);
const REPEAT = v.strictObject({
  repeat: v.union([wholeNumber(1, 256), ID], 'must be a number up to 256 or the name of a value'),
  per: v.exactOptional(wholeNumber(1, 64)),
  of: ITEMS,
});
const OPTIONAL = v.strictObject({ optional: ITEMS });

const RECORD_BASE = {
  id: ID,
  answers: v.exactOptional(few(ID, 16)),
  match: v.exactOptional(PATTERN),
  has: v.exactOptional(v.pipe(TEXT, v.minLength(1, 'must not be empty'))),
  size: v.exactOptional(POSITION),
};
const RECORD = v.variant('read', [
  v.strictObject({
    ...RECORD_BASE,
    read: v.literal('layout'),
    little: v.exactOptional(v.boolean()),
    layout: ITEMS,
  }),
  v.strictObject({
    ...RECORD_BASE,
    read: v.literal('fields'),
    by: v.pipe(v.string(), v.minLength(1, 'must not be empty'), v.maxLength(4)),
    columns: v.exactOptional(wholeNumber(1, 256)),
    fields: few(
      v.strictObject({
        ...TEXT_MEANING,
        at: wholeNumber(0, 255),
        count: v.exactOptional(wholeNumber(1, 128)),
      }),
      256,
    ),
  }),
  v.strictObject({
    ...RECORD_BASE,
    read: v.literal('keys'),
    separator: v.exactOptional(v.pipe(v.string(), v.minLength(1), v.maxLength(8))),
    pairs: v.exactOptional(v.pipe(v.string(), v.minLength(1), v.maxLength(8))),
    keys: named(v.strictObject(TEXT_MEANING), 256),
  }),
  v.strictObject({
    ...RECORD_BASE,
    read: v.literal('table'),
    rows: v.picklist(['cells', 'packs']),
    columns: named(v.strictObject(TEXT_MEANING), 64),
  }),
  v.strictObject({
    ...RECORD_BASE,
    read: v.literal('registers'),
    registers: few(
      v.strictObject({
        ...MEANING,
        at: ADDRESS,
        type: v.exactOptional(v.picklist(['u16', 'i16', 'u32', 'i32', 'text', 'bit'])),
        count: v.exactOptional(wholeNumber(1, 128)),
        lowWordFirst: v.exactOptional(v.boolean()),
      }),
      512,
    ),
  }),
  v.strictObject({ ...RECORD_BASE, read: v.literal('reply'), fields: named(RULE, 512) }),
]);

const MODBUS = v.strictObject({
  unit: wholeNumber(0, 247),
  // Reading functions only: a profile never writes registers.
  function: v.picklist([1, 2, 3, 4]),
  address: ADDRESS,
  count: wholeNumber(1, 2_000),
});
const QUESTION = { send: v.exactOptional(SENT), modbus: v.exactOptional(MODBUS) };
const TIMEOUT = wholeNumber(20, 60_000);

const FRAME = v.variant('split', [
  v.strictObject({ split: v.literal('line') }),
  v.strictObject({ split: v.literal('reply') }),
  v.strictObject({
    split: v.literal('between'),
    start: SENT,
    end: SENT,
    encoding: v.exactOptional(v.picklist(['raw', 'hexAscii'])),
  }),
  v.strictObject({ split: v.literal('before'), field: NAME }),
  v.strictObject({
    split: v.literal('header'),
    header: PATTERN,
    size: v.exactOptional(wholeNumber(2, 4_096)),
    length: v.exactOptional(
      v.strictObject({
        at: wholeNumber(0, 64),
        bytes: v.picklist([1, 2]),
        little: v.exactOptional(v.boolean()),
        plus: wholeNumber(0, 64),
      }),
    ),
    end: v.exactOptional(SENT),
  }),
  v.strictObject({ split: v.literal('modbus') }),
  v.strictObject({ split: v.literal('isoTp') }),
]);

const OFFSET = wholeNumber(-4_096, 4_096);
const LIST = few(v.nullable(NUMBER), 128);
const FLAG = v.exactOptional(v.boolean());
const EXPECTED_NUMBER = v.exactOptional(NUMBER);
const EXPECT = v.strictObject({
  packVoltage: EXPECTED_NUMBER,
  current: EXPECTED_NUMBER,
  soc: EXPECTED_NUMBER,
  soh: EXPECTED_NUMBER,
  remaining: EXPECTED_NUMBER,
  capacity: EXPECTED_NUMBER,
  cycles: EXPECTED_NUMBER,
  sequence: EXPECTED_NUMBER,
  uptime: EXPECTED_NUMBER,
  cells: v.exactOptional(LIST),
  temps: v.exactOptional(LIST),
  balancing: v.exactOptional(few(wholeNumber(1, 128), 128)),
  charge: FLAG,
  discharge: FLAG,
  precharge: FLAG,
  alarms: v.exactOptional(few(TEXT, 32)),
  protections: v.exactOptional(few(TEXT, 32)),
  others: v.exactOptional(named(v.union([NUMBER, TEXT]), 256)),
  texts: v.exactOptional(
    v.strictObject({
      model: v.exactOptional(TEXT),
      serial: v.exactOptional(TEXT),
      firmware: v.exactOptional(TEXT),
      hardware: v.exactOptional(TEXT),
      maker: v.exactOptional(TEXT),
    }),
  ),
});

/** The schema of version 2. `contradictionIn` checks rules that span several fields. */
export const PROFILE_SCHEMA = v.strictObject({
  $schema: v.exactOptional(v.string()),
  profile: v.literal(2),
  id: ID,
  name: NAME,
  sources: v.optional(few(textOf(400), 32), []),
  licence: v.optional(NAME, 'not stated'),
  match: v.optional(
    v.strictObject({
      usb: v.optional(
        few(
          v.strictObject({
            vendorId: wholeNumber(0, 65_535),
            productId: v.exactOptional(wholeNumber(0, 65_535)),
          }),
          16,
        ),
        [],
      ),
      probe: v.exactOptional(
        v.strictObject({ ...QUESTION, expect: PATTERN, has: v.exactOptional(TEXT) }),
      ),
    }),
    {},
  ),
  line: v.optional(
    v.strictObject({
      baud: v.optional(few(wholeNumber(50, 4_000_000), 8), []),
      parity: v.optional(v.picklist(['none', 'even', 'odd']), 'none'),
      dataBits: v.optional(v.picklist([7, 8]), 8),
      stopBits: v.optional(v.picklist([1, 2]), 1),
      ending: v.optional(v.picklist(['crlf', 'cr', 'lf', 'none']), 'crlf'),
      quiet: v.optional(v.boolean(), true),
    }),
    {},
  ),
  init: v.optional(
    few(
      v.strictObject({
        send: SENT,
        expect: v.exactOptional(TEXT),
        timeoutMs: v.exactOptional(TIMEOUT),
      }),
      16,
    ),
    [],
  ),
  polls: v.optional(
    few(
      v.strictObject({
        id: ID,
        ...QUESTION,
        everyMs: wholeNumber(100, 3_600_000),
        timeoutMs: TIMEOUT,
        settleMs: v.exactOptional(wholeNumber(0, 10_000)),
        pack: v.exactOptional(textOf(20)),
        frames: v.exactOptional(wholeNumber(1, 64)),
      }),
      32,
    ),
    [],
  ),
  end: v.optional(
    v.strictObject({
      prompt: v.exactOptional(v.pipe(TEXT, v.minLength(1, 'must not be empty'))),
      final: v.optional(few(TEXT, 16), []),
      error: v.optional(few(TEXT, 16), []),
      gapMs: v.exactOptional(wholeNumber(5, 10_000)),
    }),
    {},
  ),
  frame: FRAME,
  checksum: v.exactOptional(
    v.strictObject({
      kind: v.picklist(CHECKSUMS),
      from: v.exactOptional(OFFSET),
      to: v.exactOptional(OFFSET),
      at: v.exactOptional(OFFSET),
      little: v.exactOptional(v.boolean()),
    }),
  ),
  records: v.pipe(few(RECORD, 64), v.minLength(1, 'must have at least one record')),
  readsIdentity: v.exactOptional(v.literal(true)),
  signs: v.optional(
    v.strictObject({ current: v.optional(v.picklist(['charge', 'discharge']), 'charge') }),
    {},
  ),
  tests: v.optional(
    few(
      v.strictObject({
        name: v.exactOptional(NAME),
        poll: v.exactOptional(ID),
        bytes: bytes(32_768),
        origin: v.exactOptional(v.picklist(['real', 'constructed'])),
        expect: EXPECT,
        packs: v.exactOptional(named(EXPECT, 64)),
      }),
      64,
    ),
    [],
  ),
});

const PROFILE: Schema<Profile> = v.pipe(
  PROFILE_SCHEMA,
  v.transform(({ $schema: _, ...profile }): Profile => profile),
);

/** Reads a parsed profile of version 1 or 2. */
export const readProfile = (raw: unknown): Result<Profile, FileProblem> => {
  if (!hasKey(raw, 'profile') && hasKey(raw, 'format') && hasKey(raw, 'fields')) {
    return readVersion1(raw);
  }
  const version = hasKey(raw, 'profile') ? (raw as { readonly profile: unknown }).profile : 2;
  if (typeof version === 'number' && version > 2) {
    return problemAt('profile', 'must be 2: the file comes from a newer version of this app');
  }
  const read = check(PROFILE, raw);
  if (!read.ok) return read;
  const contradiction = contradictionIn(read.value);
  return contradiction === undefined ? read : problemAt(contradiction.path, contradiction.problem);
};

const JSON_TEXT = jsonFile<unknown>({ schema: v.unknown(), mostCharacters: MOST_CHARACTERS });

/** The format of a profile file from outside, at most 256 KiB. `loadProfile` runs its test vectors. */
export const PROFILE_2_FILE: Pick<JsonFile<Profile>, 'parse' | 'format'> = {
  parse: (text) => {
    const raw = JSON_TEXT.parse(text);
    return raw.ok ? readProfile(raw.value) : raw;
  },
  format: (profile) => JSON.stringify(profile, null, 2),
};
