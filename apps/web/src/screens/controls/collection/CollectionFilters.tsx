import { Segmented, Select } from 'antd';
import { countText } from '../../../text/format.ts';
import type { Filter, State } from './collection-types.ts';
import type { CollectionAddress } from './use-collection-address.ts';

interface Props<Row> {
  readonly address: CollectionAddress;
  readonly filters: readonly Filter<Row>[];
  readonly states: readonly State<Row>[];
  readonly rows: readonly Row[];
  /** The rows of the search and the filters, which each state counts. */
  readonly found: readonly Row[];
}

/** The filters and states of a collection. Those that are chosen are in the address. */
export const CollectionFilters = <Row,>({ address, filters, states, rows, found }: Props<Row>) => {
  const state = address.get('state');
  return (
    <div className="collection__choices">
      {filters.map(({ key, label, of }) => (
        <Select
          key={key}
          showSearch
          aria-label={label}
          value={address.get(key)}
          popupMatchSelectWidth={false}
          options={[
            { value: '', label: `${label}: all` },
            ...[...new Set(rows.map(of))].toSorted().map((value) => ({ value, label: value })),
          ]}
          onChange={(value: string) => address.set({ [key]: value })}
        />
      ))}
      {states.length > 0 && (
        <Segmented
          aria-label="State"
          value={states.some(({ key }) => key === state) ? state : ''}
          options={[
            { value: '', label: 'All' },
            ...states.map(({ key, label, matches }) => ({
              value: key,
              label: `${label} ${countText(found.filter(matches).length)}`,
            })),
          ]}
          onChange={(value) => address.set({ state: value })}
        />
      )}
    </div>
  );
};
