import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { Button, Card, Tag } from 'antd';
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import {
  findTab,
  parsePermissionJson,
  PERMISSION_FLAGS,
  type Permissions,
  type StoredUser,
} from '@batbot/core';
import { accountsOf, restOf } from '@batbot/core/workspace';
import { lazyPart } from '../../react/lazy-part.tsx';
import { useSignedIn } from '../../react/use-signed-in.ts';
import { countText } from '../../text/format.ts';
import { LoadAlert, Loading } from '../controls/collection/LoadNotes.tsx';
import { FactList } from '../controls/FactList.tsx';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { permissionLabels } from '../controls/permission-labels.ts';
import { MoreRows } from '../workspace/MoreRows.tsx';
import { SyncLine } from '../workspace/SyncLine.tsx';
import { useLoadState, useRows, useSyncState, useWorkspace } from '../workspace/use-workspace.ts';
import { accountTree, type TreeRow } from './account-tree.ts';
import { onlineProblem } from './use-account-action.ts';
import { Choices } from '../controls/Choices.tsx';
import './users.css';

// Loaded when they are shown.
const AccountList = lazyPart(
  async () => (await import('./AccountList.tsx')).AccountList,
  <Loading title="Users" />,
);
const PasswordDialog = lazyPart(async () => (await import('./PasswordDialog.tsx')).PasswordDialog);

/** Counts the sub-users on all levels, as the tree does. Without the whole tree, only those directly below are known. */
const subUsersText = (
  { subUserCount }: StoredUser,
  tree: readonly TreeRow[],
  own: TreeRow | undefined,
): string => {
  if (own === undefined) return `${countText(subUserCount)} directly below`;
  const total = own.below.length;
  const direct = tree.filter(({ parent }) => parent?.id === own.id).length;
  return direct === total
    ? countText(total)
    : `${countText(total)}, of which ${countText(direct)} directly below`;
};

const profileRows = (
  user: StoredUser,
  subUsers: string,
): readonly (readonly [label: string, value: string])[] => [
  ['Email', user.email],
  ['Phone', user.phoneNumber],
  ['Company', user.companyName],
  ['Client', [user.clientName, user.clientId && `(${user.clientId})`].filter(Boolean).join(' ')],
  ['User level', user.userLevel],
  ['Profile', user.profilePermission],
  ['Role', user.permission],
  ['Sub-users', subUsers],
  ['User id', user.userid],
  ['Belongs to', user.creatorId],
];

const Profile = ({
  user,
  subUsers,
  children,
}: {
  readonly user: StoredUser;
  readonly subUsers: string;
  readonly children?: ReactNode;
}) => (
  <Card
    size="small"
    title={
      <h2>
        <bdi>{user.userName || 'Unnamed user'}</bdi>
      </h2>
    }
    extra={
      <Tag color={user.status ? 'success' : 'error'}>
        {user.status ? '✓ Active' : '✕ Not active'}
      </Tag>
    }
  >
    <FactList facts={profileRows(user, subUsers)} />
    {children}
  </Card>
);

/** Offers functions of the account server that are not part of the user's record. */
const OwnPassword = () => {
  const state = useSyncState();
  const [isOpen, setOpen] = useState(false);
  const problem = onlineProblem(state);
  if (state.kind === 'notOffered') {
    return (
      <p className="note">
        This server offers no list of sub-users, no invitations and no change of the password.
      </p>
    );
  }
  return (
    <>
      <Button
        style={{ marginTop: 12 }}
        disabled={problem !== undefined}
        title={problem}
        onClick={() => setOpen(true)}
      >
        Change password…
      </Button>
      {state.kind === 'expired' && <SyncLine />}
      {problem !== undefined && state.kind !== 'expired' && <p className="note">{problem}</p>}
      {isOpen && <PasswordDialog onClose={() => setOpen(false)} />}
    </>
  );
};

