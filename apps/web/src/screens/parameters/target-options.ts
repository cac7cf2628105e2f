import { groupBy } from '@batbot/core';
import {
  isScrapped,
  seesDocument,
  serialKey,
  type Account,
  type Asset,
  type Assignment,
  type WorkspaceDocument,
} from '@batbot/core/workspace';
import { packText } from '../workspace/pack-text.ts';
import type { Standards } from './use-standards.ts';

/** "City Fleet (client)"; several accounts can belong to one client. */
export const accountText = ({ clientName, userName }: Account): string =>
  clientName === undefined || clientName === userName ? userName : `${clientName} (${userName})`;

type Targets = Pick<Standards, 'accounts' | 'packs' | 'workspace'>;

interface Option {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

/** Returns an option that cannot be chosen, with the reason in its label. */
const disabledOption = ({ value, label }: Option, reason: string): Option => ({
  value,
  label: `${label} · ${reason}`,
  disabled: true,
});

const whoSees = (document: WorkspaceDocument, { accounts, workspace }: Targets) =>
  seesDocument(document, { accounts, userId: workspace?.userId });

/**
 * Returns the accounts, and the packs that are not scrapped, to which a document can be assigned. A value is `assetId
 * …` or `accountId …`. Those that the server would refuse are disabled.
 */
export const targetOptions = (targets: Targets, document: WorkspaceDocument | undefined) => {
  const { accounts, packs } = targets;
  const sees = document === undefined ? () => true : whoSees(document, targets);
  const accountOptions = accounts.map((each): Option => {
    const option = { value: `accountId ${each.id}`, label: accountText(each) };
    return sees(each.id) ? option : disabledOption(option, 'cannot see it');
  });
  const present = packs.filter((each) => !isScrapped(each));
  const same = groupBy(present, ({ serial }) => serialKey(serial));
  const packOptions = present.map((each): Option => {
    const isOnly = same.get(serialKey(each.serial))?.length === 1;
    const label = `SN ${isOnly ? each.serial : packText(each)}`;
    const option = { value: `assetId ${each.id}`, label };
    return sees(each.ownerId) ? option : disabledOption(option, 'its account cannot see it');
  });
  const byLabel = (a: Option, b: Option): number => a.label.localeCompare(b.label);
  return [
    {
      label: 'Accounts, with the packs of those below',
      options: accountOptions.toSorted(byLabel),
    },
    { label: 'Packs', options: packOptions.toSorted(byLabel) },
  ];
};

/** Returns the option of a document that is assigned to a pack. It is disabled if the server would refuse it. */
export const documentOption = (
  option: Option,
  document: WorkspaceDocument,
  pack: Asset | undefined,
  targets: Targets,
): Option =>
  pack === undefined || whoSees(document, targets)(pack.ownerId)
    ? option
    : disabledOption(option, `the account of SN ${pack.serial} cannot see it`);

/** Describes the packs to which a document is assigned: "SN 12", "North Fleet, model P48". */
export const audienceText = (
  { assetId, accountId, filter }: Assignment,
  { packs, accounts }: { readonly packs: readonly Asset[]; readonly accounts: readonly Account[] },
): string => {
  if (assetId !== undefined) {
    const pack = packs.find(({ id }) => id === assetId);
    return pack === undefined ? 'a pack not on this computer' : `SN ${pack.serial}`;
  }
  const account = accounts.find(({ id }) => id === accountId);
  const name = account === undefined ? 'an account above' : accountText(account);
  const parts = [
    filter?.maker,
    filter?.model === undefined ? undefined : `model ${filter.model}`,
    filter?.firmware === undefined ? undefined : `firmware ${filter.firmware}`,
  ];
  return [name, ...parts].filter(Boolean).join(', ');
};
