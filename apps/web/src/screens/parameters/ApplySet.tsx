import type { ReactNode } from 'react';
import { Button, Flex } from 'antd';
import {
  deviceName,
  differencesOf,
  usableValues,
  valuesOf,
  type DeviceReading,
  type ParameterSet,
} from '@batbot/core/parameters';
import { counted } from '../../text/format.ts';
import { StatusCard } from '../controls/StatusCard.tsx';
import { ChangeList } from './ChangeList.tsx';
import type { EditedProps } from './parameter-words.ts';
import { SkippedValues } from './SkippedValues.tsx';

/** Returns the changes after which a device has the values of a set. */
export const changesTo = ({ known: { schema }, values }: DeviceReading, set: ParameterSet) =>
  differencesOf(schema, valuesOf({ values }), usableValues(schema, set.values).values);

/** Compares the connected device with a set, and leads to the review of its values. */
export const ApplySet = ({
  state: { device },
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
  const { schema } = device.known;
  const changes = changesTo(device, set);
  return (
    <StatusCard label="Connected device">
      <p>
        {deviceName(device.identity)}:{' '}
        {changes.length === 0
          ? `has all values of “${name}”.`
          : `${counted(changes.length, 'value differs', 'values differ')} from “${name}”.`}
      </p>
      <SkippedValues skipped={usableValues(schema, set.values).skipped} schema={schema} />
      <ChangeList changes={changes} />
      <Flex gap="small">
        {changes.length > 0 && (
          <Button
            type="primary"
            onClick={() => {
              parameters.discard();
              parameters.fill(set.values);
              parameters.review();
            }}
          >
            Review
          </Button>
        )}
        {children}
      </Flex>
    </StatusCard>
  );
};
