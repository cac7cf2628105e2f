/** A value of a sample: `packVoltageV`, `cellVoltagesV 3`, `switches charge`. Cells and sensors count from 1. */
export type EvidencePlace =
  | 'packVoltageV'
  | 'currentA'
  | 'socPercent'
  | 'sohPercent'
  | 'designCapacityAh'
  | 'remainingAh'
  | 'cycles'
  | `cellVoltagesV ${number}`
  | `temperaturesC ${number}`
  | `switches ${'charge' | 'discharge' | 'precharge'}`;

/** The reason for an inferred value. */
export interface Evidence {
  readonly place: EvidencePlace;
  /** The name that the device gave the value. */
  readonly key: string;
  /** The value as the device wrote it. */
  readonly text: string;
  /** The reason as a sentence for the user. */
  readonly reason: string;
}
