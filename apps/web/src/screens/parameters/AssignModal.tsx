import { useState } from 'react';
import { Form, Select } from 'antd';
import type { Asset } from '@batbot/core/workspace';
import { ChangeDialog } from '../workspace/ChangeDialog.tsx';
import { targetOptions } from './target-options.ts';
import type { Standard, Standards } from './use-standards.ts';

/** Assigns a standard to a pack, or to all packs of an account and of the accounts below it. */
export const AssignModal = ({
  standard,
  pack,
  standards: { sets, packs, accounts },
  onClose,
}: {
  /** Undefined if the user chooses the standard. */
  readonly standard?: Standard;
  /** Undefined if the user chooses the pack or the account. */
  readonly pack?: Asset;
  readonly standards: Standards;
  readonly onClose: () => void;
}) => {
  const [id] = useState(() => crypto.randomUUID());
  const [chosen, setChosen] = useState({
    documentId: standard?.document.id,
    target: pack && `assetId ${pack.id}`,
  });
  const { documentId, target } = chosen;
  const [kind = '', targetId] = target?.split(' ') ?? [];
  const released = sets.filter(({ document }) => document.state === 'RELEASED');
  return (
    <ChangeDialog
      title={standard === undefined ? 'Assign a standard' : `Assign “${standard.document.name}”`}
      okText="Assign"
      help="changeRefused"
      isReady={target !== undefined && documentId !== undefined}
      change={() => ({
        target: `assignment:${id}`,
        kind: 'assign',
        input: { id, documentId, [kind]: targetId, mode: 'REQUIRED' },
      })}
      onClose={onClose}
    >
      <Form
        name="assign"
        layout="vertical"
        component="div"
        onValuesChange={(values: Partial<typeof chosen>) => setChosen({ ...chosen, ...values })}
      >
        {standard === undefined && (
          <Form.Item name="documentId" label="Standard">
            <Select
              showSearch={{ optionFilterProp: 'label' }}
              placeholder="Choose a standard"
              options={released.map(({ document }) => ({
                value: document.id,
                label: document.name,
              }))}
            />
          </Form.Item>
        )}
        {pack === undefined && (
          <Form.Item
            name="target"
            label="Pack or account"
            extra="For an account, it is the standard of all packs of the account and of those below it."
          >
            <Select
              showSearch={{ optionFilterProp: 'label' }}
              placeholder="Choose a pack or an account"
              options={targetOptions({ accounts, packs })}
            />
          </Form.Item>
        )}
      </Form>
    </ChangeDialog>
  );
};
