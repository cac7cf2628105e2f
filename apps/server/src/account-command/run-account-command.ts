import { randomUUID } from 'node:crypto';
import type { Account } from '../accounts/account.ts';
import {
  addAccount,
  endSession,
  findCredentials,
  listAccounts,
  replaceFlags,
  replacePasswordHash,
  setActive,
} from '../accounts/account-store.ts';
import { hashPassword } from '../accounts/passwords.ts';
import type { Database } from '../database/database.ts';
import type { AccountAsk, AccountDetails } from './read-arguments.ts';

export interface AccountCommandParts {
  readonly database: Database;
  readonly readPassword: () => Promise<string>;
  readonly readFile: (path: string) => Promise<string>;
  readonly say: (line: string) => void;
}

/** What went wrong, as a sentence for whoever typed the command; nothing when it was done. */
export type Complaint = string | undefined;

/** The same for every account; a longer one is better, and nothing else is asked of it (ASVS 6.2.1, 6.2.4). */
const SHORTEST_PASSWORD = 12;

const summary = ({ userName, email, active, companyName, flags }: Account): string =>
  [
    userName,
    email,
    active ? 'active' : 'deactivated',
    companyName || '-',
    `${flags.length} flags`,
  ].join('\t');

type Ask = Exclude<AccountAsk, { readonly kind: 'help' | 'wrong' }>;

/** Does what the command asks for, on an open database. */
export const runAccountCommand = async (
  ask: Ask,
  { database, readPassword, readFile, say }: AccountCommandParts,
): Promise<Complaint> => {
  const find = async (name: string): Promise<Account | undefined> =>
    (await findCredentials(database, name))?.account;

  const newHash = async (): Promise<string | undefined> => {
    const password = await readPassword();
    return password.length < SHORTEST_PASSWORD ? undefined : hashPassword(password);
  };
  const tooShort = `The password needs at least ${SHORTEST_PASSWORD} characters. Nothing was changed.`;

  const add = async (userName: string, details: AccountDetails): Promise<Complaint> => {
    const { creator: creatorName, popoverFile, ...profile } = details;
    for (const taken of [userName, details.email])
      if (await find(taken))
        return `There is an account of the name or address "${taken}" already.`;
    const creator = creatorName === undefined ? undefined : await find(creatorName);
    if (creatorName !== undefined && creator === undefined)
      return `There is no account "${creatorName}" to be the creator.`;
    let popoverContent: unknown = {};
    try {
      if (popoverFile !== undefined) popoverContent = JSON.parse(await readFile(popoverFile));
    } catch {
      return `${popoverFile ?? ''} cannot be read, or is not JSON.`;
    }
    const passwordHash = await newHash();
    if (passwordHash === undefined) return tooShort;
    await addAccount(database, {
      ...profile,
      id: randomUUID(),
      userName,
      active: true,
      creatorId: creator?.id ?? null,
      passwordHash,
      popoverContent,
    });
    say(`${userName} may sign in now, with ${profile.flags.length} permission flags.`);
    return undefined;
  };

  if (ask.kind === 'list') {
    for (const account of await listAccounts(database)) say(summary(account));
    return undefined;
  }
  if (ask.kind === 'add') return add(ask.name, ask.details);
  const account = await find(ask.name);
  if (account === undefined) return `There is no account "${ask.name}".`;
  switch (ask.kind) {
    case 'flags':
      await replaceFlags(database, account.id, ask.flags);
      say(
        `${account.userName} has ${ask.flags.length} permission flags; they count from the next click on.`,
      );
      return undefined;
    case 'password': {
      const passwordHash = await newHash();
      if (passwordHash === undefined) return tooShort;
      await replacePasswordHash(database, account.id, passwordHash);
      await endSession(database, account.id);
      say(`${account.userName} has a new password; the session of before has ended.`);
      return undefined;
    }
    case 'activate':
    case 'deactivate':
      await setActive(database, account.id, ask.kind === 'activate');
      say(`${account.userName} is ${ask.kind}d.`);
      return undefined;
  }
};
