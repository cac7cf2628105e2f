/** Numeric values of a sample. `charging` and `discharging` are the two directions of one current, both positive. */
export const SCALAR_TARGETS = [
  'packVoltage',
  'current',
  'charging',
  'discharging',
  'soc',
  'soh',
  'remaining',
  'capacity',
  'cycles',
  'sequence',
  'uptime',
] as const;
export const LIST_TARGETS = ['cells', 'temps'] as const;
/** The switches of a pack. Each may be known without the others. */
export const SWITCH_TARGETS = ['charge', 'discharge', 'precharge'] as const;
export const TEXT_TARGETS = ['model', 'serial', 'firmware', 'hardware', 'maker'] as const;

export type ScalarTarget = (typeof SCALAR_TARGETS)[number];
export type ListTarget = (typeof LIST_TARGETS)[number];
export type SwitchTarget = (typeof SWITCH_TARGETS)[number];
export type TextTarget = (typeof TEXT_TARGETS)[number];
/**
 * The values of a sample. `balancing` is a mask with bit 0 for cell 1. `pack` is the number of the pack that the record
 * describes.
 */
export type ProfileTarget =
  | ScalarTarget
  | ListTarget
  | SwitchTarget
  | TextTarget
  | 'balancing'
  | 'pack';

const memberOf =
  <T extends string>(list: readonly T[]) =>
  (target: string | undefined): target is T =>
    list.some((each) => each === target);

export const isListTarget = memberOf(LIST_TARGETS);
export const isSwitchTarget = memberOf(SWITCH_TARGETS);
export const isTextTarget = memberOf(TEXT_TARGETS);
