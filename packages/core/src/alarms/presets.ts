import type { AlarmLimit } from './plan.ts';

/** Suggested limits; applied only on a click of the user. */
export interface AlarmPreset {
  readonly id: 'lfp' | 'nmc';
  readonly name: string;
  readonly limits: readonly AlarmLimit[];
}

/** `low` and `high`: V of one cell, where a BMS of this chemistry opens its contactors. */
const preset = (id: AlarmPreset['id'], name: string, low: number, high: number): AlarmPreset => ({
  id,
  name,
  limits: [
    { quantity: 'cellVoltage', side: 'low', value: low },
    { quantity: 'cellVoltage', side: 'high', value: high },
    // A larger spread needs action (device protocol, part 4).
    { quantity: 'cellSpread', side: 'high', value: 80 },
    // The range in which charging is allowed, the narrower one.
    { quantity: 'temperature', side: 'low', value: 0 },
    { quantity: 'temperature', side: 'high', value: 45 },
    // The card turns red here (the specification, section 9).
    { quantity: 'stateOfCharge', side: 'low', value: 20 },
  ],
});

/**
 * Cell voltages and temperatures are the protection limits of LibreSolar, by default, as in the battery model.
 * A pack whose manufacturer allows less needs narrower limits.
 */
export const ALARM_PRESETS: readonly AlarmPreset[] = [
  preset('lfp', 'LFP', 2.5, 3.8),
  preset('nmc', 'NMC', 3, 4.25),
];