const PermissionList = ({
  user,
  permissions,
}: {
  readonly user: StoredUser;
  readonly permissions: Permissions;
}) => {
  if (parsePermissionJson(user.permissionJson) === undefined)
    return (
      <Card size="small" title={<h2>Permissions</h2>}>
        <p>
          ▲ Not known, because they could not be read. Until they can, only Users and Support are
          open. Ask your administrator to check your account.
        </p>
      </Card>
    );
  const granted = PERMISSION_FLAGS.filter((flag) => permissions[flag]).length;
  return (
    <Card
      size="small"
      title={<h2>Permissions</h2>}
      extra={`${granted} of ${PERMISSION_FLAGS.length}`}
    >
      <ul className="permissions">
        {PERMISSION_FLAGS.map((flag) => (
          <li key={flag} data-granted={permissions[flag]}>
            <span aria-hidden>{permissions[flag] ? '✓' : '–'}</span>
            <span>{permissionLabels[flag]}</span>
            <span className="visually-hidden">
              {permissions[flag] ? ': OK' : ': no permission'}
            </span>
          </li>
        ))}
      </ul>
      <p className="note">
        Your administrator sets permissions. They are refreshed on every tab change.
      </p>
    </Card>
  );
};

/** Explains why the user was redirected to this page. The history state of the shell is foreign data and is checked. */
const refusedText = (state: unknown): string | undefined => {
  if (typeof state !== 'object' || state === null || !('refused' in state)) return undefined;
  const tab = findTab(state.refused);
  if (tab !== undefined) return `You have no permission for ${tab.title}. Ask your administrator.`;
  return state.refused === '' ? undefined : 'That page does not exist.';
};

/** Shows the signed-in user and the user's permissions, and the accounts below if there may be any. */
export const UsersScreen = () => {
  const state = useWorkspace();
  const { workspace } = state;
  const [rows] = useRows();
  const session = useSignedIn();
  const location = useLocation();
  // A reload, Back and Forward restore the state, although nothing is refused then.
  const wasRedirected = useNavigationType() !== NavigationType.Pop;
  const [parameters, setParameters] = useSearchParams();
  const wanted = parameters.get('view');
  useEffect(() => {
    workspace?.sync.run();
    void workspace?.refresh('account'); // the state of the copies shows whether the server answered
  }, [workspace, wanted]);
  const tree = useMemo(() => accountTree(accountsOf(rows)), [rows]);
  const load = useLoadState(state);
  // Until all accounts were read, it is not known how many there are.
  const own = tree.find(({ id }) => load.kind === 'ready' && id === workspace?.userId);
  const isWhole = restOf(rows, 'account') === undefined;
  const hasList = own !== undefined && (own.maxSubUsers !== 0 || own.below.length > 0);
  const isListWanted = wanted === 'accounts';
  const isList = hasList && isListWanted;
  if (session === undefined) return null;
  if (isListWanted && own === undefined && load.kind === 'loading')
    return <Loading title="Users" />;
  const view = hasList && (
    <Choices
      aria-label="View"
      value={isList ? 'accounts' : 'profile'}
      options={[
        { value: 'profile', label: 'My profile' },
        { value: 'accounts', label: 'Sub-users' },
      ]}
      onChange={(value) => setParameters(value === 'profile' ? {} : { view: value })}
    />
  );
  if (isList) return <AccountList rows={tree} own={own} view={view} />;
  return (
    <div className="page page--text stack">
      <div className="page__head">
        <h1>Users</h1>
        {view}
      </div>
      <ProblemAlert
        help="accountRefused"
        type="warning"
        title={wasRedirected ? refusedText(location.state) : undefined}
      />
      <LoadAlert load={load} />
      {/* The copied part of a long list may lack the user's own account, at which the tree begins. */}
      {workspace !== undefined && own === undefined && <MoreRows kind="account" />}
      <div className="users__columns">
        <Profile
          user={session.user}
          subUsers={subUsersText(session.user, tree, isWhole ? own : undefined)}
        >
          {workspace !== undefined && <OwnPassword />}
        </Profile>
        <PermissionList user={session.user} permissions={session.permissions} />
      </div>
    </div>
  );
};
