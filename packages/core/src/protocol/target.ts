/** What a value of a reply can mean in a profile. */
export const TARGETS = [
  'packVoltage',
  'current',
  'soc',
  'soh',
  'cells',
  'temps',
  'remaining',
  'capacity',
  'cycles',
  'alarms',
  'protections',
  'balancing',
  'switches',
  'sequence',
  'uptime',
] as const;

export type Target = (typeof TARGETS)[number];
