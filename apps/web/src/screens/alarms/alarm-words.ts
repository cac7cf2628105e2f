import { clockText, counted, countText, fixed } from '../../text/format.ts';
import {
  isBack,
  isBeyond,
  limitText,
  notWatchedText,
  QUANTITY_NAMES,
  quantityText,
  readingText,
  worstText,
  TRAITS,
  type AlarmWatch,
  type RaisedAlarm,
  type WatchGap,
} from '@batbot/core/alarms';

const KINDS: Readonly<
  Record<RaisedAlarm['kind'], { readonly glyph: string; readonly word: string }>
> = {
  active: { glyph: '✕', word: 'Alarm' },
  acknowledged: { glyph: '◆', word: 'Acknowledged' },
  returned: { glyph: '↺', word: 'Cleared' },
};

export const kindOf = ({ kind }: RaisedAlarm) => KINDS[kind];

/** Alarms that are not acknowledged come first. */
const ORDER = ['active', 'returned', 'acknowledged'] as const;
export const inOrder = (raised: readonly RaisedAlarm[]): readonly RaisedAlarm[] =>
  ORDER.flatMap((wanted) => raised.filter(({ kind }) => kind === wanted));

/** The present value or, without one, the last beyond the limit; of a cleared alarm the worst. */
const shownOf = ({ kind, incident, now }: RaisedAlarm) =>
  kind === 'returned' ? incident.worst : (now ?? incident.last);

/** 'Cell 3: 3.361 V'. */
export const alarmText = (alarm: RaisedAlarm): string =>
  readingText(alarm.limit, shownOf(alarm), fixed);

/** That the value is within its limit, and why the alarm is not cleared yet: values fluctuate. */
const withinText = ({ limit, now }: RaisedAlarm): string => {
  if (now === undefined || isBeyond(limit, now.value)) return '';
  if (isBack(limit, now.value)) return 'back within limits';
  const { quantity, value } = limit;
  return `back within limits (hysteresis ${quantityText(quantity, TRAITS[quantity].back(value), fixed)})`;
};

/** The limit, since when, the worst value, and whether the value is the present one. */
export const alarmNote = (alarm: RaisedAlarm, isWatching: boolean): string => {
  const { kind, limit, incident, returnedAt, now } = alarm;
  const { worst, since } = incident;
  const isOfNow = isWatching && now !== undefined;
  return [
    limitText(limit, fixed),
    isOfNow ? withinText(alarm) : '',
    returnedAt === undefined
      ? `since ${clockText(since)}`
      : `${clockText(since)}–${clockText(returnedAt)}`,
    worst.value === shownOf(alarm).value ? '' : worstText(limit, worst, fixed),
    kind === 'returned' || isOfNow ? '' : 'last known value',
  ]
    .filter((part) => part !== '')
    .join(' · ');
};

/** Announced once when an alarm comes: without its value, which changes with each reply. */
export const spokenText = ({ limit }: RaisedAlarm): string =>
  `Alarm: ${QUANTITY_NAMES[limit.quantity]}, ${limitText(limit, fixed)}`;

const gapText = ({ limit, reason, numbers }: WatchGap): string => {
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

/** Before the first live data only the chip says it, unless no live data will come on this tab. */
const isLossReported = ({ since, reason }: Extract<AlarmWatch, { kind: 'notWatched' }>): boolean =>
  since !== undefined || reason === 'elsewhere';

/** Which limits are not monitored, in a sentence; undefined while all are. */
export const watchText = (watch: AlarmWatch): string | undefined => {
  switch (watch.kind) {
    case 'off':
      return undefined;
    case 'watching':
      return watch.gaps.length === 0
        ? undefined
        : `Not monitored: ${[...new Set(watch.gaps.map(gapText))].join('; ')}`;
    case 'notWatched':
      return isLossReported(watch) ? notWatchedText(watch) : undefined;
  }
};

/** Alarms that are not acknowledged. */
export const openOf = (raised: readonly RaisedAlarm[]): readonly RaisedAlarm[] =>
  raised.filter(({ kind }) => kind !== 'acknowledged');

/** '2 alarms'; '1 alarm cleared' where all are cleared. */
const countOf = (raised: readonly RaisedAlarm[]): string => {
  const text = counted(raised.length, 'alarm');
  return raised.every(({ kind }) => kind === 'returned') ? `${text} cleared` : text;
};

/** What the chip shows: alarms first, then whether the limits are monitored. `short` is for narrow bars. */
export const buttonText = (
  limits: number,
  watch: AlarmWatch,
  raised: readonly RaisedAlarm[],
): {
  readonly glyph: string;
  readonly tone: 'act' | 'watch' | 'good' | 'none';
  readonly text: string;
  readonly short: string;
} => {
  const [first] = inOrder(raised);
  if (first !== undefined) {
    // An alarm that is beyond its limit counts more than a cleared one, acknowledged or not.
    const beyond = raised.filter(({ kind }) => kind !== 'returned');
    const open = openOf(raised);
    const tone = beyond.length === 0 ? 'watch' : 'act';
    const counts = open.length > 0 ? open : raised;
    const short = countText(counts.length);
    return { glyph: kindOf(first).glyph, tone, text: countOf(counts), short };
  }
  if (limits === 0) return { glyph: '○', tone: 'none', text: 'Limits: none', short: 'Limits' };
  const text = counted(limits, 'limit');
  const short = countText(limits);
  if (watch.kind !== 'watching')
    return { glyph: '▲', tone: 'watch', text: `${text} not monitored`, short };
  return watch.gaps.length > 0
    ? { glyph: '▲', tone: 'watch', text: `${text}, not all monitored`, short }
    : { glyph: '●', tone: 'good', text: `${text} monitored`, short };
};

/** Precedes the page's title, for a window that is in the background. */
export const titlePrefix = (watch: AlarmWatch, raised: readonly RaisedAlarm[]): string => {
  const open = openOf(raised);
  const [first] = inOrder(open);
  if (first !== undefined) return `${kindOf(first).glyph} ${countOf(open)} · `;
  return watch.kind === 'notWatched' && isLossReported(watch) ? '▲ Not monitored · ' : '';
};
