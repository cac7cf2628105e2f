import { Button, Form, Select } from 'antd';
import type { Level } from '@batbot/core/workspace';
import { useDraft } from '../../react/drafts.tsx';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import type { TreeRow } from './account-tree.ts';
import { explainFlags, rightsOf, type Rights } from './rights.ts';
import { RightsFields } from './RightsFields.tsx';
import { useAccountAction } from './use-account-action.ts';

interface Props {
  readonly row: TreeRow;
  /** The user's own account. */
  readonly own: TreeRow | undefined;
  readonly levels: readonly Level[];
  /** The reason why nothing can be saved; undefined if saving is possible. */
  readonly reason: string | undefined;
}

/** Shows and explains each permission of an account. The user can change those that the user may grant. */
export const RightsEditor = ({ row, own, levels, reason }: Props) => {
  const { parent } = row;
  const draft = useDraft<Rights & Pick<TreeRow, 'version'>>(`rights ${row.id}`, () => row);
  const { run, isBusy, isApplied, problem } = useAccountAction();
  const rights = draft.value;
  const level = levels.find(({ name }) => name === rights.userLevel);
  const flags = explainFlags(rights, level, row, own);
  const isFixed = reason !== undefined || parent === undefined || isBusy;

  const save = async (): Promise<void> => {
    const { userLevel, maxSubUsers } = rights;
    const granted = flags.filter(({ isGranted }) => isGranted);
    const input = { id: row.id, userLevel, maxSubUsers, flags: granted.map(({ flag }) => flag) };
    // The version that the user saw. After a refusal the user knows of the other change and decides.
    const base = problem === undefined ? draft.from.version : row.version;
    if (await run([{ kind: 'putAccount', input, base }])) draft.end();
  };

  return (
    <Form layout="vertical" component="div">
      {parent === undefined && (
        <p style={{ marginBottom: 12 }}>
          {row.id === own?.id
            ? 'You cannot change your own rights.'
            : 'The account above is not on this computer: load more accounts to change these rights.'}
        </p>
      )}
      <Form.Item label="Level" htmlFor="account-level">
        <Select
          id="account-level"
          disabled={isFixed}
          value={rights.userLevel}
          options={[
            { value: '', label: 'None' },
            ...[...new Set([...levels.map(({ name }) => name), row.userLevel])]
              .filter(Boolean)
              .map((value) => ({ value, label: value })),
          ]}
          onChange={(name) => {
            const chosen = levels.find((each) => each.name === name);
            draft.change({
              ...rights,
              ...(chosen === undefined || parent === undefined
                ? { userLevel: name }
                : rightsOf(chosen, parent)),
            });
          }}
        />
      </Form.Item>
      <RightsFields
        rights={rights}
        flags={flags}
        limit={(parent ?? row).maxSubUsers}
        isFixed={isFixed}
        onChange={(next) => draft.change({ ...rights, ...next })}
      />
      <ProblemAlert help="accountRefused" role="alert" title={problem} />
      {parent !== undefined && (
        <div className="row">
          <Button
            type="primary"
            loading={isBusy}
            disabled={isFixed || !draft.isChanged}
            onClick={() => void save()}
          >
            Save rights
          </Button>
          <Button disabled={isBusy || !draft.isChanged} onClick={draft.end}>
            Discard changes
          </Button>
          <span role="status">{isApplied && !draft.isChanged && '✓ Saved.'}</span>
        </div>
      )}
    </Form>
  );
};
