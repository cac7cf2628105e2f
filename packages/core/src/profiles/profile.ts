import type { FieldRule } from './field-rule.ts';

/*
 * A profile of version 2: how a device is asked, how its bytes are split into frames, and what the values in them mean.
 * It is data only: no expressions and no scripts. Bytes are written as text ("pwr\r", each character one byte) or, after
 * "hex:", as pairs of digits ("hex: DD A5 03"). In patterns `?` stands for any character and `..` for any byte.
 */

/** Values of a sample that are one number. `charging` and `discharging` are two halves of one current, both positive. */
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
/** Each may be known without the others. */
export const SWITCH_TARGETS = ['charge', 'discharge', 'precharge'] as const;
export const TEXT_TARGETS = ['model', 'serial', 'firmware', 'hardware', 'maker'] as const;

export type ScalarTarget = (typeof SCALAR_TARGETS)[number];
export type ListTarget = (typeof LIST_TARGETS)[number];
export type SwitchTarget = (typeof SWITCH_TARGETS)[number];
export type TextTarget = (typeof TEXT_TARGETS)[number];
/** `balancing`: a mask, bit 0 for cell 1. `pack`: the number of the pack that the record is about. */
export type ProfileTarget =
  ScalarTarget | ListTarget | SwitchTarget | TextTarget | 'balancing' | 'pack';

/** The number of a cell or sensor, from 1: fixed, or a value of the frame times `times` plus `plus`. */
export type PlaceNumber =
  number | { readonly from: string; readonly times?: number; readonly plus?: number };

/** The sign of a value that stands in another value. A raw value in neither list refuses the value. */
export interface SignRule {
  readonly from: string;
  readonly plus: readonly string[];
  readonly minus: readonly string[];
}

/** What a raw value means. Without `to` and `name` it is only used by other values (`as`). */
export interface Meaning {
  readonly to?: ProfileTarget;
  /** The name of a value that a sample has no place for; shown as it is, with `unit`. */
  readonly name?: string;
  /** Makes the raw value available to `repeat`, `sign` and `index`. */
  readonly as?: string;
  /** What raw × scale + offset is in: V, mV, K, degF …; converted to the unit of the sample. */
  readonly unit?: string;
  readonly scale?: number;
  readonly offset?: number;
  /** A raw value above it counts down from 0: with 100, 101 means −1. */
  readonly fold?: number;
  readonly sign?: SignRule;
  readonly index?: PlaceNumber;
  /** Raw values that mean "not read": a cell keeps its number. */
  readonly invalid?: readonly number[];
  /** Raw values that mean "there is none": a cell is left out. */
  readonly absent?: readonly number[];
  /** The lowest and highest value that this device can report, in the unit of the sample. */
  readonly least?: number;
  readonly most?: number;
  /**
   * Texts of raw values. `protection:NAME` and `alarm:NAME` are faults (see `FAULTS`); any other text is shown. A raw
   * value that is not listed is shown as "unknown (n)".
   */
  readonly map?: Readonly<Record<string, string>>;
  /** Texts of bits, bit 0 first, as in `map`; `charge`, `discharge` and `precharge` are closed switches. */
  readonly bits?: Readonly<Record<string, string>>;
  /** Only these bits of the raw value count. */
  readonly bit?: number;
  readonly width?: number;
}

/** A value in a text. */
export interface TextMeaning extends Meaning {
  readonly radix?: 2 | 10 | 16;
  /** The value is a list with this separator. */
  readonly by?: string;
  /** Only from this word on, counted from 0. */
  readonly word?: number;
  /** For keys with `#`: the number of the first one that the device writes. Default 1. */
  readonly first?: number;
}

/** A value in bytes. One of `u`, `i`, `f` and `text` is its width in bytes. */
export interface ByteValue extends Meaning {
  readonly u?: number;
  readonly i?: number;
  readonly f?: 4 | 8;
  readonly text?: number;
  readonly little?: boolean;
  /** From the start of the frame's body; without it where the item before ended. */
  readonly at?: number;
}
/** Negative: back, to read the same bytes again. */
export interface ByteSkip {
  readonly skip: number;
}
/** These bytes must stand here. */
export interface ByteCheck {
  readonly is: string;
  readonly at?: number;
}
/** `repeat`: a number or the name of a value; divided by `per`. */
export interface ByteRepeat {
  readonly repeat: number | string;
  readonly per?: number;
  readonly of: readonly LayoutItem[];
}
/** Later versions of the device send these too. */
export interface ByteOptional {
  readonly optional: readonly LayoutItem[];
}
export type LayoutItem = ByteValue | ByteSkip | ByteCheck | ByteRepeat | ByteOptional;

/** A Modbus register or coil. */
export interface RegisterRule extends Meaning {
  readonly at: number;
  readonly type?: 'u16' | 'i16' | 'u32' | 'i32' | 'text' | 'bit';
  /** How many of them in a row, or for a text how many registers. */
  readonly count?: number;
  /** The lower half of 32 bits comes first. */
  readonly lowWordFirst?: boolean;
}

