import type { FieldRule } from './field-rule.ts';

/*
 * A profile of version 2 defines how a device is polled, how its bytes are split into frames, and what their values
 * mean. It is data only: no expressions and no scripts. Bytes are written as text ("pwr\r", each character one byte)
 * or, after "hex:", as pairs of digits ("hex: DD A5 03"). In patterns `?` stands for any character and `..` for any
 * byte.
 */

/** Numeric values of a sample. `charging` and `discharging` are the two directions of one current, both positive. */
export const SCALAR_TARGETS = [
  'packVoltage',
  'current',
  'charging',
  'discharging',
  'soc',
  'soh',
  'remaining',
  'capacity',
  'cycles',
  'sequence',
  'uptime',
] as const;
export const LIST_TARGETS = ['cells', 'temps'] as const;
/** The switches of a pack. Each may be known without the others. */
export const SWITCH_TARGETS = ['charge', 'discharge', 'precharge'] as const;
export const TEXT_TARGETS = ['model', 'serial', 'firmware', 'hardware', 'maker'] as const;

export type ScalarTarget = (typeof SCALAR_TARGETS)[number];
export type ListTarget = (typeof LIST_TARGETS)[number];
export type SwitchTarget = (typeof SWITCH_TARGETS)[number];
export type TextTarget = (typeof TEXT_TARGETS)[number];
/**
 * The values of a sample. `balancing` is a mask with bit 0 for cell 1. `pack` is the number of the pack that the record
 * describes.
 */
export type ProfileTarget =
  ScalarTarget | ListTarget | SwitchTarget | TextTarget | 'balancing' | 'pack';

/** The number of a cell or sensor, from 1: a fixed number, or a value of the frame times `times` plus `plus`. */
export type PlaceNumber =
  number | { readonly from: string; readonly times?: number; readonly plus?: number };

/** The sign of a value, defined by another value. A raw value in neither list refuses the value. */
export interface SignRule {
  readonly from: string;
  readonly plus: readonly string[];
  readonly minus: readonly string[];
}

/** The meaning of a raw value. A meaning without `to` and `name` only serves other values (`as`). */
export interface Meaning {
  readonly to?: ProfileTarget;
  /** The name of a value for which a sample has no field. It is shown unchanged, with `unit`. */
  readonly name?: string;
  /** Makes the raw value available to `repeat`, `sign` and `index`. */
  readonly as?: string;
  /** The unit of raw × scale + offset: V, mV, K, degF … The value is converted to the unit of the sample. */
  readonly unit?: string;
  readonly scale?: number;
  readonly offset?: number;
  /** The largest positive raw value. A larger one is negative: with 100, 101 means −1. */
  readonly fold?: number;
  readonly sign?: SignRule;
  readonly index?: PlaceNumber;
  /** Raw values that mean "not read". The cell keeps its number. */
  readonly invalid?: readonly number[];
  /** Raw values that mean "does not exist". The cell is left out. */
  readonly absent?: readonly number[];
  /** The lowest and highest value that this device can report, in the unit of the sample. */
  readonly least?: number;
  readonly most?: number;
  /**
   * The texts of raw values. `protection:NAME` and `alarm:NAME` are faults (see `FAULTS`); any other text is shown. A
   * raw value that is not listed is shown as "unknown (n)".
   */
  readonly map?: Readonly<Record<string, string>>;
  /** The texts of set bits, as in `map`. `charge`, `discharge` and `precharge` are closed switches. */
  readonly bits?: Readonly<Record<string, string>>;
  /** The position of the first bit that is used. `width` is the number of bits. */
  readonly bit?: number;
  readonly width?: number;
}

/** The meaning of a value in a text. */
export interface TextMeaning extends Meaning {
  readonly radix?: 2 | 10 | 16;
  /** The separator of a list of values. */
  readonly by?: string;
  /** The first word that is read, counted from 0. */
  readonly word?: number;
  /** For keys with `#`: the number that the device gives to the first one. Default: 1. */
  readonly first?: number;
}

