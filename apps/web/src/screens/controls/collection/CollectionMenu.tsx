import { Button } from 'antd';
import { Menu } from '../Menu.tsx';
import type { CollectionProps, WithId } from './collection-types.ts';
import { saveList } from './list-csv.ts';
import type { CollectionAddress } from './use-collection-address.ts';

/** The columns that the user has not hidden. */
export const shownColumns = <Row extends WithId>(
  { columns }: CollectionProps<Row>,
  address: CollectionAddress,
): CollectionProps<Row>['columns'] => {
  const hidden = address.get('hide').split(',');
  return columns.filter(({ key }) => !hidden.includes(key));
};

const ticked = (key: string, label: string, isOn: boolean) => ({
  key,
  label: (
    <span>
      <span aria-hidden>{isOn ? '✓ ' : '\u2003 '}</span>
      {label}
      <span className="visually-hidden">{isOn ? ', on' : ', off'}</span>
    </span>
  ),
});

/** The ⋯ menu of a collection: groups, density, columns, export. */
export const CollectionMenu = <Row extends WithId>({
  owner,
  address,
  listed,
}: {
  readonly owner: CollectionProps<Row>;
  readonly address: CollectionAddress;
  readonly listed: readonly Row[];
}) => {
  const { title, columns, exported = [], group, menu = [] } = owner;
  const shown = shownColumns(owner, address);
  const isOn = (name: string): boolean => address.get(name) !== '';

  const choose = (chosen: string): void => {
    if (chosen === 'export') saveList(title.toLowerCase(), [...shown, ...exported], listed);
    else if (chosen === 'group' || chosen === 'dense')
      address.set({ [chosen]: isOn(chosen) ? '' : '1' });
    else if (columns.some(({ key }) => key === chosen)) {
      const hidden = columns.filter((each) =>
        each.key === chosen ? shown.includes(each) : !shown.includes(each),
      );
      address.set({ hide: hidden.map(({ key }) => key).join(',') });
    }
  };
  return (
    <Menu
      menu={{
        items: [
          ...(group === undefined ? [] : [ticked('group', group.label, isOn('group'))]),
          ticked('dense', 'Compact rows', isOn('dense')),
          {
            type: 'group',
            label: 'Columns',
            children: columns.map((each) => ticked(each.key, each.title, shown.includes(each))),
          },
          { type: 'divider' },
          { key: 'export', label: 'Export list (CSV)', disabled: listed.length === 0 },
          ...menu,
        ],
        onClick: ({ key }) => choose(key),
      }}
    >
      <Button aria-label={`${title}: options`}>⋯</Button>
    </Menu>
  );
};
