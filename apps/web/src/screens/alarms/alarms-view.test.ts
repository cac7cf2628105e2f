import { describe, expect, test } from 'vitest';
import type { RaisedAlarm } from '@batbot/core/alarms';
import { formOf, nowText, planOf, problemText } from './alarm-form.ts';
import {
  alarmNote,
  alarmText,
  buttonText,
  inOrder,
  titlePrefix,
  monitoringText,
} from './alarm-words.ts';

const at = new Date(2026, 0, 1, 14, 3, 22).getTime();
const cell = { quantity: 'cellVoltage', side: 'high', value: 3.65 } as const;
const alarm = (kind: RaisedAlarm['kind'], change: Partial<RaisedAlarm> = {}): RaisedAlarm => ({
  kind,
  limit: cell,
  incident: {
    since: at,
    last: { value: 3.702, numbers: [7] },
    worst: { value: 3.731, numbers: [7, 8] },
  },
  now: { value: 3.702, numbers: [7] },
  ...change,
});
const monitored = { kind: 'monitored', gaps: [] } as const;
const lost = { kind: 'notMonitored', reason: 'noReply', since: at } as const;

describe('the form of limits', () => {
  const empty = formOf({ limits: [], readings: 2, isLatched: true, isEverywhere: false });

  test('[OBD-128] the plan has the typed limits, also with decimal commas; empty fields are not limits', () => {
    const texts = { 'cellVoltage.high': '3,65', 'power.high': ' ', 'temperature.low': '−5' };
    expect(planOf({ ...empty, texts })).toEqual({
      plan: {
        limits: [cell, { quantity: 'temperature', side: 'low', value: -5 }],
        readings: 2,
        isLatched: true,
        isEverywhere: false,
      },
    });
  });

  test.each([
    [{ 'cellVoltage.high': 'high' }, '2', 'cellVoltage.high', 'Cell voltage, high limit must be a number from 0.5 to 5 V.'],
    [{ 'cellVoltage.high': '3650' }, '2', 'cellVoltage.high', 'Cell voltage, high limit must be a number from 0.5 to 5 V.'],
    [{}, '', 'readings', 'Consecutive replies must be a whole number up to 30.'],
    [{}, '31', 'readings', 'Consecutive replies must be a whole number from 1 to 30.'],
  ])('[OBD-120] an invalid field is reported with its error: %o', (texts, readings, field, text) => {
    expect(planOf({ ...empty, texts, readings })).toEqual({ problems: [{ field, text }] });
  }); // oxfmt-ignore

  test('[OBD-120] each invalid field is reported', () => {
    const texts = {
      'packVoltage.low': '60',
      'packVoltage.high': '50',
      'cellVoltage.high': 'x',
      'power.high': '1000',
      'temperature.low': 'cold',
    };
    const read = planOf({ ...empty, texts, readings: '0' });
    expect('problems' in read && read.problems.map(({ field }) => field)).toEqual([
      'cellVoltage.high',
      'temperature.low',
      'packVoltage.low',
      'readings',
    ]);
  });

  test('[OBD-122] an invalid file is reported with its error', () => {
    expect(problemText('', 'is not valid JSON')).toBe('The file is not valid JSON.');
    expect(problemText('limits.3.side', 'must be one of: high')).toBe(
      'limits.3.side must be one of: high.',
    );
  });

  test('[OBD-128] the current values of the device are shown next to each limit', () => {
    const sample = {
      alarms: [],
      protections: [],
      cellVoltagesV: [3.302, null, 3.31],
      temperaturesC: [25],
      balancing: [],
    };
    expect(nowText('cellVoltage', sample)).toBe('3.302 to 3.310\u202FV');
    expect(nowText('temperature', sample)).toBe('25\u202F°C');
    expect(nowText('stateOfCharge', sample)).toBeUndefined();
  });
});

