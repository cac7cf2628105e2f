import type { DeviceIdentity } from '@batbot/core';
import {
  areEqual,
  parameterOf,
  type DeviceParameters,
  type ParameterSchema,
  type ParametersState,
  type ReadProblem,
  type ReportedChange,
  type Review,
  type SkippedValue,
  type WriteReport,
} from '@batbot/core/parameters';
import { counted } from '../../text/format.ts';

/** A state in which the device is being written. */
export type RunningState = Extract<ParametersState, { readonly confirmed: number }>;

/** A state at the end of a write. */
export type EndedState = Extract<ParametersState, { readonly report: WriteReport }>;

/** A state with values of the device that can be edited. */
export type EditedState = Extract<ParametersState, { readonly kind: 'clean' | 'dirty' | 'review' }>;

/** The properties of a view of a device whose values can be edited. */
export interface EditedProps {
  readonly state: EditedState;
  readonly parameters: DeviceParameters;
}

/** Names the device by its serial number: "SN A1B2C3". */
export const deviceName = ({ serial, model }: DeviceIdentity): string =>
  serial === undefined ? (model ?? 'this device') : `SN ${serial}`;

/** Describes why a value is not taken over: "Capacity must be at most 1000.0 Ah". */
export const skippedText = ({ key, why }: SkippedValue, schema: ParameterSchema): string =>
  `${parameterOf(schema, key)?.label ?? key} ${why}`;

/** The steps of a write, in order. */
export const STEPS = ['writing', 'persisting', 'restarting', 'verifying'] as const;

/** Describes what a write does now. */
export const runningText = ({ kind, isRollBack, confirmed, total }: RunningState): string => {
  switch (kind) {
    case 'writing':
      return `${isRollBack ? 'Rolling back' : 'Writing'}: ${confirmed} of ${total} confirmed`;
    case 'persisting':
      return 'Storing the values in the device';
    case 'restarting':
      return 'Restarting the device';
    case 'verifying':
      return 'Reading all parameters again';
  }
};

/** Whether the device has the wanted value of a change. */
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
      return `${counted(changes.length - confirmed, 'value')} on ${name} differ${changes.length - confirmed === 1 ? 's' : ''} from what was wanted.`;
    case 'partial':
      return `Stopped: ${confirmed} of ${counted(changes.length, 'change')} on ${name}. ${why === undefined ? '' : why.replace(/\.?$/, '.')}`.trim();
    case 'read':
      return `Read ${name}.`;
  }
};

/** Describes why nothing was read, and what to do. */
export const readProblemText = (problem: ReadProblem): string => {
  switch (problem.kind) {
    case 'notConnected':
      return 'No device is connected. Plug in the cable and connect, then read again.';
    case 'noReply':
      return `Not read. ${problem.text}`;
    case 'otherDevice':
      return problem.serials === ''
        ? 'No write is unfinished.'
        : `The connected device has no unfinished write. Connect ${problem.serials}.`;
    case 'noSchema':
      return `No parameter schema fits ${deviceName(problem.identity)}, so nothing is read or written. Import a schema of its maker.`;
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
