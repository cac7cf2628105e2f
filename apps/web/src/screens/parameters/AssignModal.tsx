import { useMemo, useState } from 'react';
import { Checkbox, Form, Select } from 'antd';
import { accountsAbove, isScrapped, type Asset } from '@batbot/core/workspace';
import { counted, countText } from '../../text/format.ts';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { ChangeDialog } from '../workspace/ChangeDialog.tsx';
import { MoreRows } from '../workspace/MoreRows.tsx';
import { otherCells } from './other-cells.ts';
import { documentOption, targetOptions } from './target-options.ts';
import type { Standard, Standards } from './use-standards.ts';

const MOST_NAMED = 5;

/** Describes the packs with other cells than the standard, of those to which it would be assigned. */
const otherPacks = (
  standard: Standard,
  target: string,
  standards: Standards,
): readonly string[] => {
  const { packs, accounts } = standards;
  const isTarget = (pack: Asset): boolean =>
    target === `assetId ${pack.id}` ||
    (pack.kind === 'PACK' &&
      !isScrapped(pack) &&
      accountsAbove(pack, accounts).some((id) => target === `accountId ${id}`));
  return packs
    .filter(isTarget)
    .map((pack) => otherCells(pack, standard, standards).join(' '))
    .filter((text) => text !== '');
};

/** Assigns a standard to a pack, or to all packs of an account and of the accounts below it. */
export const AssignModal = ({
  standard,
  pack,
  standards,
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
  const { sets } = standards;
  const others = useMemo(() => {
    const found = standards.sets.find(({ document }) => document.id === documentId);
    return found && target ? otherPacks(found, target, standards) : [];
  }, [documentId, target, standards]);
  // The user confirms one warning: another choice has to be confirmed again.
  const [confirmed, setConfirmed] = useState<string>();
  const warning = JSON.stringify([documentId, target, others]);
  const isConfirmed = others.length === 0 || confirmed === warning;
  const released = sets.filter(({ document }) => document.state === 'RELEASED');
  return (
    <ChangeDialog
      title={standard === undefined ? 'Assign a standard' : `Assign “${standard.document.name}”`}
      okText="Assign"
      help="changeRefused"
      isReady={target !== undefined && documentId !== undefined && isConfirmed}
      missing={
        documentId === undefined
          ? 'Choose a standard.'
          : target === undefined
            ? 'Choose a pack or an account.'
            : 'Confirm the warning.'
      }
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
              options={released.map(({ document }) =>
                documentOption(
                  { value: document.id, label: document.name },
                  document,
                  pack,
                  standards,
                ),
              )}
            />
          </Form.Item>
        )}
        {pack === undefined && (
          <>
            <Form.Item
              name="target"
              label="Pack or account"
              extra="For an account, it is the standard of all packs of the account and of those below it."
            >
              <Select
                showSearch={{ optionFilterProp: 'label' }}
                placeholder="Choose a pack or an account"
                options={targetOptions(standards, standard?.document)}
              />
            </Form.Item>
            <MoreRows kind="asset" isChoice />
          </>
        )}
      </Form>
      {others.length > 0 && (
        <>
          <ProblemAlert
            help="otherCells"
            type="warning"
            role="alert"
            title={`${counted(others.length, 'pack has', 'packs have')} other cells than the standard.`}
            description={
              <>
                {others.slice(0, MOST_NAMED).map((text) => (
                  <div key={text}>{text}</div>
                ))}
                {others.length > MOST_NAMED && `And ${countText(others.length - MOST_NAMED)} more.`}
              </>
            }
          />
          <Checkbox
            checked={isConfirmed}
            onChange={({ target: { checked } }) => setConfirmed(checked ? warning : undefined)}
          >
            The limits of this standard can damage these cells. Assign it anyway.
          </Checkbox>
        </>
      )}
    </ChangeDialog>
  );
};
