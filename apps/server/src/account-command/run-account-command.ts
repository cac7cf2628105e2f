import { randomUUID } from 'node:crypto';
import type { Account } from '../accounts/account.ts';
import {
  addAccount,
  findCredentials,
  listAccounts,
  logOperatorChange,
  removeAccount,
  replaceFlags,
  replacePasswordHash,
  setActive,
} from '../accounts/account-store.ts';
import { weaknessOf } from '../accounts/password-rules.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { lockAccountTree } from '../database/account-tree.ts';
import type { Database } from '../database/database.ts';
import type { ReportEvent } from '../security-event.ts';
import type { AccountAsk, AccountDetails } from './read-arguments.ts';

export interface AccountCommandParts {
  readonly database: Database;
  /** Undefined: cancelled. */
  readonly readPassword: () => Promise<string | undefined>;
  readonly readFile: (path: string) => Promise<string>;
  readonly say: (line: string) => void;
  readonly report: ReportEvent;
}

/** An error message for the person who ran the command; undefined if it succeeded. */
export type Complaint = string | undefined;

const summary = ({ userName, email, active, companyName, flags }: Account): string =>
  [
    userName,
    email,
    active ? 'active' : 'deactivated',
    companyName || '-',
    `${flags.length} flags`,
  ].join('\t');

type Ask = Exclude<AccountAsk, { readonly kind: 'help' | 'wrong' }>;

/** Runs a command on an open database. Returns an error message, or undefined if it succeeded. */
export const runAccountCommand = async (
  ask: Ask,
  { database, readPassword, readFile, say, report }: AccountCommandParts,
): Promise<Complaint> => {
  const find = async (name: string): Promise<Account | undefined> =>
    (await findCredentials(database, name))?.account;

  /** Says what a changed account may do, which depends on the accounts above it. */
  const sayRights = async (name: string, granted = 0): Promise<void> => {
    const { account, passwordHash } = (await findCredentials(database, name)) ?? {};
    const { flags = [], active } = account ?? {};
    const signIn = passwordHash === undefined ? 'has no password yet, and' : 'can sign in, with';
    const blocked = 'cannot sign in, because the account or one above is deactivated, and has';
    const lacking = flags.length < granted ? '; the accounts above lack the others' : '';
    say(
      `${name} ${active === true ? signIn : blocked} ${flags.length} permission flag${flags.length === 1 ? '' : 's'}${lacking}.`,
    );
  };

  /** Reads a password and hashes it, or returns the reason for refusing it. */
  const newHash = async (
    names: readonly string[],
  ): Promise<{ readonly hash: string } | { readonly complaint: string }> => {
    const password = await readPassword();
    if (password === undefined) return { complaint: 'Cancelled. Nothing was changed.' };
    const weakness = weaknessOf(password, names);
    return weakness === undefined
      ? { hash: await hashPassword(password) }
      : { complaint: `${weakness} Nothing was changed.` };
  };

  const add = async (userName: string, details: AccountDetails): Promise<Complaint> => {
    const { creator: creatorName, popoverFile, ...profile } = details;
    for (const taken of [userName, details.email])
      if (await find(taken))
        return `There is already an account with the name or address "${taken}".`;
    const creator = creatorName === undefined ? undefined : await find(creatorName);
    if (creatorName !== undefined && creator === undefined)
      return `There is no account "${creatorName}" to be the creator.`;
    let popoverContent: unknown = {};
    try {
      if (popoverFile !== undefined) popoverContent = JSON.parse(await readFile(popoverFile));
    } catch {
      return `${popoverFile ?? ''} cannot be read, or is not JSON.`;
    }
    const password = await newHash([userName, details.email, details.companyName]);
    if ('complaint' in password) return password.complaint;
    const id = randomUUID();
    await database.transaction(async (inside) => {
      await lockAccountTree(inside);
      await addAccount(inside, {
        ...profile,
        id,
        userName,
        active: true,
        creatorId: creator?.id ?? null,
        passwordHash: password.hash,
        popoverContent,
      });
      await logOperatorChange(inside, id, 'putAccount', { after: { ...profile, userName } });
    });
    report({ event: 'accountChanged', change: 'added', userId: id });
    await sayRights(userName, profile.flags.length);
    return undefined;
  };

  if (ask.kind === 'list') {
    const accounts = await listAccounts(database);
    for (const account of accounts) say(summary(account));
    if (accounts.length === 0) say('There are no accounts.');
    return undefined;
  }
  if (ask.kind === 'add') return add(ask.name, ask.details);
  const account = await find(ask.name);
  if (account === undefined) return `There is no account "${ask.name}".`;
  switch (ask.kind) {
    case 'remove':
      await removeAccount(database, account.id);
      report({ event: 'accountChanged', change: 'removed', userId: account.id });
      say(`${account.userName} is removed. The session has ended.`);
      return undefined;
    case 'flags':
      await replaceFlags(database, account.id, ask.flags);
      report({ event: 'accountChanged', change: 'flags', userId: account.id });
      await sayRights(account.userName, ask.flags.length);
      return undefined;
    case 'password': {
      const password = await newHash([account.userName, account.email, account.companyName]);
      if ('complaint' in password) return password.complaint;
      await database.transaction(async (inside) => {
        await lockAccountTree(inside);
        await replacePasswordHash(inside, account.id, password.hash);
        await logOperatorChange(inside, account.id, 'changePassword', {});
      });
      report({ event: 'accountChanged', change: 'password', userId: account.id });
      say(`${account.userName} has a new password. The earlier session has ended.`);
      return undefined;
    }
    case 'activate':
    case 'deactivate':
      await setActive(database, account.id, ask.kind === 'activate');
      report({ event: 'accountChanged', change: `${ask.kind}d`, userId: account.id });
      await sayRights(account.userName);
      return undefined;
  }
};
