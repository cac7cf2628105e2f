import { useState } from 'react';
import { Form, Input, Modal, Segmented } from 'antd';
import { serialKey, type Asset, type Workspace } from '@batbot/core/workspace';
import { useFocusReturn } from '../../react/use-focus-return.ts';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';

const MOST_SERIAL = 64;

/** Adds an OBD or Romeo device by its serial number. */
export const AddDevice = ({
  workspace,
  packs,
  onClose,
}: {
  readonly workspace: Workspace;
  /** The packs and devices that exist. */
  readonly packs: readonly Asset[];
  readonly onClose: () => void;
}) => {
  useFocusReturn();
  const [id] = useState(() => crypto.randomUUID());
  const [kind, setKind] = useState<'OBD' | 'ROMEO'>('OBD');
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const serial = typed.trim();
  const key = serialKey(serial);
  const isKnown = packs.some((each) => serialKey(each.serial) === key);
  const add = async (): Promise<void> => {
    const saved = await workspace.change({
      target: `asset:${id}`,
      kind: 'putAsset',
      input: { id, kind, serial },
    });
    if (saved.ok) onClose();
    else setProblem(`Not saved: ${saved.error.message}`);
  };
  return (
    <Modal
      open
      title="Add a device"
      okText="Add"
      okButtonProps={{ disabled: key === '' || isKnown }}
      onOk={() => void add()}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        <Form.Item label="Kind">
          <Segmented
            aria-label="Kind"
            value={kind}
            options={[
              { value: 'OBD', label: 'OBD device' },
              { value: 'ROMEO', label: 'Romeo' },
            ]}
            onChange={setKind}
          />
        </Form.Item>
        <Form.Item
          label="Serial number"
          htmlFor="device-serial"
          {...(isKnown && { validateStatus: 'error', help: `SN ${serial} exists already.` })}
        >
          <Input
            id="device-serial"
            autoComplete="off"
            maxLength={MOST_SERIAL}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Form.Item>
      </Form>
      <ProblemAlert help="notSaved" role="alert" title={problem} />
    </Modal>
  );
};
