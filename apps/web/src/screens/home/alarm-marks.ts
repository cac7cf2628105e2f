import {
  isBeyond,
  SIDES,
  type AlarmLimit,
  type Quantity,
  type RaisedAlarm,
} from '@batbot/core/alarms';
import type { ChartLimit } from '../charts/chart-lines.ts';

/** The quantities, cells and sensors that are beyond a limit of the user. */
export interface AlarmMarks {
  readonly quantities: ReadonlySet<Quantity>;
  /** Numbers of cells, counted from 1. */
  readonly cells: ReadonlySet<number>;
  readonly sensors: ReadonlySet<number>;
}

export const NO_MARKS: AlarmMarks = {
  quantities: new Set(),
  cells: new Set(),
  sensors: new Set(),
};

/** Returns the marks of the alarms. Cleared alarms and values back within their limit are not marked. */
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

/** Returns the limits that can be drawn in the charts. */
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
