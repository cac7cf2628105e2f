import {
  areEqual,
  deviceName,
  type DeviceParameters,
  type ParametersState,
  type ReportedChange,
  type Review,
  type WriteReport,
} from '@batbot/core/parameters';
import { counted } from '../../text/format.ts';

/** A state in which the device is being written. */
export type RunningState = Extract<ParametersState, { readonly confirmed: number }>;

export type EndedState = Extract<ParametersState, { readonly report: WriteReport }>;

/** A state with values of the device that can be edited. */
export type EditedState = Extract<ParametersState, { readonly kind: 'clean' | 'dirty' | 'review' }>;

/** The properties of a view of a device whose values can be edited. */
export interface EditedProps {
  readonly state: EditedState;
  readonly parameters: DeviceParameters;
}

export const isConfirmed = ({ wanted, readBack }: ReportedChange): boolean =>
  areEqual(wanted, readBack);

/** Describes how a write ended. */
export const outcomeText = ({ outcome, identity, changes, why }: WriteReport): string => {
  const name = deviceName(identity);
  const confirmed = changes.filter(isConfirmed).length;
  switch (outcome) {
    case 'done':
      return `Done: ${counted(changes.length, 'change')} on ${name}, read back after storing and restarting.`;
    case 'rolledBack':
      return `Rolled back: ${name} has its previous values again.`;
    case 'differs':
      return `${counted(changes.length - confirmed, `value on ${name} differs`, `values on ${name} differ`)} from what was wanted.`;
    case 'partial':
      return `Stopped: ${confirmed} of ${counted(changes.length, 'change')} confirmed on ${name}. ${why === undefined ? '' : why.replace(/\.?$/, '.')}`.trim();
    case 'read':
      return `Read ${name}.`;
  }
};

/** Summarizes a review: "4 changes · 1 protection · restarts the device". */
export const summaryText = ({
  changes,
  restarts,
}: Pick<Review, 'changes' | 'restarts'>): string => {
  const protections = changes.filter(({ parameter }) => parameter.class === 'protection').length;
  return [
    counted(changes.length, 'change'),
    ...(protections === 0 ? [] : [counted(protections, 'protection')]),
    ...(restarts ? ['restarts the device'] : []),
  ].join(' · ');
};
