import * as v from 'valibot';
import { textOf, wholeNumber, type DeepReadonly } from '../prelude/schema.ts';
import { bytesOf, patternOf } from './device-bytes.ts';
import { RULE } from './field-rule.ts';
import { LIST_TARGETS, SCALAR_TARGETS, SWITCH_TARGETS, TEXT_TARGETS } from './profile-targets.ts';

/*
 * A profile of version 2 defines how a device is polled, how its bytes are split into frames, and what their values
 * mean. It is data only: no expressions and no scripts. Bytes are written as text ("pwr\r", each character one byte)
 * or, after "hex:", as pairs of digits ("hex: DD A5 03"). In patterns `?` stands for any character and `..` for any
 * byte. Unknown keys are refused, because a misspelt key would silently change the meaning of a value.
 */

const LARGEST = 1e12;

const few = <T extends v.GenericSchema>(entry: T, most: number) =>
  v.pipe(v.array(entry), v.maxLength(most, `must be a list of at most ${most} entries`));
const named = <T extends v.GenericSchema>(entry: T, most: number, longest = 80) =>
  v.pipe(
    v.record(
      v.pipe(v.string(), v.maxLength(longest, `must have names of at most ${longest} characters`)),
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
/** The number of a cell or sensor, from 1: a fixed number, or a value of the frame times `times` plus `plus`. */
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

/** The meaning of a raw value. A meaning without `to` and `name` only serves other values (`as`). */
export const MEANING = {
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
  /** The name of a value for which a sample has no field. It is shown unchanged, with `unit`. */
  name: v.exactOptional(NAME),
  /** Makes the raw value available to `repeat`, `text`, `sign` and `index`. */
  as: v.exactOptional(ID),
  /** The unit of raw × scale + offset: V, mV, K, degF … The value is converted to the unit of the sample. */
  unit: v.exactOptional(textOf(12)),
  scale: v.exactOptional(NON_ZERO),
  offset: v.exactOptional(NUMBER),
  /** The largest positive raw value. A larger one is negative: with 100, 101 means −1. */
  fold: v.exactOptional(wholeNumber(1, 65_535)),
  /** The sign of a value, defined by another value. If its raw value is in neither list, the value is refused. */
  sign: v.exactOptional(v.strictObject({ from: ID, plus: RAW_TEXTS, minus: RAW_TEXTS })),
  index: v.exactOptional(PLACE),
  /** Raw values that mean "not read". The cell keeps its number. */
  invalid: v.exactOptional(few(NUMBER, 16)),
  /** Raw values that mean "does not exist". The cell is left out; those after it keep their numbers. */
  absent: v.exactOptional(few(NUMBER, 16)),
  /** The lowest and highest value that this device can report, in the unit of the sample. */
  least: v.exactOptional(NUMBER),
  most: v.exactOptional(NUMBER),
  /**
   * The texts of raw values. `protection:NAME` and `alarm:NAME` are faults (see `FAULTS`); any other text is shown. A
   * raw value that is not listed is shown as "unknown (n)".
   */
  map: v.exactOptional(named(TEXT, 256)),
  /** The texts of set bits, as in `map`. `charge`, `discharge` and `precharge` are closed switches. */
  bits: v.exactOptional(named(TEXT, 64)),
  /** The position of the first bit that is used. `width` is the number of bits. */
  bit: v.exactOptional(wholeNumber(0, 63)),
  width: v.exactOptional(wholeNumber(1, 32)),
};

export const TEXT_MEANING = {
  ...MEANING,
  radix: v.exactOptional(v.picklist([2, 10, 16])),
  /** The separator of a list of values. */
  by: v.exactOptional(v.pipe(v.string(), v.minLength(1), v.maxLength(4))),
  /** The first word that is read, counted from 0. */
  word: v.exactOptional(wholeNumber(0, 64)),
  /** The number that the device gives to the first key with `#` (default 1), or to the first row of a table of cells. */
  first: v.exactOptional(wholeNumber(0, 128)),
};

const WIDTH = wholeNumber(1, 8);
/** A value in bytes. One of `u`, `i`, `f` and `text` is its width; that of a text can be a value before it. */
const VALUE = v.strictObject({
  ...MEANING,
  /** Position from the start of the frame's body. Default: the end of the previous item. */
  at: v.exactOptional(POSITION),
  u: v.exactOptional(WIDTH),
  i: v.exactOptional(WIDTH),
  f: v.exactOptional(v.picklist([4, 8])),
  text: v.exactOptional(v.union([wholeNumber(1, 64), ID], 'must be up to 64, or a name')),
  little: v.exactOptional(v.boolean()),
});
const BYTE_VALUE = v.pipe(
  VALUE,
  v.check(
    ({ u, i, f, text }) => [u, i, f, text].filter((each) => each !== undefined).length === 1,
    'must have one of: u, i, f, text (its width in bytes)',
  ),
);
/** Skips bytes. A negative number goes back, to read the same bytes again. */
const SKIP = v.strictObject({ skip: wholeNumber(-64, 4_096) });
/** Requires these bytes at this position. */
const IS = v.strictObject({ is: PATTERN, at: v.exactOptional(POSITION) });

/** Repeats items. `repeat` is a number or the name of a value, divided by `per`. */
interface Repeat {
  readonly repeat: number | string;
  readonly per?: number;
  readonly of: readonly LayoutItem[];
}
/** Items that only later versions of the device send. */
interface Optional {
  readonly optional: readonly LayoutItem[];
}
export type ByteValue = DeepReadonly<v.InferOutput<typeof VALUE>>;
export type LayoutItem =
  | ByteValue
  | DeepReadonly<v.InferOutput<typeof SKIP> | v.InferOutput<typeof IS>>
  | Repeat
  | Optional;

export const hasKey = (raw: unknown, key: string): boolean =>
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
  /** The polls that the record answers. Default: any. */
  answers: v.exactOptional(few(ID, 16)),
  /** The beginning of the frame's body. */
  match: v.exactOptional(PATTERN),
  /** A text that the frame contains. */
  has: v.exactOptional(v.pipe(TEXT, v.minLength(1, 'must not be empty'))),
  /** Length of the frame's body in bytes. */
  size: v.exactOptional(POSITION),
};
export const RECORD = v.variant('read', [
  v.strictObject({
    ...RECORD_BASE,
    read: v.literal('layout'),
    little: v.exactOptional(v.boolean()),
    /** The layout must end where the frame's body ends. If it does not, the next record is tried. */
    whole: v.exactOptional(v.boolean()),
    layout: ITEMS,
  }),
  /** Values by their position in a separated text, counted from 0. */
  v.strictObject({
    ...RECORD_BASE,
    read: v.literal('fields'),
    /** The separator. `" "` stands for any number of spaces. */
    by: v.pipe(v.string(), v.minLength(1, 'must not be empty'), v.maxLength(4)),
    /** The exact number of values that a frame must have. */
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
  /** Values in lines of the form `key: value`. */
  v.strictObject({
    ...RECORD_BASE,
    read: v.literal('keys'),
    separator: v.exactOptional(v.pipe(v.string(), v.minLength(1), v.maxLength(8))),
    /** The separator of several pairs in one line. Two spaces stand for two or more, or a TAB. */
    pairs: v.exactOptional(v.pipe(v.string(), v.minLength(1), v.maxLength(8))),
    /** The rules by their keys. `#` in a key stands for a number if its rule has `first`. */
    keys: named(v.strictObject(TEXT_MEANING), 256),
  }),
  /** Rows below a line of column names and aligned with it. */
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
        /** Number of consecutive values, or number of registers of a text. */
        count: v.exactOptional(wholeNumber(1, 128)),
        /** True if the lower word of a 32-bit value comes first. */
        lowWordFirst: v.exactOptional(v.boolean()),
      }),
      512,
    ),
  }),
  /**
   * A free-text reply that is split into fields as without a profile. The rules define the meanings. A name in JSON
   * contains those of the objects around it.
   */
  v.strictObject({ ...RECORD_BASE, read: v.literal('reply'), fields: named(RULE, 512, 400) }),
]);

