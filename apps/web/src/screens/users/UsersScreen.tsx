import { Alert, Card, Descriptions, Tag } from 'antd';
import { useLocation } from 'react-router-dom';
import { findTab, PERMISSION_FLAGS, type Permissions, type StoredUser } from '@batbot/core';
import { useSignedIn } from '../../react/use-signed-in.ts';
import { DASH } from '../../text/format.ts';
import { permissionLabels } from '../controls/permission-labels.ts';
import './users.css';

const profileRows = (user: StoredUser): readonly (readonly [label: string, value: string])[] => [
  ['Email', user.email],
  ['Phone', user.phoneNumber],
  ['Company', user.companyName],
  ['Client', [user.clientName, user.clientId && `(${user.clientId})`].filter(Boolean).join(' ')],
  ['User level', user.userLevel],
  ['Profile', user.profilePermission],
  ['Role', user.permission],
  ['Sub-users', String(user.subUserCount)],
  ['User id', user.userid],
  ['Created by', user.creatorId],
];

const Profile = ({ user }: { readonly user: StoredUser }) => (
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
    <Descriptions
      column={1}
      size="small"
      items={profileRows(user).map(([label, value]) => ({
        key: label,
        label,
        children: <bdi className="users__value">{value === '' ? DASH : value}</bdi>,
      }))}
    />
  </Card>
);

const PermissionList = ({ permissions }: { readonly permissions: Permissions }) => {
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
      <p className="users__note">
        Your administrator sets permissions. They are refreshed on every tab change.
      </p>
    </Card>
  );
};

/** Why another address led here, as the shell left it in the history: any value may be there. */
const refusedText = (state: unknown): string | undefined => {
  if (typeof state !== 'object' || state === null || !('refused' in state)) return undefined;
  const tab = findTab(state.refused);
  if (tab !== undefined) return `You have no permission for ${tab.title}. Ask your administrator.`;
  return state.refused === '' ? undefined : 'That page does not exist.';
};

/** The signed-in user and the user's permissions. */
export const UsersScreen = () => {
  const session = useSignedIn();
  const location = useLocation();
  const refused = refusedText(location.state);
  if (session === undefined) return null;
  return (
    <div className="page page--text users">
      <h1>Users</h1>
      {refused !== undefined && <Alert type="warning" showIcon title={refused} />}
      <div className="users__columns">
        <Profile user={session.user} />
        <PermissionList permissions={session.permissions} />
      </div>
    </div>
  );
};