interface RecordBase {
  readonly id: string;
  /** Only in answers to these polls. */
  readonly answers?: readonly string[];
  /** What the body of the frame begins with. */
  readonly match?: string;
  /** A text that the frame contains. */
  readonly has?: string;
  /** How long the body of the frame is. */
  readonly size?: number;
}
export interface LayoutRecord extends RecordBase {
  readonly read: 'layout';
  readonly little?: boolean;
  readonly layout: readonly LayoutItem[];
}
/** Values by their position in a text, from 0. */
export interface FieldsRecord extends RecordBase {
  readonly read: 'fields';
  /** `" "` stands for any number of blanks. */
  readonly by: string;
  /** Only frames with exactly so many. */
  readonly columns?: number;
  readonly fields: readonly (TextMeaning & { readonly at: number; readonly count?: number })[];
}
/** `key: value` in lines. */
export interface KeysRecord extends RecordBase {
  readonly read: 'keys';
  readonly separator?: string;
  /** What parts the pairs of one line; two blanks stand for two or more, or a TAB. */
  readonly pairs?: string;
  /** `#` in a key stands for a number if its rule has `first`. */
  readonly keys: Readonly<Record<string, TextMeaning>>;
}
/** Rows under a line of column names, aligned with it. */
export interface TableRecord extends RecordBase {
  readonly read: 'table';
  readonly rows: 'cells' | 'packs';
  readonly columns: Readonly<Record<string, TextMeaning>>;
}
export interface RegistersRecord extends RecordBase {
  readonly read: 'registers';
  readonly registers: readonly RegisterRule[];
}
/** A reply in free text, split into fields as without a profile; the rules give them their meaning. */
export interface ReplyRecord extends RecordBase {
  readonly read: 'reply';
  readonly fields: Readonly<Record<string, FieldRule>>;
}
export type ProfileRecord =
  LayoutRecord | FieldsRecord | KeysRecord | TableRecord | RegistersRecord | ReplyRecord;

export interface ModbusRequest {
  readonly unit: number;
  /** Reading functions only: 1 coils, 2 inputs, 3 holding registers, 4 input registers. */
  readonly function: 1 | 2 | 3 | 4;
  readonly address: number;
  readonly count: number;
}

/** A question that is asked again and again: bytes, or a Modbus request. */
export interface ProfilePoll {
  readonly id: string;
  readonly send?: string;
  readonly modbus?: ModbusRequest;
  readonly everyMs: number;
  readonly timeoutMs: number;
  /** Silence before the next question. */
  readonly settleMs?: number;
  /** The pack that it asks about, if the answer does not name it. */
  readonly pack?: string;
  /** How many frames answer it. Default 1. */
  readonly frames?: number;
}

export type ProfileFrame =
  | { readonly split: 'line' }
  /** The whole reply, up to a prompt, a final line or silence. */
  | { readonly split: 'reply' }
  | {
      readonly split: 'between';
      readonly start: string;
      readonly end: string;
      readonly encoding?: 'raw' | 'hexAscii';
    }
  /** Lines up to the field of this name, which is followed by one checksum byte. */
  | { readonly split: 'before'; readonly field: string }
  | {
      readonly split: 'header';
      readonly header: string;
      /** Bytes of the whole frame, if it is always the same. */
      readonly size?: number;
      /** Where the frame says its length, and what is to be added for the whole frame. */
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

/** `from` to `to` (exclusive) is covered, `at` is where it stands; negative positions count from the end of the frame. */
export interface ProfileChecksum {
  readonly kind: ChecksumKind;
  readonly from?: number;
  readonly to?: number;
  readonly at?: number;
  readonly little?: boolean;
}

/** What a test vector's bytes must be read as: base units, lists from number 1. */
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
  /** `real`: recorded from a device or published as such; else built from the protocol's text. */
  readonly origin?: 'real' | 'constructed';
  readonly expect: ExpectedValues;
  /** Of several packs, by their numbers. */
  readonly packs?: Readonly<Record<string, ExpectedValues>>;
}

/** A question whose answer proves the device; without a question its own stream does. */
export interface ProfileProbe {
  readonly send?: string;
  readonly modbus?: ModbusRequest;
  /** What the body of a frame begins with that proves the device; its checksum must be right too. */
  readonly expect: string;
  readonly has?: string;
}

export interface Profile {
  readonly profile: 2;
  readonly id: string;
  readonly name: string;
  /** Where its facts and vectors come from. */
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
    /** What a command typed by the user ends with. */
    readonly ending: 'crlf' | 'cr' | 'lf' | 'none';
    /**
     * The app's own commands (AT+VB, AT+ADATA) are never sent. False, and no polls: they ask, and the profile reads the
     * replies.
     */
    readonly quiet: boolean;
  };
  readonly init: readonly {
    readonly send: string;
    readonly expect?: string;
    readonly timeoutMs?: number;
  }[];
  /** None: the device reports by itself. */
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
  /** The identity (ATI) is read once after connecting: the user knows that the device supports it. */
  readonly readsIdentity?: true;
  readonly signs: { readonly current: 'charge' | 'discharge' };
  readonly tests: readonly ProfileTest[];
}