/** A value in bytes. One of `u`, `i`, `f` and `text` is its width in bytes. */
export interface ByteValue extends Meaning {
  readonly u?: number;
  readonly i?: number;
  readonly f?: 4 | 8;
  readonly text?: number;
  readonly little?: boolean;
  /** Position from the start of the frame's body. Default: the end of the previous item. */
  readonly at?: number;
}
/** Skips bytes. A negative number goes back, to read the same bytes again. */
export interface ByteSkip {
  readonly skip: number;
}
/** Requires these bytes at this position. */
export interface ByteCheck {
  readonly is: string;
  readonly at?: number;
}
/** Repeats items. `repeat` is a number or the name of a value, divided by `per`. */
export interface ByteRepeat {
  readonly repeat: number | string;
  readonly per?: number;
  readonly of: readonly LayoutItem[];
}
/** Items that only later versions of the device send. */
export interface ByteOptional {
  readonly optional: readonly LayoutItem[];
}
export type LayoutItem = ByteValue | ByteSkip | ByteCheck | ByteRepeat | ByteOptional;

/** A Modbus register or coil. */
export interface RegisterRule extends Meaning {
  readonly at: number;
  readonly type?: 'u16' | 'i16' | 'u32' | 'i32' | 'text' | 'bit';
  /** Number of consecutive ones, or number of registers of a text. */
  readonly count?: number;
  /** True if the lower word of a 32-bit value comes first. */
  readonly lowWordFirst?: boolean;
}

interface RecordBase {
  readonly id: string;
  /** The polls that the record answers. Default: any. */
  readonly answers?: readonly string[];
  /** The beginning of the frame's body. */
  readonly match?: string;
  /** A text that the frame contains. */
  readonly has?: string;
  /** Length of the frame's body in bytes. */
  readonly size?: number;
}
export interface LayoutRecord extends RecordBase {
  readonly read: 'layout';
  readonly little?: boolean;
  readonly layout: readonly LayoutItem[];
}
/** Values by their position in a separated text, counted from 0. */
export interface FieldsRecord extends RecordBase {
  readonly read: 'fields';
  /** The separator. `" "` stands for any number of spaces. */
  readonly by: string;
  /** The exact number of values that a frame must have. */
  readonly columns?: number;
  readonly fields: readonly (TextMeaning & { readonly at: number; readonly count?: number })[];
}
/** Values in lines of the form `key: value`. */
export interface KeysRecord extends RecordBase {
  readonly read: 'keys';
  readonly separator?: string;
  /** The separator of several pairs in one line. Two spaces stand for two or more, or a TAB. */
  readonly pairs?: string;
  /** The rules by their keys. `#` in a key stands for a number if its rule has `first`. */
  readonly keys: Readonly<Record<string, TextMeaning>>;
}
/** Rows below a line of column names and aligned with it. */
export interface TableRecord extends RecordBase {
  readonly read: 'table';
  readonly rows: 'cells' | 'packs';
  readonly columns: Readonly<Record<string, TextMeaning>>;
}
export interface RegistersRecord extends RecordBase {
  readonly read: 'registers';
  readonly registers: readonly RegisterRule[];
}
/** A free-text reply that is split into fields as without a profile. The rules define the meanings. */
export interface ReplyRecord extends RecordBase {
  readonly read: 'reply';
  readonly fields: Readonly<Record<string, FieldRule>>;
}
export type ProfileRecord =
  LayoutRecord | FieldsRecord | KeysRecord | TableRecord | RegistersRecord | ReplyRecord;

export interface ModbusRequest {
  readonly unit: number;
  /** The function code. Only reading ones are allowed: 1 coils, 2 inputs, 3 holding registers, 4 input registers. */
  readonly function: 1 | 2 | 3 | 4;
  readonly address: number;
  readonly count: number;
}

/** A question that is sent periodically: bytes, or a Modbus request. */
export interface ProfilePoll {
  readonly id: string;
  readonly send?: string;
  readonly modbus?: ModbusRequest;
  readonly everyMs: number;
  readonly timeoutMs: number;
  /** Silence before the next question, in ms. */
  readonly settleMs?: number;
  /** The pack that the question is about, if the reply does not contain its number. */
  readonly pack?: string;
  /** Number of frames that answer it. Default: 1. */
  readonly frames?: number;
}

