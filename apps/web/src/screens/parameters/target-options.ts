import type { Account, Asset, Assignment } from '@batbot/core/workspace';

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
