import type { PackSample } from '../protocol/pack-sample.ts';
import { applyProfile } from '../protocol/profile-decode.ts';
import { readReply } from '../protocol/reply-format.ts';
import type { ReplyRecord } from './profile.ts';
import type { NumberedValue, ProfileReading, ScalarName } from './profile-reading.ts';

const SCALARS: readonly (readonly [ScalarName, keyof PackSample])[] = [
  ['packVoltage', 'packVoltageV'],
  ['current', 'currentA'],
  ['soc', 'socPercent'],
  ['soh', 'sohPercent'],
  ['remaining', 'remainingAh'],
  ['capacity', 'designCapacityAh'],
  ['cycles', 'cycles'],
  ['sequence', 'sequence'],
  ['uptime', 'uptimeS'],
];

const numbered = (list: readonly (number | null)[]): readonly NumberedValue[] =>
  list.map((value, index) => ({ number: index + 1, value }));

/** Reads a reply in free text by the rules of version 1; gives the reason if nothing has a meaning. */
export const readReplyRecord = (
  record: ReplyRecord,
  text: string,
  currentPositive: 'charge' | 'discharge',
  at: number,
): ProfileReading | string => {
  const { fields } = readReply(text.split(/[\r\n]+/));
  const decoded = applyProfile(fields, {
    id: record.id,
    name: record.id,
    format: 'raw',
    currentPositive,
    fields: record.fields,
  });
  if (!decoded.ok) return decoded.error.detail;
  const { sample, others } = decoded.value;
  return {
    recordId: record.id,
    at,
    scalars: Object.fromEntries(
      SCALARS.flatMap(([name, key]) => (sample[key] === undefined ? [] : [[name, sample[key]]])),
    ),
    cells: numbered(sample.cellVoltagesV),
    temps: numbered(sample.temperaturesC),
    ...(sample.balancing === undefined ? {} : { balancing: sample.balancing }),
    switches: sample.switches ?? {},
    ...(sample.lacksFaults ? {} : { alarms: sample.alarms, protections: sample.protections }),
    others: others.map(({ key, text: value }) => ({ name: key, value })),
    texts: {},
  };
};
