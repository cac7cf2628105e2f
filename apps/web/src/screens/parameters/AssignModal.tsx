import { useState } from 'react';
import { Form, Modal, Select } from 'antd';
import type { Asset } from '@batbot/core/workspace';
import { useFocusReturn } from '../../react/use-focus-return.ts';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { targetOptions } from './target-options.ts';
import type { Standard, Standards } from './use-standards.ts';

/** Assigns a standard to a pack, or to all packs of an account and of the accounts below it. */
export const AssignModal = ({
  standard,
  pack,
  standards: { sets, packs, accounts, workspace },
  onClose,
}: {
  /** Undefined if the user chooses the standard. */
  readonly standard?: Standard;
  /** Undefined if the user chooses the pack or the account. */
  readonly pack?: Asset;
  readonly standards: Standards;
  readonly onClose: () => void;
}) => {
  useFocusReturn();
  const [id] = useState(() => crypto.randomUUID());
  const [documentId, setDocumentId] = useState(standard?.document.id);
  const [target, setTarget] = useState(pack && `assetId ${pack.id}`);
  const [problem, setProblem] = useState<string>();
  const assign = async (): Promise<void> => {
    const [kind = '', targetId] = target?.split(' ') ?? [];
    const saved = await workspace?.change({
      target: `assignment:${id}`,
      kind: 'assign',
      input: { id, documentId, [kind]: targetId, mode: 'REQUIRED' },
    });
    if (saved?.ok === true) onClose();
    else setProblem(`Not saved: ${saved?.error.message ?? 'the workspace is loading.'}`);
  };
  const released = sets.filter(({ document }) => document.state === 'RELEASED');
  return (
    <Modal
      open
      title={standard === undefined ? 'Assign a standard' : `Assign “${standard.document.name}”`}
      okText="Assign"
      okButtonProps={{ disabled: target === undefined || documentId === undefined }}
      onOk={() => void assign()}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        {standard === undefined && (
          <Form.Item label="Standard" htmlFor="assign-standard">
            <Select
              id="assign-standard"
              showSearch={{ optionFilterProp: 'label' }}
              placeholder="Choose a standard"
              value={documentId ?? null}
              options={released.map(({ document }) => ({
                value: document.id,
                label: document.name,
              }))}
              onChange={setDocumentId}
            />
          </Form.Item>
        )}
        {pack === undefined && (
          <Form.Item
            label="Pack or account"
            htmlFor="assign-target"
            extra="For an account, it is the standard of all packs of the account and of those below it."
          >
            <Select
              id="assign-target"
              showSearch={{ optionFilterProp: 'label' }}
              placeholder="Choose a pack or an account"
              value={target ?? null}
              options={targetOptions({ accounts, packs })}
              onChange={setTarget}
            />
          </Form.Item>
        )}
      </Form>
      <ProblemAlert help="changeRefused" role="alert" title={problem} />
    </Modal>
  );
};
