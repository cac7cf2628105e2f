import type { ReactNode } from 'react';
import { Button, Flex } from 'antd';
import {
  areEqual,
  deviceName,
  differencesOf,
  usableValues,
  valuesOf,
  type DeviceReading,
  type ParameterSet,
} from '@batbot/core/parameters';
import { counted } from '../../text/format.ts';
import { Confirm } from '../controls/Confirm.tsx';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { StatusCard } from '../controls/StatusCard.tsx';
import { ChangeList } from './ChangeList.tsx';
import type { EditedProps } from './parameter-words.ts';
import { SkippedValues } from './SkippedValues.tsx';

/** Returns the changes after which a device has the values of a set. */
export const changesTo = ({ known: { schema }, values }: DeviceReading, set: ParameterSet) =>
  differencesOf(schema, valuesOf({ values }), usableValues(schema, set.values).values);

/** Returns the values of a set that do not fit a device and that it does not have already. */
export const misfitsOf = ({ known: { schema }, values }: DeviceReading, set: ParameterSet) =>
  usableValues(schema, set.values).skipped.filter(
    ({ key }) => !areEqual(values.get(key)?.value, set.values[key]),
  );

/** Compares the connected device with a set, and leads to the review of its values. */
export const ApplySet = ({
  state: { device, edits },
  parameters,
  set,
  name,
  children,
}: EditedProps & {
  readonly set: ParameterSet;
  readonly name: string;
  /** Further buttons. */
  readonly children?: ReactNode;
}) => {
  const { schema, hash } = device.known;
  const changes = changesTo(device, set);
  const fitting = misfitsOf(device, set).length === 0 ? '' : ' that fit it';
  const others = Object.entries(edits).filter(
    ([key, value]) => !areEqual(value, set.values[key]),
  ).length;
  const review = (): void => {
    parameters.discard();
    parameters.fill(set.values);
    parameters.review();
  };
  return (
    <StatusCard label="Connected device">
      <p>
        {deviceName(device.identity)}:{' '}
        {changes.length === 0
          ? `has all values of “${name}”${fitting}.`
          : `${counted(changes.length, 'value differs', 'values differ')} from “${name}”.`}
      </p>
      {set.schema.hash !== hash && (
        <ProblemAlert
          help="schemaDiffers"
          type="warning"
          title={`“${name}” was made for another schema. Parameters with the same key are compared.`}
        />
      )}
      <SkippedValues skipped={usableValues(schema, set.values).skipped} schema={schema} />
      <ChangeList changes={changes} />
      <Flex gap="small">
        {changes.length > 0 && (
          <Confirm
            title="Discard the other changes?"
            description={`Only “${name}” is written. ${counted(others, 'change')} in Configuration would be lost.`}
            okText="Discard and review"
            disabled={others === 0}
            onConfirm={review}
          >
            <Button type="primary" {...(others === 0 && { onClick: review })}>
              Review
            </Button>
          </Confirm>
        )}
        {children}
      </Flex>
    </StatusCard>
  );
};
