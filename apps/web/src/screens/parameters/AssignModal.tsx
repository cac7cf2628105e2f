import { useMemo, useState } from 'react';
import { Checkbox, Form, Select } from 'antd';
import { accountsAbove, type Asset } from '@batbot/core/workspace';
import { counted, countText } from '../../text/format.ts';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { ChangeDialog } from '../workspace/ChangeDialog.tsx';
import { otherCells } from './other-cells.ts';
import { targetOptions } from './target-options.ts';
import type { Standard, Standards } from './use-standards.ts';

const MOST_NAMED = 5;

/** Returns the packs with other cells than the standard, of those to which it would be assigned. */
const warningOf = (
  standard: Standard,
  target: string,
  standards: Standards,
): { readonly title: string; readonly packs?: readonly string[] } | undefined => {
  const { packs, accounts } = standards;
  const [kind, targetId = ''] = target.split(' ');
  if (kind === 'assetId') {
    const pack = packs.find(({ id }) => id === targetId);
    const sentences = pack === undefined ? [] : otherCells(pack, standard, standards);
    return sentences.length === 0 ? undefined : { title: sentences.join(' ') };
  }
  const others = packs
    .filter(
      (each) =>
        each.kind === 'PACK' &&
        each.state !== 'SCRAPPED' &&
        accountsAbove(each, accounts).includes(targetId),
    )
    .map((each) => otherCells(each, standard, standards, `SN ${each.serial}`).join(' '))
    .filter((text) => text !== '');
  if (others.length === 0) return undefined;
  const rest = others.length - MOST_NAMED;
  return {
    title: `${counted(others.length, 'pack has', 'packs have')} other cells than the standard.`,
    packs: [...others.slice(0, MOST_NAMED), ...(rest > 0 ? [`And ${countText(rest)} more.`] : [])],
  };
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
  const { sets, packs, accounts } = standards;
  const warning = useMemo(() => {
    const found = standards.sets.find(({ document }) => document.id === documentId);
    return found && target && warningOf(found, target, standards);
  }, [documentId, target, standards]);
  // The user confirms one warning: another choice has to be confirmed again.
  const [confirmed, setConfirmed] = useState<string>();
  const warningKey = JSON.stringify([documentId, target, warning]);
  const released = sets.filter(({ document }) => document.state === 'RELEASED');
  return (
    <ChangeDialog
      title={standard === undefined ? 'Assign a standard' : `Assign “${standard.document.name}”`}
      okText="Assign"
      help="changeRefused"
      isReady={
        target !== undefined && documentId !== undefined && (!warning || confirmed === warningKey)
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
      {warning && (
        <>
          <ProblemAlert
            help="otherCells"
            type="warning"
            role="alert"
            title={warning.title}
            description={warning.packs?.map((text) => (
              <div key={text}>{text}</div>
            ))}
          />
          <Checkbox
            checked={confirmed === warningKey}
            onChange={({ target: { checked } }) => setConfirmed(checked ? warningKey : undefined)}
          >
            The limits of this standard can damage these cells. Assign it anyway.
          </Checkbox>
        </>
      )}
    </ChangeDialog>
  );
};
