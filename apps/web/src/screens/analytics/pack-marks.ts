import {
  changedAt,
  loggedChanges,
  type CopiedRow,
  type LoggedChange,
} from '@batbot/core/workspace';
import type { ChartMark } from '../charts/plot.ts';

/** Describes a change of the firmware or a repair; undefined for other changes. */
const labelOf = ({ kind, body: { before = {}, after = {} } }: LoggedChange): string | undefined => {
  const { to, outcome, firmware, number } = after;
  if (kind === 'reportInstall')
    return outcome === 'DONE' && typeof to === 'string' ? `Firmware ${to}` : undefined;
  // Adding a pack with its firmware is not a change of the firmware.
  if (kind === 'putAsset' && before['firmware'] && typeof firmware === 'string')
    return `Firmware ${firmware}`;
  if (kind === 'addTicketEntry' && after['kind'] === 'PART')
    return typeof number === 'number' ? `Part, ticket ${number}` : 'Part';
  return kind === 'setTicketState' && after['state'] === 'SOLVED' ? 'Ticket solved' : undefined;
};

/**
 * Returns the marks of a pack's trend, oldest first: new firmware, installed parts and solved tickets. Firmware that was
 * installed is not marked again when the pack reports it.
 */
export const marksOf = (
  rows: readonly CopiedRow[],
  assetId: string | undefined,
): readonly ChartMark[] => {
  const marks = loggedChanges(rows)
    .filter((change) => change.assetId !== undefined && change.assetId === assetId)
    .flatMap((change) => {
      const label = labelOf(change);
      return label === undefined ? [] : [{ at: changedAt(change) / 1_000, label }];
    })
    .toSorted((a, b) => a.at - b.at);
  const isFirmware = ({ label }: ChartMark): boolean => label.startsWith('Firmware');
  return marks.filter(
    (mark, index) =>
      !isFirmware(mark) || marks.slice(0, index).findLast(isFirmware)?.label !== mark.label,
  );
};
