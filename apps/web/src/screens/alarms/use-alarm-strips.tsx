import { useEffect } from 'react';
import { Button } from 'antd';
import { limitId, type RaisedAlarm } from '@batbot/core/alarms';
import { useCore } from '../../react/core-context.tsx';
import { pressedKey } from '../../react/pressed-key.ts';
import { useNow } from '../../react/use-every-minute.ts';
import { useLive } from '../../react/use-live.ts';
import type { Strip } from '../controls/strip.ts';
import {
  alarmNote,
  alarmText,
  inOrder,
  kindOf,
  openOf,
  spokenText,
  monitoringText,
} from './alarm-words.ts';

const KEYS = 'Alt+Shift+A';

/** Whether the keys acknowledge alarms. */
const isAcknowledge = (event: KeyboardEvent): boolean =>
  event.altKey && event.shiftKey && !event.ctrlKey && !event.metaKey && pressedKey(event) === 'A';

const useAcknowledgeKeys = (isWanted: boolean, acknowledge: () => void): void => {
  useEffect(() => {
    if (!isWanted) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!isAcknowledge(event)) return;
      event.preventDefault();
      acknowledge();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isWanted, acknowledge]);
};

/** Returns the strips of alarms and of limits that are not monitored, until the user acknowledges them. */
export const useAlarmStrips = (): {
  readonly strips: readonly Strip[];
  readonly spoken: string;
} => {
  const { alarms } = useCore();
  const raised = inOrder(useLive(alarms.raised$));
  const monitoring = useLive(alarms.monitoring$);
  const isOtherPack = useLive(alarms.isOtherPack$);
  const now = useNow();
  const open = openOf(raised);
  useAcknowledgeKeys(open.length > 0, alarms.acknowledge);

  const alarmStrip = (alarm: RaisedAlarm, index: number): Strip => {
    const { glyph, word } = kindOf(alarm);
    const text = alarmText(alarm);
    return {
      id: limitId(alarm.limit),
      tone: alarm.kind === 'active' ? 'act' : 'watch',
      glyph,
      word,
      text,
      note: alarmNote(alarm, monitoring.kind === 'monitored', now),
      actions: (
        <>
          {index === 0 && open.length > 1 && (
            <Button size="small" title={KEYS} onClick={() => alarms.acknowledge()}>
              Acknowledge all
            </Button>
          )}
          {alarm.kind !== 'acknowledged' && (
            <Button
              size="small"
              title={`${KEYS} acknowledges all`}
              aria-label={`Acknowledge: ${text}`}
              onClick={() => alarms.acknowledge(limitId(alarm.limit))}
            >
              Acknowledge
            </Button>
          )}
        </>
      ),
    };
  };

  const alarmStrips = raised.map(alarmStrip);
  const strips = alarmStrips.slice(0, open.length);
  const notMonitored = monitoringText(monitoring, now);
  if (notMonitored !== undefined) {
    strips.push({
      id: 'limits',
      tone: 'watch',
      glyph: '▲',
      text: notMonitored,
      help: 'limitsNotWatched',
      actions: monitoring.kind === 'notMonitored' && monitoring.isUnpolled === true && (
        <Button
          size="small"
          title="Turns on “Monitor on every tab”: polls the device here too"
          onClick={() => alarms.save({ ...alarms.plan$.value, isEverywhere: true })}
        >
          Monitor here too
        </Button>
      ),
    });
  }
  if (isOtherPack) {
    strips.push({
      id: 'pack',
      tone: 'watch',
      glyph: '▲',
      text: 'A different pack is connected: are the limits right for it?',
      actions: (
        <Button size="small" onClick={alarms.confirmPack}>
          Limits are right for this pack
        </Button>
      ),
    });
  }
  strips.push(...alarmStrips.slice(open.length)); // what is acknowledged is the least urgent
  // Changes only with the set of alarms, not with every value, so that each alarm is announced once.
  const spoken = raised
    .filter(({ kind }) => kind === 'active')
    .map(spokenText)
    .join('. ');
  return { strips, spoken };
};
