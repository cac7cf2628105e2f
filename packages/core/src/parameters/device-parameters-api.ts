import type { Live } from '../prelude/live.ts';
import type { Result } from '../prelude/result.ts';
import type { FileProblem } from '../prelude/schema.ts';
import type { ParameterValue, ParameterValues } from './parameter-schema.ts';
import type { SkippedValue } from './parameter-set.ts';
import type { ParametersState, UnfinishedWrite } from './parameters-state.ts';
import type { KnownSchema } from './schema-match.ts';

/** What the user enters for a write. */
export interface WriteInput {
  /** Sent to the device, never stored. */
  readonly password?: string;
  /** The serial number of the device, typed by the user. */
  readonly typedSerial?: string;
  /** Whether the user agrees to write to a firmware that is newer than the schema. */
  readonly consent?: boolean;
}

/**
 * The parameters of the connected device, for one user. Every method is called only on an explicit user action; nothing
 * is sent otherwise. Methods that do not fit the current state do nothing.
 */
export interface DeviceParameters {
  readonly state$: Live<ParametersState>;
  readonly schemas$: Live<readonly KnownSchema[]>;
  /** Writes that have not ended, the newest first; undefined until they are loaded. */
  readonly unfinished$: Live<readonly UnfinishedWrite[] | undefined>;
  /** Adds the schema of a file and stores it for this user. */
  readonly importSchema: (text: string) => Promise<Result<KnownSchema, FileProblem>>;
  /** Asks the device for its identity, chooses a schema and reads all parameters. Edits are kept. */
  readonly read: () => void;
  /** Sets the wanted value of a parameter; undefined, or the value on the device, removes the edit. */
  readonly edit: (key: string, value: ParameterValue | undefined) => void;
  /** Sets the wanted values from a set. Returns those that do not fit the device. */
  readonly fill: (values: ParameterValues) => readonly SkippedValue[];
  readonly discard: () => void;
  /** Shows the review, and reads live data while it is shown. `edit` and `closeReview` end it. */
  readonly review: () => void;
  readonly closeReview: () => void;
  /** Writes the edits. Only in the state `review`. */
  readonly write: (input?: WriteInput) => void;
  /** Stops the write after the pending command. */
  readonly stop: () => void;
  /** Writes the previous values of the unfinished write of the connected device. */
  readonly rollBack: (input?: WriteInput) => void;
  /** Writes the remaining values of the unfinished write of the connected device. */
  readonly finish: (input?: WriteInput) => void;
  /** Reads the connected device and compares its values with those of its unfinished write. Writes nothing. */
  readonly compareUnfinished: () => void;
  /** Ends the unfinished write of a device and leaves the device as it is. */
  readonly abandon: (serial: string) => void;
  /** Ends the service at sign-out. A running write stops and stays unfinished. */
  readonly dispose: () => void;
}
