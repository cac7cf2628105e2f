import { clockText, counted } from '../../text/format.ts';
import {
  isBack,
  isBeyond,
  limitText,
  notWatchedText,
  QUANTITY_NAMES,
  quantityText,
  readingText,
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
  returned: { glyph: '↺', word: 'Over' },
};

export const kindOf = ({ kind }: RaisedAlarm) => KINDS[kind];

/** What nobody has seen yet stands first. */
const ORDER = ['active', 'returned', 'acknowledged'] as const;
export const inOrder = (raised: readonly RaisedAlarm[]): readonly RaisedAlarm[] =>
  ORDER.flatMap((wanted) => raised.filter(({ kind }) => kind === wanted));

/** The value of now or, where it is not told, the last one beyond the limit; of what is over, the worst. */
const shownOf = ({ kind, incident, now }: RaisedAlarm) =>
  kind === 'returned' ? incident.worst : (now ?? incident.last);

/** 'Cell 3 at 3.361 V'. */
export const alarmText = (alarm: RaisedAlarm): string => readingText(alarm.limit, shownOf(alarm));

/** That it is no longer beyond, and why it is not over: values tremble. */
const withinText = ({ limit, now }: RaisedAlarm): string => {
  if (now === undefined || isBeyond(limit, now.value)) return '';
  if (isBack(limit, now.value)) return 'now within';
  const { quantity, value } = limit;
  return `now within, by less than ${quantityText(quantity, TRAITS[quantity].back(value))}`;
};

/** The limit, since when, the worst of it, and whether it is a value of now. */
export const alarmNote = (alarm: RaisedAlarm, isWatching: boolean): string => {
  const { kind, limit, incident, returnedAt, now } = alarm;
  const { worst, since } = incident;
  const isOfNow = isWatching && now !== undefined;
  return [
    limitText(limit),
    isOfNow ? withinText(alarm) : '',
    returnedAt === undefined
      ? `since ${clockText(since)}`
      : `${clockText(since)}–${clockText(returnedAt)}`,
    worst.value === shownOf(alarm).value ? '' : `worst: ${readingText(limit, worst)}`,
    kind === 'returned' || isOfNow ? '' : 'last known value',
  ]
    .filter((part) => part !== '')
    .join(' · ');
};

/** Said once when an alarm comes: without its value, which is another one with each reply. */
export const spokenText = ({ limit }: RaisedAlarm): string =>
  `Alarm: ${QUANTITY_NAMES[limit.quantity]}, ${limitText(limit)}`;

const gapText = ({ limit, reason, numbers }: WatchGap): string => {
  const name = QUANTITY_NAMES[limit.quantity];
  switch (reason) {
    case 'notReported':
      return `${name}: this device does not report it`;
    case 'noValue':
      return `${name}: the device tells no value now`;
    case 'unread': {
      const place = limit.quantity === 'temperature' ? 'sensor' : 'cell';
      return `${place}${numbers.length === 1 ? '' : 's'} ${numbers.join(', ')}: not read reliably`;
    }
  }
};

/** Before the first live data nobody believes to be watched, unless nothing will come here: the button says it. */
const isLossTold = ({ since, reason }: Extract<AlarmWatch, { kind: 'notWatched' }>): boolean =>
  since !== undefined || reason === 'elsewhere';

/** What of the limits is not watched, in a sentence; undefined while all of it is. */
export const watchText = (watch: AlarmWatch): string | undefined => {
  switch (watch.kind) {
    case 'off':
      return undefined;
    case 'watching':
      return watch.gaps.length === 0
        ? undefined
        : `Not watched: ${[...new Set(watch.gaps.map(gapText))].join('; ')}`;
    case 'notWatched':
      return isLossTold(watch) ? notWatchedText(watch) : undefined;
  }
};

/** What nobody has acknowledged yet. */
export const openOf = (raised: readonly RaisedAlarm[]): readonly RaisedAlarm[] =>
  raised.filter(({ kind }) => kind !== 'acknowledged');

/** '2 alarms': by the gravest of them; '1 alarm over' where all are over. */
const countOf = (raised: readonly RaisedAlarm[]): string => {
  const text = counted(raised.length, 'alarm');
  return raised.every(({ kind }) => kind === 'returned') ? `${text} over` : text;
};

/** All alarms in one row: their count, the first of them, and what else there is to read. */
export const summaryOf = (
  raised: readonly RaisedAlarm[],
  watch: AlarmWatch,
  isOtherPack: boolean,
) => {
  const [first] = inOrder(raised);
  if (first === undefined) return undefined;
  const { kind } = first;
  const lost = watch.kind === 'notWatched' ? '▲ Not watched' : '▲ Not all watched';
  const others = [
    openOf(raised).length === 0 ? 'acknowledged' : '',
    watchText(watch) === undefined ? '' : lost,
    isOtherPack ? '▲ Another pack' : '',
  ].filter((part) => part !== '');
  const note = others.join(' · ');
  return {
    kind,
    glyph: kindOf(first).glyph,
    count: countOf(raised),
    worst: alarmText(first),
    note,
    /** More than one row would tell. */
    isMany: raised.length > 1 || isOtherPack || watchText(watch) !== undefined,
  };
};

/** What the button says of it all, the worst first. */
export const buttonText = (
  limits: number,
  watch: AlarmWatch,
  raised: readonly RaisedAlarm[],
): {
  readonly glyph: string;
  readonly tone: 'act' | 'watch' | 'good' | 'none';
  readonly text: string;
} => {
  const [first] = inOrder(raised);
  if (first !== undefined) {
    // What is beyond its limit now is graver than what is over, seen or not.
    const beyond = raised.filter(({ kind }) => kind !== 'returned');
    const open = openOf(raised);
    const tone = beyond.length === 0 ? 'watch' : 'act';
    return { glyph: kindOf(first).glyph, tone, text: countOf(open.length > 0 ? open : raised) };
  }
  if (limits === 0) return { glyph: '○', tone: 'none', text: 'Alarms: no limits' };
  const text = `Alarms: ${counted(limits, 'limit')}`;
  if (watch.kind !== 'watching') return { glyph: '▲', tone: 'watch', text: `${text}, not watched` };
  return watch.gaps.length > 0
    ? { glyph: '▲', tone: 'watch', text: `${text}, not all watched` }
    : { glyph: '●', tone: 'good', text: `${text}, watched` };
};

/** Before the page's title, for who sees only the tab of the browser. */
export const titlePrefix = (watch: AlarmWatch, raised: readonly RaisedAlarm[]): string => {
  const open = openOf(raised);
  const [first] = inOrder(open);
  if (first !== undefined) return `${kindOf(first).glyph} ${countOf(open)} · `;
  return watch.kind === 'notWatched' && isLossTold(watch) ? '▲ Not watched · ' : '';
};
