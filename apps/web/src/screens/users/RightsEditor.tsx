import { Alert, Button, Checkbox, Form, InputNumber, Select } from 'antd';
import type { Level, Workspace } from '@batbot/core/workspace';
import { useDraft } from '../../react/drafts.tsx';
import { permissionLabels } from '../controls/permission-labels.ts';
import type { TreeRow } from './account-tree.ts';
import { explainFlags, rightsOf, type Rights } from './rights.ts';
import { useAccountAction } from './use-account-action.ts';

interface Props {
  readonly row: TreeRow;
  /** The user's own account. */
  readonly own: TreeRow | undefined;
  readonly levels: readonly Level[];
  readonly workspace: Workspace;
  /** The reason why nothing can be saved; undefined if saving is possible. */
  readonly reason: string | undefined;
}

/** Shows and explains each permission of an account. The user can change those that the user may grant. */
export const RightsEditor = ({ row, own, levels, workspace, reason }: Props) => {
  const { parent } = row;
  const draft = useDraft<Rights>(`rights ${row.id}`, () => row);
  const { run, isBusy, problem } = useAccountAction(workspace);
  const rights = draft.value;
  const level = levels.find(({ name }) => name === rights.userLevel);
  const flags = explainFlags(rights, level, parent, own);
  const isFixed = reason !== undefined || parent === undefined;

  const save = async (): Promise<void> => {
    const { userLevel, maxSubUsers } = rights;
    const granted = flags.filter((each) => each.isGranted && each.isGrantable);
    const input = { id: row.id, userLevel, maxSubUsers, flags: granted.map(({ flag }) => flag) };
    if (await run([{ kind: 'putAccount', input, base: row.version }])) draft.end();
  };

  return (
    <Form layout="vertical" component="div">
      {parent === undefined && <p>The account above sets these rights.</p>}
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
            draft.change(
              chosen === undefined || parent === undefined
                ? { ...rights, userLevel: name }
                : rightsOf(chosen, parent),
            );
          }}
        />
      </Form.Item>
      <Form.Item
        label="Sub-users allowed"
        htmlFor="account-limit"
        extra={
          parent?.maxSubUsers === null ? 'Empty: no limit.' : `At most ${parent?.maxSubUsers ?? 0}.`
        }
      >
        <InputNumber
          id="account-limit"
          disabled={isFixed}
          min={0}
          max={parent?.maxSubUsers ?? 100_000}
          precision={0}
          value={rights.maxSubUsers}
          onChange={(maxSubUsers) => {
            draft.change({ ...rights, maxSubUsers });
          }}
        />
      </Form.Item>
      <ul className="users__flags" aria-label="Permissions">
        {flags.map(({ flag, isGranted, isGrantable, reason: why }) => (
          <li key={flag}>
            <Checkbox
              checked={isGranted}
              disabled={isFixed || !isGrantable}
              onChange={({ target }) => {
                const others = rights.flags.filter((each) => each !== flag);
                draft.change({ ...rights, flags: target.checked ? [...others, flag] : others });
              }}
            >
              {permissionLabels[flag]} <span className="users__reason">{why}</span>
            </Checkbox>
          </li>
        ))}
      </ul>
      {problem !== undefined && <Alert type="error" showIcon role="alert" title={problem} />}
      {parent !== undefined && (
        <div className="users__actions">
          <Button
            type="primary"
            loading={isBusy}
            disabled={isFixed || !draft.isChanged}
            onClick={() => void save()}
          >
            Save rights
          </Button>
          <Button disabled={!draft.isChanged} onClick={draft.end}>
            Discard changes
          </Button>
        </div>
      )}
    </Form>
  );
};
