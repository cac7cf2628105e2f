import { useState } from 'react';
import { Form, Input } from 'antd';
import { plainLine } from '@batbot/core';
import { serialKey, type Asset } from '@batbot/core/workspace';
import { ChangeDialog } from '../workspace/ChangeDialog.tsx';
import { Choices } from '../controls/Choices.tsx';
import { fieldProblem } from '../controls/field-problem.tsx';

const MOST_SERIAL = 64;

/** Adds an OBD or Romeo device by its serial number. */
export const AddDevice = ({
  packs,
  onClose,
}: {
  /** The packs and devices that exist. */
  readonly packs: readonly Asset[];
  readonly onClose: () => void;
}) => {
  const [id] = useState(() => crypto.randomUUID());
  const [kind, setKind] = useState<'OBD' | 'ROMEO'>('OBD');
  const [typed, setTyped] = useState('');
  const serial = plainLine(typed);
  const key = serialKey(serial);
  const isKnown = packs.some((each) => serialKey(each.serial) === key);
  const problem = fieldProblem(
    'device-serial',
    isKnown ? `SN ${serial} exists already.` : undefined,
  );
  return (
    <ChangeDialog
      title="Add a device"
      okText="Add"
      isReady={key !== '' && !isKnown}
      change={() => ({ target: `asset:${id}`, kind: 'putAsset', input: { id, kind, serial } })}
      onClose={onClose}
    >
      <Form layout="vertical" component="div">
        <Form.Item label="Kind">
          <Choices
            aria-label="Kind"
            value={kind}
            options={[
              { value: 'OBD', label: 'OBD device' },
              { value: 'ROMEO', label: 'Romeo' },
            ]}
            onChange={setKind}
          />
        </Form.Item>
        <Form.Item label="Serial number" htmlFor="device-serial" {...problem.item}>
          <Input
            id="device-serial"
            {...problem.field}
            autoComplete="off"
            maxLength={MOST_SERIAL}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Form.Item>
      </Form>
    </ChangeDialog>
  );
};
