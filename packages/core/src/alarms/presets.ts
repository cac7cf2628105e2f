import type { AlarmLimit } from './plan.ts';

/** Suggested limits. They are applied only when the user clicks. */
export interface AlarmPreset {
  readonly id: 'lfp' | 'nmc';
  readonly name: string;
  readonly limits: readonly AlarmLimit[];
}

/**
 * Creates a preset. `low` and `high` are the voltages of one cell, in V, at which a BMS of this chemistry opens its
 * contactors.
 */
const preset = (id: AlarmPreset['id'], name: string, low: number, high: number): AlarmPreset => ({
  id,
  name,
  limits: [
    { quantity: 'cellVoltage', side: 'low', value: low },
    { quantity: 'cellVoltage', side: 'high', value: high },
    // A larger spread needs action (device protocol, part 4).
    { quantity: 'cellSpread', side: 'high', value: 80 },
    // The range in which charging is allowed, which is narrower than the one for discharging.
    { quantity: 'temperature', side: 'low', value: 0 },
    { quantity: 'temperature', side: 'high', value: 45 },
    // The card turns red at this value (the specification, section 9).
    { quantity: 'stateOfCharge', side: 'low', value: 20 },
  ],
});

/**
 * The suggested limits of each chemistry. Cell voltages and temperatures are LibreSolar's default protection limits, as
 * in the battery model. A pack whose manufacturer allows less needs narrower limits.
 */
export const ALARM_PRESETS: readonly AlarmPreset[] = [
  preset('lfp', 'LFP', 2.5, 3.8),
  preset('nmc', 'NMC', 3, 4.25),
];
