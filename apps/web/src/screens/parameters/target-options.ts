import type { Account, Asset } from '@batbot/core/workspace';

/** "City Fleet (client)"; several accounts can belong to one client. */
export const accountText = ({ clientName, userName }: Account): string =>
  clientName === undefined || clientName === userName ? userName : `${clientName} (${userName})`;

/** Returns the packs and accounts to which a document can be assigned. A value is `assetId …` or `accountId …`. */
export const targetOptions = ({
  accounts,
  packs,
}: {
  readonly accounts: readonly Account[];
  readonly packs: readonly Asset[];
}) => [
  {
    label: 'Accounts, with the packs of those below',
    options: accounts
      .map((each) => ({ value: `accountId ${each.id}`, label: accountText(each) }))
      .toSorted((a, b) => a.label.localeCompare(b.label)),
  },
  {
    label: 'Packs',
    options: packs
      .map((each) => ({ value: `assetId ${each.id}`, label: `SN ${each.serial}` }))
      .toSorted((a, b) => a.label.localeCompare(b.label)),
  },
];
