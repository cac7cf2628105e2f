/** `@batbot/core/alarms`: the limits that a user sets, with their texts and their file format. */
export type { Alarms } from './alarms.ts';
export type { RaisedAlarm } from './tracker.ts';
export {
  ALARM_FILE,
  ALARM_FILE_LIMIT,
  checkPlan,
  limitId,
  MOST_READINGS,
  type AlarmLimit,
  type AlarmPlan,
  type LimitId,
} from './plan.ts';
export { ALARM_PRESETS } from './presets.ts';
export { QUANTITIES, SIDES, TRAITS, type Quantity, type Side } from './quantities.ts';
export { isBackWithin, isBeyond, readingOf } from './reading.ts';
export type { Monitoring, MonitoringGap } from './monitoring.ts';
export {
  limitText,
  notMonitoredText,
  QUANTITY_NAMES,
  quantityText,
  readingText,
  worstText,
} from './words.ts';
