import { hashPassword } from '../accounts/passwords.ts';
import { addAccount } from '../accounts/account-store.ts';
import { type PermissionFlag, permissionFlags } from '../accounts/permission-flags.ts';
import type { Database } from '../database/database.ts';
import { newId } from '../workspace/new-id.ts';
import { type Outcome, type Submission, submit } from '../workspace/submit.ts';

export interface TestAccount {
  readonly id: string;
  readonly creatorId?: string;
  readonly flags?: readonly PermissionFlag[];
  readonly active?: boolean;
  readonly maxSubUsers?: number | null;
}

export const TEST_PASSWORD = 'velvet-Otter-91-quay';
let passwordHash: Promise<string> | undefined;

/** Adds an account without the checks of the API, like the operator's command. */
export const addTestAccount = async (
  database: Database,
  { id, creatorId, flags = permissionFlags, active = true, maxSubUsers = null }: TestAccount,
): Promise<void> => {
  await addAccount(database, {
    id,
    userName: id,
    email: `${id}@works.example`,
    active,
    permission: 'staff',
    profilePermission: 'full',
    flags,
    companyName: '',
    clientId: null,
    clientName: null,
    creatorId: creatorId ?? null,
    userLevel: '1',
    phoneNumber: '',
    passwordHash: await (passwordHash ??= hashPassword(TEST_PASSWORD)),
    popoverContent: {},
    maxSubUsers,
  });
};

export const AT = '2026-03-12T08:30:00Z';

/** The facts of a recording without pieces. */
export const RECORDING = {
  startedAt: AT,
  durationS: 1,
  samples: 1,
  cells: 1,
  temperatures: 1,
  chunks: [],
  sealed: false,
  schemaVersion: 1,
};

export const imageBody = (sha256: string, version = '2') => ({
  format: 'batbot-firmware-1',
  version,
  sizeBytes: 1,
  sha256,
  chunks: [{ seq: 0, sha256 }],
});

export const item = (change: Submission['change'], base?: number): Submission => ({
  id: newId(),
  at: AT,
  ...(base === undefined ? {} : { base }),
  change,
});

/** Submits changes as an account. Rejects if the server logs a line. */
export const submitAs = (
  database: Database,
  accountId: string,
  batch: readonly unknown[],
): Promise<readonly Outcome[]> =>
  submit(database, accountId, {
    batch,
    app: 'test 1',
    warn: (line) => {
      throw new Error(line);
    },
  });

/** Submits one change and expects that it is applied. */
export const applyAs = async (
  database: Database,
  accountId: string,
  change: Submission['change'],
  base?: number,
): Promise<void> => {
  const [outcome] = await submitAs(database, accountId, [item(change, base)]);
  if (outcome?.status !== 'APPLIED') throw new Error(JSON.stringify(outcome));
};