export const MODBUS = v.strictObject({
  unit: wholeNumber(0, 247),
  /** The function code. Only reading ones: 1 coils, 2 inputs, 3 holding registers, 4 input registers. */
  function: v.picklist([1, 2, 3, 4]),
  address: ADDRESS,
  count: wholeNumber(1, 2_000),
});
const QUESTION = { send: v.exactOptional(SENT), modbus: v.exactOptional(MODBUS) };
const TIMEOUT = wholeNumber(20, 60_000);

const FRAME = v.variant('split', [
  v.strictObject({ split: v.literal('line') }),
  /** The frame is the whole reply, up to a prompt, a final line or silence. */
  v.strictObject({ split: v.literal('reply') }),
  v.strictObject({
    split: v.literal('between'),
    start: SENT,
    end: SENT,
    encoding: v.exactOptional(v.picklist(['raw', 'hexAscii'])),
  }),
  /** The frame is a block of lines up to the field of this name, which is followed by one checksum byte. */
  v.strictObject({ split: v.literal('before'), field: NAME }),
  v.strictObject({
    split: v.literal('header'),
    header: PATTERN,
    /** Size of the whole frame in bytes, if it is always the same. */
    size: v.exactOptional(wholeNumber(2, 4_096)),
    /** The place of the length in the frame, and the number to add for the whole frame. */
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
/** The expected values of a test vector, in base units. Lists begin at number 1. */
export const EXPECT = v.strictObject({
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
  /** The sources of its facts and vectors. */
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
      /**
       * A question whose reply proves which device is connected. Without a question, the device's own stream proves it.
       * `expect` is the beginning of the body of that frame, whose checksum must also be correct.
       */
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
      /** The line ending of a command that the user typed. */
      ending: v.optional(v.picklist(['crlf', 'cr', 'lf', 'none']), 'crlf'),
      /** True: the app sends no commands of its own. False, without polls: it does, and the profile reads the replies. */
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
  /** The polls. Empty if the device reports by itself. */
  polls: v.optional(
    few(
      v.strictObject({
        id: ID,
        ...QUESTION,
        everyMs: wholeNumber(100, 3_600_000),
        timeoutMs: TIMEOUT,
        /** Silence before the next question, in ms. */
        settleMs: v.exactOptional(wholeNumber(0, 10_000)),
        /** The pack that the question is about, if the reply does not contain its number. */
        pack: v.exactOptional(textOf(20)),
        /** Number of frames that answer it. Default: 1. */
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
  /** It covers `from` to `to` (exclusive) and is at `at`. Negative positions count from the end of the frame. */
  checksum: v.exactOptional(
    v.strictObject({
      kind: v.picklist([
        'xor',
        'sum8',
        'sum16',
        'negSum16',
        'lrc',
        'crc8',
        'crc16modbus',
        'crc16ccitt',
        'crc16xmodem',
        'mod255plus1',
        'yd1363',
        'blockSum',
        'voltronic',
      ]),
      from: v.exactOptional(OFFSET),
      to: v.exactOptional(OFFSET),
      at: v.exactOptional(OFFSET),
      little: v.exactOptional(v.boolean()),
    }),
  ),
  records: v.pipe(few(RECORD, 64), v.minLength(1, 'must have at least one record')),
  /** The app reads the identity (ATI) once after connecting, because the user knows that the device supports it. */
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
        /** `real`: recorded from a device or published as such. `constructed`: made from a description. */
        origin: v.exactOptional(v.picklist(['real', 'constructed'])),
        expect: EXPECT,
        /** The expected values of several packs, by their numbers. */
        packs: v.exactOptional(named(EXPECT, 64)),
      }),
      64,
    ),
    [],
  ),
});
