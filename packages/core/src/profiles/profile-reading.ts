import type { Fault } from '../protocol/pack-sample.ts';
import type { ScalarTarget, SwitchTarget, TextTarget } from './profile.ts';

/** Scalars of a sample; the two halves of a current are one by then. */
export type ScalarName = Exclude<ScalarTarget, 'charging' | 'discharging'>;

/** A value of a list; `number` counts from 1. Null: the device says that it was not read. */
export interface NumberedValue {
  readonly number: number;
  readonly value: number | null;
}

/** A value that a sample has no place for. */
export interface NamedValue {
  readonly name: string;
  readonly value: number | string;
  readonly unit?: string;
}

/** Where a value was read: for a person who writes the profile. */
export interface ValueSource {
  /** As in `MergedPack.times`: `current`, `cells 3`, `charge`, or the name of another value. */
  readonly value: string;
  /** "bytes 4–5", "field 2", "SOC". */
  readonly from: string;
  readonly raw: string;
}

/** What one frame says. A value that is absent was not reported. */
export interface ProfileReading {
  readonly recordId: string;
  /** When its last byte came, ms. */
  readonly at: number;
  /** The pack's number, if the frame or the row names one. */
  readonly pack?: string;
  readonly scalars: Readonly<Partial<Record<ScalarName, number>>>;
  readonly cells: readonly NumberedValue[];
  readonly temps: readonly NumberedValue[];
  /** Bit by bit, cell 1 first. */
  readonly balancing?: readonly boolean[];
  readonly switches: Readonly<Partial<Record<SwitchTarget, boolean>>>;
  /** Absent: this record reports none of the kind. */
  readonly alarms?: readonly Fault[];
  readonly protections?: readonly Fault[];
  readonly others: readonly NamedValue[];
  readonly texts: Readonly<Partial<Record<TextTarget, string>>>;
  readonly sources: readonly ValueSource[];
}

/** What came and is not shown, and why. */
export interface Refusal {
  readonly recordId?: string;
  readonly reason: string;
}
