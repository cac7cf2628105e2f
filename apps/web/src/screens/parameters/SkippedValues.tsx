import { parameterTexts, type ParameterSchema, type SkippedValue } from '@batbot/core/parameters';
import { counted } from '../../text/format.ts';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';

/** Names the values of a set that cannot be written to the device, with the reasons. Nothing without such values. */
export const SkippedValues = ({
  skipped,
  schema,
  onClose,
}: {
  readonly skipped: readonly SkippedValue[];
  readonly schema: ParameterSchema;
  readonly onClose?: () => void;
}) => (
  <ProblemAlert
    help="valuesSkipped"
    type="warning"
    {...(onClose && { closable: true, onClose })}
    title={skipped.length > 0 && `${counted(skipped.length, 'value')} not taken over`}
    description={skipped
      .map(({ key, why }) => `${parameterTexts(schema, key).label} ${why}`)
      .join('; ')}
  />
);
