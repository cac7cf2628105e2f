import { useEffect, useState } from 'react';
import { Checkbox, Flex, Form, Modal } from 'antd';
import { isSameSerial, type DeviceParameters, type WriteInput } from '@batbot/core/parameters';
import { useFocusReturn } from '../../react/use-focus-return.ts';
import { ConditionList } from '../controls/ConditionList.tsx';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { ChangeList } from './ChangeList.tsx';
import { deviceName, summaryText, type EditedState } from './parameter-words.ts';
import { PasswordField, SerialField } from './WriteFields.tsx';
import './parameters.css';

/** What a write needs from the user. */
export interface Needs {
  /** The serial number to type; undefined if the write needs none. */
  readonly serial: string | undefined;
  readonly needsPassword: boolean;
  readonly needsConsent: boolean;
}

const EMPTY = { typedSerial: '', password: '', consent: false };

/** Holds what the user enters for a write. `input` is undefined while something is missing. */
export const useWriteInput = ({ serial, needsPassword, needsConsent }: Needs) => {
  const [typed, setTyped] = useState(EMPTY);
  const { typedSerial, password, consent } = typed;
  const isMissing =
    (serial !== undefined && !isSameSerial(typedSerial, serial)) ||
    (needsPassword && password === '') ||
    (needsConsent && !consent);
  const input: WriteInput | undefined = isMissing
    ? undefined
    : {
        ...(serial !== undefined && { typedSerial }),
        ...(needsPassword && { password }),
        ...(needsConsent && { consent }),
      };
  const fields = (
    <Form layout="vertical" component="div">
      {serial !== undefined && (
        <SerialField
          id="write-serial"
          serial={serial}
          extra="A protection changes: type the serial number to confirm the pack."
          value={typedSerial}
          onChange={(next) => setTyped({ ...typed, typedSerial: next })}
        />
      )}
      {needsPassword && (
        <PasswordField
          label="Password of the device"
          id="write-password"
          value={password}
          onChange={(next) => setTyped({ ...typed, password: next })}
        />
      )}
      {needsConsent && (
        <Checkbox
          checked={consent}
          onChange={({ target }) => setTyped({ ...typed, consent: target.checked })}
        >
          The firmware of this device is newer than the schema. Write anyway.
        </Checkbox>
      )}
    </Form>
  );
  return { input, fields };
};

/** Shows what is about to be written and what prevents it. Nothing is sent before "Write". */
export const ReviewModal = ({
  state: { device, review },
  parameters,
}: {
  readonly state: Extract<EditedState, { readonly kind: 'review' }>;
  readonly parameters: DeviceParameters;
}) => {
  const { closeReview } = parameters;
  useFocusReturn();
  useEffect(() => closeReview, [closeReview]); // leaving the screen ends the review
  const { serial } = device.identity;
  const { input, fields } = useWriteInput({
    ...review,
    serial: review.needsSerial ? serial : undefined,
  });
  const problems = [...review.brokenRules.map(({ text }) => text), ...review.problems];
  return (
    <Modal
      open
      title={`Write to ${deviceName(device.identity)}: ${summaryText(review)}`}
      okText={`Write ${review.changes.length === 1 ? 'it' : `all ${review.changes.length}`}`}
      okButtonProps={{ disabled: !review.isReady || input === undefined }}
      onOk={() => parameters.write(input)}
      onCancel={closeReview}
    >
      <Flex vertical gap="small">
        <ChangeList changes={review.changes} />
        {problems.map((text) => (
          <ProblemAlert help="writeEnded" key={text} title={text} />
        ))}
        <h3 className="parameter-heading">Conditions</h3>
        <ConditionList conditions={review.conditions} />
        {review.conditions.some(({ isMet }) => !isMet) && (
          <p role="status">They are checked continuously: you can write as soon as all are met.</p>
        )}
        {fields}
        <p>
          Each value is read back. Afterwards, all parameters are read again
          {review.restarts && ', after the device has restarted'}.
        </p>
      </Flex>
    </Modal>
  );
};