describe('texts of alarms', () => {
  test('[OBD-127] an alarm has its value, its limit, its start and the worst value', () => {
    expect(alarmText(alarm('active'))).toBe('Cell 7: 3.702\u202FV');
    expect(alarmNote(alarm('active'), true, at)).toBe(
      'high limit 3.650\u202FV · since 14:03:22 · highest: cell 7, 3.731\u202FV',
    );
    const over = alarm('returned', { returnedAt: at + 60_000, now: undefined });
    expect(alarmText(over)).toBe('Cell 7: 3.731\u202FV and 1 other cell above 3.650\u202FV');
    expect(alarmNote(over, true, at)).toBe('high limit 3.650\u202FV · 14:03:22–14:04:22');
  });

  test('[OBD-386] a start on an earlier day has its date', () => {
    const next = at + 86_400_000;
    expect(alarmNote(alarm('active'), true, next)).toContain(' · since Jan 1, 2026, 14:03:22 · ');
    expect(monitoringText(lost, next)).toMatch(/^Limits not monitored since Jan 1, 2026, 14:03:22/);
  });

  test('[OBD-115] a value that is not current is marked as the last known value', () => {
    expect(alarmNote(alarm('active'), false, at)).toContain('last known value');
    expect(alarmNote(alarm('active', { now: undefined }), true, at)).toContain('last known value');
  });

  test('[OBD-133] a current value back within the limit is shown with the hysteresis that keeps the alarm', () => {
    const near = alarm('active', { now: { value: 3.645, numbers: [7] } });
    expect(alarmText(near)).toBe('Cell 7: 3.645\u202FV');
    expect(alarmNote(near, true, at)).toBe(
      'high limit 3.650\u202FV · back within limits (hysteresis 0.010\u202FV) · since 14:03:22 · highest: cell 7, 3.731\u202FV',
    );
    expect(alarmNote(near, false, at)).not.toContain('back within');
    const well = alarm('active', { now: { value: 3.4, numbers: [7] } }); // a single reply does not clear an alarm
    expect(alarmNote(well, true, at)).toContain(' · back within limits · ');
  });

  test('[OBD-127] alarms that are not acknowledged are first in the list, and counted on the button and in the title', () => {
    const mixed = [alarm('acknowledged'), alarm('returned'), alarm('active')];
    expect(inOrder(mixed).map(({ kind }) => kind)).toEqual(['active', 'returned', 'acknowledged']);
    expect(buttonText(3, monitored, mixed)).toMatchObject({ tone: 'act', text: '2 alarms' });
    expect(titlePrefix(monitored, mixed)).toBe('✕ 2 alarms · ');
    expect(titlePrefix(monitored, [alarm('acknowledged')])).toBe('');
  });

  test('[OBD-127] an alarm that is cleared but not acknowledged is shown as cleared', () => {
    const over = alarm('returned', { returnedAt: at, now: undefined });
    expect(buttonText(1, monitored, [over])).toEqual({
      glyph: '↺',
      tone: 'watch',
      short: '1',
      text: '1 alarm cleared',
    });
    expect(titlePrefix(monitored, [over])).toBe('↺ 1 alarm cleared · ');
    expect(buttonText(2, monitored, [over, alarm('active')])).toMatchObject({
      glyph: '✕',
      tone: 'act',
      short: '2',
    });
    expect(buttonText(1, monitored, [alarm('acknowledged')])).toEqual({
      glyph: '◆',
      tone: 'act',
      short: '1',
      text: '1 alarm',
    });
  });

  test('[OBD-375] the button does not say that alarms are cleared while an acknowledged one is beyond its limit', () => {
    const mixed = [alarm('returned'), alarm('returned'), alarm('acknowledged')];
    expect(buttonText(3, monitored, mixed)).toEqual({
      glyph: '◆',
      tone: 'act',
      short: '3',
      text: '3 alarms',
    });
    expect(titlePrefix(monitored, mixed)).toBe('↺ 2 alarms cleared · ');
  });

  test('[OBD-115] a limit that is not monitored is never shown as monitored', () => {
    expect(buttonText(1, monitored, []).text).toBe('1 limit monitored');
    expect(buttonText(1, lost, []).text).toBe('1 limit not monitored');
    expect(titlePrefix(lost, [])).toBe('▲ Not monitored · ');
    expect(monitoringText(lost, at)).toMatch(/^Limits not monitored since 14:03:22/);
    const gaps = [
      { limit: cell, reason: 'unread', numbers: [3, 4] },
      { limit: { ...cell, side: 'low' }, reason: 'unread', numbers: [3, 4] },
      { limit: { quantity: 'power', side: 'high', value: 9 }, reason: 'notReported', numbers: [] },
    ] as const;
    expect(buttonText(3, { kind: 'monitored', gaps }, []).text).toContain('not all monitored');
    expect(monitoringText({ kind: 'monitored', gaps }, at)).toBe(
      'Not monitored: cells 3, 4 (unreliable reading); Power (not reported by this device)',
    );
    // Before the first live data, only the button shows it.
    const [apart, asked] = [{ reason: 'notConnected' }, { reason: 'noReply' }] as const;
    for (const each of [apart, asked]) {
      expect(monitoringText({ kind: 'notMonitored', ...each }, at)).toBeUndefined();
      expect(titlePrefix({ kind: 'notMonitored', ...each }, [])).toBe('');
    }
  });

  test('[OBD-130] limits set on a tab without live data are shown as not monitored at once', () => {
    const elsewhere = { kind: 'notMonitored', reason: 'elsewhere' } as const;
    expect(monitoringText(elsewhere, at)).toBe('Limits not monitored: live data runs on Home only');
    expect(titlePrefix(elsewhere, [])).toBe('▲ Not monitored · ');
  });

  test('[OBD-363] limits that only another version of the app can read are not shown as none', () => {
    const unread = { kind: 'notMonitored', reason: 'otherVersion' } as const;
    expect(buttonText(0, unread, [])).toMatchObject({
      tone: 'watch',
      text: 'Limits not monitored',
    });
    expect(monitoringText(unread, at)).toBe(
      'Limits not monitored: another version of the app saved them',
    );
    expect(titlePrefix(unread, [])).toBe('▲ Not monitored · ');
    expect(buttonText(0, { kind: 'off' }, []).text).toBe('Limits: none');
  });
});
