import type { Database } from '../database/database.ts';
import { addAccount, hasAccounts, type NewAccount } from './account-store.ts';
import { demoPopoverContent } from './demo-popover.ts';
import { hashPassword } from './passwords.ts';
import { permissionFlags } from './permission-flags.ts';

export const DEMO_PASSWORD = 'batbot-demo';

/** A demo account as `npm start` prints it. */
export interface DemoAccount {
  readonly user: string;
  readonly password: string;
  /** What the account demonstrates, in a few words. */
  readonly purpose: string;
}

type Profile = Omit<NewAccount, 'passwordHash' | 'popoverContent'> & { readonly purpose: string };

const fleet = { clientId: 'fleet-42', clientName: 'City Fleet' } as const;

const profiles: readonly Omit<Profile, 'companyName'>[] = [
  {
    id: 'demo-technician',
    userName: 'technician',
    email: 'technician@batbot.example',
    active: true,
    permission: 'staff',
    profilePermission: 'full',
    flags: permissionFlags,
    clientId: null,
    clientName: null,
    creatorId: null,
    maxSubUsers: null,
    userLevel: '1',
    phoneNumber: '+49 30 555 0100',
    purpose: 'every tab',
  },
  {
    id: 'demo-client',
    userName: 'client',
    email: 'client@fleet.example',
    active: true,
    permission: 'client',
    profilePermission: 'edit',
    flags: ['newHomePage', 'raiseServiceTicketForClient', 'battAccess'],
    ...fleet,
    creatorId: 'demo-technician',
    maxSubUsers: 20,
    userLevel: '2',
    phoneNumber: '+49 30 555 0142',
    purpose: 'Home, Assets and Complaint',
  },
  {
    id: 'demo-viewer',
    userName: 'viewer',
    email: 'viewer@fleet.example',
    active: true,
    permission: 'viewer',
    profilePermission: 'read',
    flags: [],
    ...fleet,
    creatorId: 'demo-client',
    maxSubUsers: 0,
    userLevel: '3',
    phoneNumber: '+49 30 555 0143',
    purpose: 'only what everyone sees',
  },
  {
    id: 'demo-inactive',
    userName: 'inactive',
    email: 'inactive@fleet.example',
    active: false,
    permission: 'client',
    profilePermission: 'read',
    flags: ['newHomePage'],
    ...fleet,
    creatorId: 'demo-technician',
    maxSubUsers: 0,
    userLevel: '3',
    phoneNumber: '+49 30 555 0144',
    purpose: 'a deactivated user',
  },
];

/** Adds the demo accounts to an empty database; does nothing if the database has any account. */
export const seedDemoAccounts = async (database: Database): Promise<void> => {
  if (await hasAccounts(database)) return;
  const hashes = await Promise.all(profiles.map(() => hashPassword(DEMO_PASSWORD)));
  await database.transaction(async (inside) => {
    await inside.script('lock table users in exclusive mode'); // another server may have added them at the same time
    if (await hasAccounts(inside)) return;
    for (const [index, { purpose: _purpose, ...profile }] of profiles.entries()) {
      await addAccount(inside, {
        ...profile,
        companyName: 'Demo Battery Works',
        passwordHash: hashes[index] ?? '',
        popoverContent: demoPopoverContent,
      });
    }
  });
};

/** Lists the demo accounts in the database, for printing. Empty if the database has only real users. */
export const listDemoAccounts = async (database: Database): Promise<readonly DemoAccount[]> => {
  const rows = await database.query<{ readonly id: string }>('select id from users');
  const ids = new Set(rows.map((row) => row.id));
  return profiles
    .filter(({ id }) => ids.has(id))
    .map(({ userName, purpose }) => ({ user: userName, password: DEMO_PASSWORD, purpose }));
};

/** Whether every demo account still exists: the demo world is built below them. */
export const hasAllDemoAccounts = (accounts: readonly DemoAccount[]): boolean =>
  accounts.length === profiles.length;
