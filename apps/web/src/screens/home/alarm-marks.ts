import {
  isBeyond,
  SIDES,
  type AlarmLimit,
  type Quantity,
  type RaisedAlarm,
} from '@batbot/core/alarms';
import type { ChartLimit } from '../charts/chart-lines.ts';

/** What is beyond a limit of the user's now. */
export interface AlarmMarks {
  readonly quantities: ReadonlySet<Quantity>;
  /** From 1. */
  readonly cells: ReadonlySet<number>;
  readonly sensors: ReadonlySet<number>;
}

export const NO_MARKS: AlarmMarks = {
  quantities: new Set(),
  cells: new Set(),
  sensors: new Set(),
};

/** Of alarms that are over, or that a value within keeps up for its trembling, nothing is marked. */
export const marksOf = (raised: readonly RaisedAlarm[]): AlarmMarks => {
  const out = raised.flatMap(({ kind, limit, incident, now = incident.last }) =>
    kind === 'returned' || !isBeyond(limit, now.value)
      ? []
      : [{ quantity: limit.quantity, numbers: now.numbers }],
  );
  if (out.length === 0) return NO_MARKS;
  const numbers = (...wanted: readonly Quantity[]): ReadonlySet<number> =>
    new Set(out.flatMap((each) => (wanted.includes(each.quantity) ? each.numbers : [])));
  return {
    quantities: new Set(out.map(({ quantity }) => quantity)),
    cells: numbers('cellVoltage', 'cellSpread'),
    sensors: numbers('temperature'),
  };
};

/** Where a limit stands in the charts, if one of them shows its quantity. */
export const chartLimitsOf = (limits: readonly AlarmLimit[]): readonly ChartLimit[] =>
  limits.flatMap(({ quantity, side, value }): readonly ChartLimit[] => {
    switch (quantity) {
      case 'cellVoltage':
        return [{ column: side === SIDES[0] ? 'cellLowV' : 'cellHighV', value }];
      case 'packVoltage':
        return [{ column: 'packVoltageV', value }];
      case 'chargeCurrent':
        return [{ column: 'currentA', value }];
      case 'dischargeCurrent':
        return [{ column: 'currentA', value: -value }];
      case 'stateOfCharge':
        return [{ column: 'socPercent', value }];
      case 'cellSpread':
      case 'temperature':
      case 'power':
        return [];
    }
  });
