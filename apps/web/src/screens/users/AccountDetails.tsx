import { useState } from 'react';
import { Button, Select } from 'antd';
import { restOf, type Level } from '@batbot/core/workspace';
import { counted, countText, DASH, dateTimeText } from '../../text/format.ts';
import { FormDialog } from '../controls/FormDialog.tsx';
import { DetailTabs } from '../controls/collection/DetailTabs.tsx';
import { FactList } from '../controls/FactList.tsx';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { Timeline } from '../workspace/Timeline.tsx';
import { useHistory } from '../workspace/use-history.ts';
import { useRows } from '../workspace/use-workspace.ts';
import { accountState, type TreeRow } from './account-tree.ts';
import { AccountView } from './AccountView.tsx';
import { makeOneTimeLink } from './one-time-link.ts';
import { OneTimeLink } from './OneTimeLink.tsx';
import { RightsEditor } from './RightsEditor.tsx';
import { useAccountAction } from './use-account-action.ts';

interface Props {
  readonly row: TreeRow;
  readonly rows: readonly TreeRow[];
  /** The user's own account. */
  readonly own: TreeRow | undefined;
  readonly levels: readonly Level[];
  /** The reason why nothing can be changed; undefined if changes are possible. */
  readonly reason: string | undefined;
  readonly tab: string;
  readonly onTab: (tab: string) => void;
}

/** "at least " if not all accounts are copied, so that some below an account may be missing. */
const useLeast = (): string => (restOf(useRows()[0], 'account') === undefined ? '' : 'at least ');

const Facts = ({ row }: { readonly row: TreeRow }) => {
  const least = useLeast();
  return (
    <FactList
      facts={[
        ['Email', row.email],
        ['Phone', row.phoneNumber],
        ['Company', row.companyName],
        ['Client', row.clientName],
        ['Level', row.userLevel],
        ['Below', row.parent?.userName],
        [
          'State',
          row.blockedBy === undefined
            ? accountState(row)
            : `Blocked: ${row.blockedBy} is not active`,
        ],
        ['Last seen', row.seenAt && dateTimeText(row.seenAt)],
        [
          'Sub-users',
          `${least}${countText(row.below.length)}, ${row.maxSubUsers === null ? 'no limit' : `at most ${countText(row.maxSubUsers)}`}`,
        ],
        ['Packs', row.packs === undefined ? DASH : least + countText(row.packs)],
      ]}
    />
  );
};

/** Moves, activates or deactivates an account after the user has confirmed the number of affected accounts. */
const Question = ({
  row,
  rows,
  asked,
  onClose,
}: Pick<Props, 'row' | 'rows'> & {
  readonly asked: 'move' | 'active';
  readonly onClose: () => void;
}) => {
  const { run, isBusy, problem } = useAccountAction();
  const [parentId, setParentId] = useState<string>();
  // The question stays as it was asked when others change the account meanwhile.
  const [seen] = useState(row);
  const touched = useLeast() + counted(row.below.length + 1, 'account');
  const words = seen.active
    ? {
        title: `Deactivate ${row.userName}?`,
        ok: `Deactivate ${touched}`,
        text: `This affects ${touched}: it and all below it are logged out, and cannot log in until it is activated again.`,
      }
    : {
        title: `Activate ${row.userName}?`,
        ok: `Activate ${touched}`,
        text: `This affects ${touched}: it and all below it can log in again, except those that are not active themselves.`,
      };
  const { id } = row;
  const base = problem === undefined ? seen.version : row.version; // as in RightsEditor
  const confirm = async (): Promise<void> => {
    if (asked === 'move' && parentId === undefined) return;
    const change =
      asked === 'move'
        ? { kind: 'moveAccount', input: { id, parentId }, base }
        : { kind: 'setAccountActive', input: { id, active: !seen.active }, base };
    if (await run([change])) onClose();
  };
  return (
    <FormDialog
      title={asked === 'move' ? `Move ${row.userName}` : words.title}
      okText={asked === 'move' ? `Move ${touched}` : words.ok}
      okButtonProps={{
        danger: asked === 'active' && seen.active,
        disabled: asked === 'move' && parentId === undefined,
      }}
      confirmLoading={isBusy}
      onOk={() => void confirm()}
      onCancel={onClose}
    >
      <div className="stack stack-8">
        {asked === 'active' && <p>{words.text}</p>}
        {asked === 'move' && (
          <>
            <p>
              {row.below.length === 0
                ? `${row.userName} and what it owns`
                : `${touched} and what they own`}{' '}
              move together. Permissions that the accounts above the new place lack are not in
              effect there.
            </p>
            <Select
              aria-label="Move below"
              placeholder="Move below…"
              showSearch={{ optionFilterProp: 'label' }}
              value={parentId ?? null}
              options={rows
                .filter((each) => each.id !== id && each.id !== row.parentId)
                .filter((each) => !row.below.includes(each.id))
                .map((each) => ({ value: each.id, label: each.userName }))}
              onChange={setParentId}
            />
          </>
        )}
        <ProblemAlert help="accountRefused" role="alert" title={problem} />
      </div>
    </FormDialog>
  );
};

/** The details of an account: its facts, its rights and its changes. */
export const AccountDetails = (props: Props) => {
  const { row, rows, reason, tab, onTab } = props;
  const [asked, setAsked] = useState<'move' | 'active'>();
  const [link, setLink] = useState<string>();
  const { run, isBusy, problem } = useAccountAction();
  const history = useHistory('account', row.id);
  const isOff = reason !== undefined;

  const makeLink = async (): Promise<void> => {
    const made = makeOneTimeLink(row.userName);
    const changes = made.then(({ tokenHash }) => [
      { kind: 'inviteAccount', input: { id: row.id, tokenHash }, base: row.version },
    ]);
    if (await run(changes)) setLink((await made).link);
  };

  return (
    <>
      {row.id === props.own?.id ? (
        <p>This is your own account.</p>
      ) : (
        <div className="row">
          <Button
            size="small"
            disabled={isOff}
            loading={isBusy}
            title={reason}
            onClick={() => void makeLink()}
          >
            New one-time link
          </Button>
          <Button size="small" disabled={isOff} title={reason} onClick={() => setAsked('move')}>
            Move…
          </Button>
          <Button
            size="small"
            danger={row.active}
            disabled={isOff}
            title={reason}
            onClick={() => setAsked('active')}
          >
            {row.active ? 'Deactivate…' : 'Activate…'}
          </Button>
        </div>
      )}
      {reason !== undefined && <p role="status">{reason}</p>}
      <ProblemAlert help="accountRefused" role="alert" title={problem} />
      {link !== undefined && <OneTimeLink link={link} />}
      <DetailTabs
        tab={tab}
        onTab={onTab}
        items={[
          { key: 'facts', label: 'Account', children: <Facts row={row} /> },
          { key: 'rights', label: 'Rights', children: <RightsEditor {...props} /> },
          { key: 'view', label: 'What they see', children: <AccountView row={row} rows={rows} /> },
          {
            key: 'timeline',
            label: 'Timeline',
            children: <Timeline history={history} id={row.id} />,
          },
        ]}
      />
      {asked !== undefined && (
        <Question row={row} rows={rows} asked={asked} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
};