export type ProfileFrame =
  | { readonly split: 'line' }
  /** The frame is the whole reply, up to a prompt, a final line or silence. */
  | { readonly split: 'reply' }
  | {
      readonly split: 'between';
      readonly start: string;
      readonly end: string;
      readonly encoding?: 'raw' | 'hexAscii';
    }
  /** The frame is a block of lines up to the field of this name, which is followed by one checksum byte. */
  | { readonly split: 'before'; readonly field: string }
  | {
      readonly split: 'header';
      readonly header: string;
      /** Size of the whole frame in bytes, if it is always the same. */
      readonly size?: number;
      /** The place of the length in the frame, and the number to add for the whole frame. */
      readonly length?: {
        readonly at: number;
        readonly bytes: 1 | 2;
        readonly little?: boolean;
        readonly plus: number;
      };
      readonly end?: string;
    }
  | { readonly split: 'modbus' }
  | { readonly split: 'isoTp' };

export const CHECKSUMS = [
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
] as const;
export type ChecksumKind = (typeof CHECKSUMS)[number];

/**
 * A checksum. It covers `from` to `to` (exclusive) and is at `at`. Negative positions count from the end of the frame.
 */
export interface ProfileChecksum {
  readonly kind: ChecksumKind;
  readonly from?: number;
  readonly to?: number;
  readonly at?: number;
  readonly little?: boolean;
}

/** The expected values of a test vector, in base units. Lists begin at number 1. */
export interface ExpectedValues {
  readonly packVoltage?: number;
  readonly current?: number;
  readonly soc?: number;
  readonly soh?: number;
  readonly remaining?: number;
  readonly capacity?: number;
  readonly cycles?: number;
  readonly sequence?: number;
  readonly uptime?: number;
  readonly cells?: readonly (number | null)[];
  readonly temps?: readonly (number | null)[];
  readonly balancing?: readonly number[];
  readonly charge?: boolean;
  readonly discharge?: boolean;
  readonly precharge?: boolean;
  readonly alarms?: readonly string[];
  readonly protections?: readonly string[];
  readonly others?: Readonly<Record<string, number | string>>;
  readonly texts?: Readonly<Partial<Record<TextTarget, string>>>;
}
export interface ProfileTest {
  readonly name?: string;
  /** The poll that the bytes answer. */
  readonly poll?: string;
  readonly bytes: string;
  /** `real`: recorded from a device or published as such. `constructed`: made from the description of the protocol. */
  readonly origin?: 'real' | 'constructed';
  readonly expect: ExpectedValues;
  /** The expected values of several packs, by their numbers. */
  readonly packs?: Readonly<Record<string, ExpectedValues>>;
}

/** A question whose reply proves which device is connected. Without a question, the device's own stream proves it. */
export interface ProfileProbe {
  readonly send?: string;
  readonly modbus?: ModbusRequest;
  /** The beginning of a frame's body that proves the device. The checksum of the frame must also be correct. */
  readonly expect: string;
  readonly has?: string;
}

export interface Profile {
  readonly profile: 2;
  readonly id: string;
  readonly name: string;
  /** The sources of its facts and vectors. */
  readonly sources: readonly string[];
  readonly licence: string;
  readonly match: {
    readonly usb: readonly { readonly vendorId: number; readonly productId?: number }[];
    readonly probe?: ProfileProbe;
  };
  readonly line: {
    readonly baud: readonly number[];
    readonly parity: 'none' | 'even' | 'odd';
    readonly dataBits: 7 | 8;
    readonly stopBits: 1 | 2;
    /** The line ending of a command that the user typed. */
    readonly ending: 'crlf' | 'cr' | 'lf' | 'none';
    /**
     * True: the app never sends its own commands (AT+VB, AT+ADATA). False, without polls: the app sends them, and the
     * profile reads the replies.
     */
    readonly quiet: boolean;
  };
  readonly init: readonly {
    readonly send: string;
    readonly expect?: string;
    readonly timeoutMs?: number;
  }[];
  /** The polls. Empty if the device reports by itself. */
  readonly polls: readonly ProfilePoll[];
  readonly end: {
    readonly prompt?: string;
    readonly final: readonly string[];
    readonly error: readonly string[];
    readonly gapMs?: number;
  };
  readonly frame: ProfileFrame;
  readonly checksum?: ProfileChecksum;
  readonly records: readonly ProfileRecord[];
  /** The app reads the identity (ATI) once after connecting, because the user knows that the device supports it. */
  readonly readsIdentity?: true;
  readonly signs: { readonly current: 'charge' | 'discharge' };
  readonly tests: readonly ProfileTest[];
}
