import { Alert } from 'antd';
import { useLocation } from 'react-router-dom';
import { findTab, PERMISSION_FLAGS, type Permissions, type StoredUser } from '@batbot/core';
import { useSignedIn } from '../../react/use-signed-in.ts';
import { permissionLabels } from '../controls/permission-labels.ts';
import './users.css';

const profileRows = (user: StoredUser): readonly (readonly [label: string, value: string])[] => [
  ['E-mail', user.email],
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

const initialsOf = (name: string): string =>
  name
    .split(/[\s._-]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((part) => part.charAt(0).toUpperCase())
    .join('');

const Profile = ({ user }: { readonly user: StoredUser }) => (
  <section className="card" aria-labelledby="profile-title">
    <div className="profile__head">
      <span className="profile__initials" aria-hidden>
        {initialsOf(user.userName) || '?'}
      </span>
      <div className="profile__name">
        <h2 id="profile-title">{user.userName || 'Unnamed user'}</h2>
        <span className={user.status ? 'badge badge--good' : 'badge badge--act'}>
          {user.status ? '✓ Active' : '✕ Not active'}
        </span>
      </div>
    </div>
    <dl className="profile__rows">
      {profileRows(user).map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={value === '' ? 'profile__missing' : undefined}>
            {value === '' ? 'not given' : value}
          </dd>
        </div>
      ))}
    </dl>
  </section>
);

const PermissionList = ({ permissions }: { readonly permissions: Permissions }) => {
  const granted = PERMISSION_FLAGS.filter((flag) => permissions[flag]).length;
  return (
    <section className="card" aria-labelledby="permissions-title">
      <div className="permissions__head">
        <h2 id="permissions-title">Permissions</h2>
        <span className="tabular">
          {granted} of {PERMISSION_FLAGS.length}
        </span>
      </div>
      <ul className="permissions">
        {PERMISSION_FLAGS.map((flag) => (
          <li key={flag} data-granted={permissions[flag]}>
            <span aria-hidden>{permissions[flag] ? '✓' : '–'}</span>
            <span>{permissionLabels[flag]}</span>
            <span className="visually-hidden">
              {permissions[flag] ? ': granted' : ': not granted'}
            </span>
          </li>
        ))}
      </ul>
      <p className="permissions__note">
        Permissions are set by whoever manages your account, and are read anew at every change of
        the tab.
      </p>
    </section>
  );
};

/** Why another address led here, as the shell left it in the history: any value may be there. */
const refusedText = (state: unknown): string | undefined => {
  if (typeof state !== 'object' || state === null || !('refused' in state)) return undefined;
  const tab = findTab(state.refused);
  if (tab !== undefined) return `You have no permission for ${tab.title}. Ask your administrator.`;
  return state.refused === '' ? undefined : 'That page does not exist.';
};

/** The signed-in user, as far as the session knows. */
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
