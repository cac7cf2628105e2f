import type { AlarmLimit } from './plan.ts';

/** Limits to begin with; taken over by the user's click alone. */
export interface AlarmPreset {
  readonly id: 'lfp' | 'nmc';
  readonly name: string;
  readonly limits: readonly AlarmLimit[];
}

/** V, of one cell: where a battery management system of this chemistry switches off. */
const preset = (id: AlarmPreset['id'], name: string, low: number, high: number): AlarmPreset => ({
  id,
  name,
  limits: [
    { quantity: 'cellVoltage', side: 'low', value: low },
    { quantity: 'cellVoltage', side: 'high', value: high },
    // More than this apart is one to act on (device protocol, part 4).
    { quantity: 'cellSpread', side: 'high', value: 80 },
    // Where charging is allowed: the narrower of the two ranges.
    { quantity: 'temperature', side: 'low', value: 0 },
    { quantity: 'temperature', side: 'high', value: 45 },
    // The card turns red here (the specification, section 9).
    { quantity: 'stateOfCharge', side: 'low', value: 20 },
  ],
});

/**
 * Cell voltages and temperatures are the protection limits of LibreSolar, by default, as the battery model quotes them.
 * A pack whose maker allows less needs narrower ones.
 */
export const ALARM_PRESETS: readonly AlarmPreset[] = [
  preset('lfp', 'LFP', 2.5, 3.8),
  preset('nmc', 'NMC', 3, 4.25),
];
