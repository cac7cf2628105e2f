import { countText, counted, measured, momentText } from '../../text/format.ts';
import {
  isBackWithin,
  isBeyond,
  limitText,
  notMonitoredText,
  QUANTITY_NAMES,
  quantityText,
  readingText,
  worstText,
  TRAITS,
  type Monitoring,
  type RaisedAlarm,
  type MonitoringGap,
} from '@batbot/core/alarms';

const KINDS: Readonly<
  Record<RaisedAlarm['kind'], { readonly glyph: string; readonly word: string }>
> = {
  active: { glyph: '✕', word: 'Alarm' },
  acknowledged: { glyph: '◆', word: 'Acknowledged' },
  returned: { glyph: '↺', word: 'Cleared' },
};

export const kindOf = ({ kind }: RaisedAlarm) => KINDS[kind];

/** The order of alarms: those that are not acknowledged come first. */
const ORDER = ['active', 'returned', 'acknowledged'] as const;
export const inOrder = (raised: readonly RaisedAlarm[]): readonly RaisedAlarm[] =>
  ORDER.flatMap((wanted) => raised.filter(({ kind }) => kind === wanted));

/**
 * Returns the value to show: the worst of a cleared alarm; otherwise the current value, or the last one beyond the
 * limit.
 */
const shownOf = ({ kind, incident, now }: RaisedAlarm) =>
  kind === 'returned' ? incident.worst : (now ?? incident.last);

/** Describes an alarm and its value: 'Cell 3: 3.361 V'. */
export const alarmText = (alarm: RaisedAlarm): string =>
  readingText(alarm.limit, shownOf(alarm), measured);

/** Describes a value that is back within its limit, and the hysteresis while the alarm is not cleared yet. */
const withinText = ({ limit, now }: RaisedAlarm): string => {
  if (now === undefined || isBeyond(limit, now.value)) return '';
  if (isBackWithin(limit, now.value)) return 'back within limits';
  const { quantity, value } = limit;
  return `back within limits (hysteresis ${quantityText(quantity, TRAITS[quantity].back(value), measured)})`;
};

/** Describes the limit, the time, the worst value, and whether the shown value is outdated. */
export const alarmNote = (alarm: RaisedAlarm, isMonitored: boolean, now: number): string => {
  const { kind, limit, incident, returnedAt } = alarm;
  const { worst, since } = incident;
  const isOfNow = isMonitored && alarm.now !== undefined;
  const timeText = (at: number): string => momentText(now, at - now);
  return [
    limitText(limit, measured),
    isOfNow ? withinText(alarm) : '',
    returnedAt === undefined
      ? `since ${timeText(since)}`
      : `${timeText(since)}–${timeText(returnedAt)}`,
    worst.value === shownOf(alarm).value ? '' : worstText(limit, worst, measured),
    kind === 'returned' || isOfNow ? '' : 'last known value',
  ]
    .filter((part) => part !== '')
    .join(' · ');
};

/** The announcement of a new alarm for screen readers. Without the value, which changes with each reply. */
export const spokenText = ({ limit }: RaisedAlarm): string =>
  `Alarm: ${QUANTITY_NAMES[limit.quantity]}, ${limitText(limit, measured)}`;

const gapText = ({ limit, reason, numbers }: MonitoringGap): string => {
  const name = QUANTITY_NAMES[limit.quantity];
  switch (reason) {
    case 'notReported':
      return `${name} (not reported by this device)`;
    case 'noValue':
      return `${name} (no value now)`;
    case 'unread': {
      const place = limit.quantity === 'temperature' ? 'sensor' : 'cell';
      return `${place}${numbers.length === 1 ? '' : 's'} ${numbers.join(', ')} (unreliable reading)`;
    }
  }
};

/**
 * Whether the strip reports that limits are not monitored. Before the first live data only the chip does, unless there
 * will be none on this tab, or no limit that this version can read.
 */
const isLossReported = ({
  since,
  reason,
}: Extract<Monitoring, { kind: 'notMonitored' }>): boolean =>
  since !== undefined || reason === 'elsewhere' || reason === 'otherVersion';

/** Describes the limits that are not monitored in a sentence; undefined if all are monitored. */
export const monitoringText = (monitoring: Monitoring, now: number): string | undefined => {
  switch (monitoring.kind) {
    case 'off':
      return undefined;
    case 'monitored':
      return monitoring.gaps.length === 0
        ? undefined
        : `Not monitored: ${[...new Set(monitoring.gaps.map(gapText))].join('; ')}`;
    case 'notMonitored':
      return isLossReported(monitoring)
        ? notMonitoredText(monitoring, (at) => momentText(now, at - now))
        : undefined;
  }
};

/** Returns the alarms that are not acknowledged. */
export const openOf = (raised: readonly RaisedAlarm[]): readonly RaisedAlarm[] =>
  raised.filter(({ kind }) => kind !== 'acknowledged');

/** Formats the number of alarms: '2 alarms', or '1 alarm cleared' if all are cleared. */
const countOf = (raised: readonly RaisedAlarm[]): string => {
  const text = counted(raised.length, 'alarm');
  return raised.every(({ kind }) => kind === 'returned') ? `${text} cleared` : text;
};

/**
 * The text of the chip: alarms if there are any, otherwise whether the limits are monitored. `short` is for narrow
 * bars.
 */
export const buttonText = (
  limits: number,
  monitoring: Monitoring,
  raised: readonly RaisedAlarm[],
): {
  readonly glyph: string;
  readonly tone: 'act' | 'watch' | 'good' | 'none';
  readonly text: string;
  readonly short: string;
} => {
  const [first] = inOrder(raised);
  if (first !== undefined) {
    // An alarm beyond its limit has priority over cleared alarms, acknowledged or not [OBD-375].
    const [worst] = inOrder(raised.filter(({ kind }) => kind !== 'returned'));
    const counts = worst?.kind === 'active' ? openOf(raised) : raised;
    return {
      glyph: kindOf(worst ?? first).glyph,
      tone: worst === undefined ? 'watch' : 'act',
      text: countOf(counts),
      short: countText(counts.length),
    };
  }
  if (monitoring.kind === 'off')
    return { glyph: '○', tone: 'none', text: 'Limits: none', short: 'Limits' };
  const text = limits === 0 ? 'Limits' : counted(limits, 'limit');
  const short = limits === 0 ? 'Limits' : countText(limits);
  if (monitoring.kind !== 'monitored')
    return { glyph: '▲', tone: 'watch', text: `${text} not monitored`, short };
  return monitoring.gaps.length > 0
    ? { glyph: '▲', tone: 'watch', text: `${text}, not all monitored`, short }
    : { glyph: '●', tone: 'good', text: `${text} monitored`, short };
};

/** The prefix of the document's title, which is visible while the window is in the background. */
export const titlePrefix = (monitoring: Monitoring, raised: readonly RaisedAlarm[]): string => {
  const open = openOf(raised);
  const [first] = inOrder(open);
  if (first !== undefined) return `${kindOf(first).glyph} ${countOf(open)} · `;
  return monitoring.kind === 'notMonitored' && isLossReported(monitoring)
    ? '▲ Not monitored · '
    : '';
};
