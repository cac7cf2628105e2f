import { useState } from 'react';
import { Checkbox, Form, Input } from 'antd';
import { isSameText, type WriteInput } from '@batbot/core/parameters';
import './parameters.css';

const SECRET = 'Sent to the device only. It is not saved.';

/** What a write or an install needs from the user. */
export interface Needs {
  /** The serial number to type, so that no other pack is changed, and the reason. */
  readonly serial?: string | undefined;
  readonly why?: string;
  /** `maybe`: only if settings have to be restored after an install. */
  readonly password?: 'needed' | 'maybe' | false;
  readonly consent?: boolean;
}

/** Holds what the user enters for a write. `input` is undefined while something is missing. */
export const useWriteInput = ({ serial, why, password = false, consent = false }: Needs) => {
  const [input, setInput] = useState<WriteInput>({});
  const isSerial = serial === undefined || isSameText(input.typedSerial, serial);
  const isComplete =
    isSerial &&
    (password !== 'needed' || Boolean(input.password)) &&
    (!consent || input.consent === true);
  const fields = (
    <Form
      name="write"
      layout="vertical"
      component="div"
      style={{ maxWidth: 480 }}
      onValuesChange={(_, values: WriteInput) => setInput(values)}
    >
      {serial !== undefined && (
        <Form.Item
          name="typedSerial"
          label={`Serial number of the device, as on its label (${serial})`}
          extra={why}
          {...(!isSerial &&
            input.typedSerial && {
              validateStatus: 'error' as const,
              help: `Not the serial number of the connected device, ${serial}.`,
            })}
        >
          <Input autoComplete="off" />
        </Form.Item>
      )}
      {password !== false && (
        <Form.Item
          name="password"
          label={`Password of the device${password === 'maybe' ? ' (only if settings have to be restored)' : ''}`}
          extra={SECRET}
        >
          {/* The icon that shows the password is smaller than 24 px. */}
          <Input.Password visibilityToggle={false} autoComplete="off" />
        </Form.Item>
      )}
      {consent && (
        <Form.Item name="consent" valuePropName="checked">
          <Checkbox>The firmware of this device is newer than the schema. Write anyway.</Checkbox>
        </Form.Item>
      )}
    </Form>
  );
  return { input: isComplete ? input : undefined, fields };
};
