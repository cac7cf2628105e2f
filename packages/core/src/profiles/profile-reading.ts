import type { Fault } from '../protocol/pack-sample.ts';
import type { ScalarTarget, SwitchTarget, TextTarget } from './profile-targets.ts';

/** The scalars of a sample. `charging` and `discharging` are already combined to one current. */
export type ScalarName = Exclude<ScalarTarget, 'charging' | 'discharging'>;

/** A value of a list; `number` counts from 1. Null: the device reported that it could not read the value. */
export interface NumberedValue {
  readonly number: number;
  readonly value: number | null;
}

/** A value for which a sample has no field. */
export interface NamedValue {
  readonly name: string;
  readonly value: number | string;
  readonly unit?: string;
}

/** The place in a frame from which a value was read. It helps the author of a profile. */
export interface ValueSource {
  /** The name of the value as in `MergedPack.times`: `current`, `cells 3`, `charge`, or the name of another value. */
  readonly value: string;
  /** The place in the frame: "bytes 4–5", "field 2", "SOC". */
  readonly from: string;
  readonly raw: string;
}

/** The values of one frame. An absent value was not reported. */
export interface ProfileReading {
  readonly recordId: string;
  /** Time at which its last byte arrived, ms. */
  readonly at: number;
  /** The pack's number, if the frame or the row contains it. */
  readonly pack?: string;
  readonly scalars: Readonly<Partial<Record<ScalarName, number>>>;
  /** The number of decimals with which the device reports a scalar, `cells` or `temps`; absent if it is not known. */
  readonly decimals?: Readonly<Record<string, number>>;
  readonly cells: readonly NumberedValue[];
  readonly temps: readonly NumberedValue[];
  /** The balancing state of each cell, cell 1 first. */
  readonly balancing?: readonly boolean[];
  readonly switches: Readonly<Partial<Record<SwitchTarget, boolean>>>;
  /** The active alarms. Absent if this record reports no alarms. */
  readonly alarms?: readonly Fault[];
  readonly protections?: readonly Fault[];
  /** The faults that this record reports, active or not. Absent: all. */
  readonly reportable?: Readonly<Record<'alarms' | 'protections', readonly Fault[]>>;
  readonly others: readonly NamedValue[];
  readonly texts: Readonly<Partial<Record<TextTarget, string>>>;
  readonly sources: readonly ValueSource[];
}

/** A value or frame that is not shown, with the reason. */
export interface Refusal {
  readonly recordId?: string;
  readonly reason: string;
}
