import { Select } from 'antd';
import { countText, DASH } from '../../../text/format.ts';
import { compareTexts, filterValue, type Filter, type State } from './collection-types.ts';
import type { CollectionAddress } from './use-collection-address.ts';
import { Choices } from '../Choices.tsx';

interface Props<Row> {
  readonly address: CollectionAddress;
  readonly filters: readonly Filter<Row>[];
  readonly states: readonly State<Row>[];
  readonly rows: readonly Row[];
  /** The rows of the search and the filters, which each state counts; undefined before they are loaded. */
  readonly found: readonly Row[] | undefined;
}

/** The filters and states of a collection. Those that are chosen are in the address. */
export const CollectionFilters = <Row,>({ address, filters, states, rows, found }: Props<Row>) => {
  const state = address.get('state');
  return (
    <div className="collection__choices row">
      {filters.map((filter) => (
        <Select
          key={filter.key}
          showSearch={{ optionFilterProp: 'label' }}
          aria-label={filter.label}
          value={address.get(filter.key)}
          popupMatchSelectWidth={false}
          options={[
            { value: '', label: `${filter.label}: all` },
            ...[...new Set(rows.map((row) => filterValue(filter, row)))]
              .toSorted(compareTexts)
              .map((value) => ({
                value,
                label: value === DASH ? `${filter.label}: none` : value,
              })),
          ]}
          onChange={(value: string) => address.set({ [filter.key]: value })}
        />
      ))}
      {states.length > 0 && (
        <Choices
          aria-label="State"
          value={states.some(({ key }) => key === state) ? state : ''}
          options={[
            { value: '', label: 'All' },
            ...states.map(({ key, label, matches }) => ({
              value: key,
              label: found ? (
                <>
                  {label} <b>{countText(found.filter(matches).length)}</b>
                </>
              ) : (
                label
              ),
            })),
          ]}
          onChange={(value) => address.set({ state: value })}
        />
      )}
    </div>
  );
};
