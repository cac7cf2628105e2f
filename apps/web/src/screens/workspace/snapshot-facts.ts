import type { Snapshot } from '@batbot/core/workspace';
import { DASH, fixed, signed, withUnit } from '../../text/format.ts';

const unit = (text: string, of: string): string => (text === DASH ? DASH : withUnit(text, of));

/** Returns the values of a snapshot with their labels and units, in the order in which they are shown. */
export const snapshotFacts = (
  snapshot: Snapshot,
): readonly (readonly [label: string, value: string])[] => {
  const { worstCell, worstCellMohm } = snapshot;
  const cell = worstCell === undefined ? DASH : `Cell ${worstCell}`;
  return [
    ['State of charge', unit(fixed(snapshot.socPercent, 1), '%')],
    ['State of health', unit(fixed(snapshot.sohPercent, 1), '%')],
    ['Pack voltage', unit(fixed(snapshot.packVoltageV, 2), 'V')],
    ['Current', unit(signed(snapshot.packCurrentA, 2), 'A')],
    ['Highest temperature', unit(fixed(snapshot.highestTemperatureC, 1), '°C')],
    ['Cell spread', unit(fixed(snapshot.spreadMv, 0), 'mV')],
    // The app names the cell of the lowest voltage; another client may name the one of the highest resistance.
    worstCellMohm === undefined
      ? ['Lowest cell', cell]
      : ['Worst cell', `${cell}, ${withUnit(fixed(worstCellMohm, 2), 'mΩ')}`],
    ['Cycles', fixed(snapshot.cycles, 0)],
  ];
};
