import { useCallback, useDeferredValue, useMemo } from 'react';
import { serialKey } from '@batbot/core/workspace';
import { foldText, mayBeSerial } from '../../../text/fold-text.ts';
import {
  filterValue,
  itemsOf,
  sorted,
  type CollectionProps,
  type WithId,
} from './collection-types.ts';
import type { CollectionAddress } from './use-collection-address.ts';

export const NONE: readonly never[] = [];

/**
 * Returns the rows that match the search `text` and the filters in the address, in its order. They are computed after
 * the field is painted, so that typing is smooth with 10,000 rows.
 */
export const useCollectionRows = <Row extends WithId>(
  props: CollectionProps<Row>,
  address: CollectionAddress,
  text: string,
) => {
  const { rows, columns, search, filters = NONE, states = NONE, group } = props;
  const wanted = foldText(text.trim());
  const choice = JSON.stringify(filters.map(({ key }) => address.get(key)));
  const state = states.find(({ key }) => key === address.get('state'));
  const defaultSort = state?.rank === undefined ? props.defaultSort : '';
  const sort = address.get('sort') || defaultSort;
  const groupOf = address.get('group') === '' ? undefined : group?.of;

  const find = useCallback(
    (words: string, chosen: string) => {
      const values = JSON.parse(chosen) as readonly string[]; // `choice` above is written in this form
      const key = mayBeSerial(words) ? serialKey(words).toLowerCase() : '';
      return rows.filter((row) => {
        const searched = foldText(search(row));
        return (
          // A filter that has just appeared has no value yet in the late choice.
          filters.every(
            (filter, index) => !values[index] || filterValue(filter, row) === values[index],
          ) &&
          (searched.includes(words) || (key !== '' && searched.includes(key)))
        );
      });
    },
    [rows, filters, search],
  );
  const arrange = useCallback(
    (matching: readonly Row[], by: string) => {
      const chosen = state === undefined ? matching : matching.filter(state.matches);
      const inOrder = sorted(chosen, columns, by || props.defaultSort);
      const rank = by === '' ? state?.rank : undefined;
      return rank === undefined ? inOrder : inOrder.toSorted((a, b) => rank(b) - rank(a));
    },
    [state, columns, props.defaultSort],
  );

  const lateWanted = useDeferredValue(wanted);
  const lateChoice = useDeferredValue(choice);
  const lateSort = useDeferredValue(sort);
  const found = useMemo(() => find(lateWanted, lateChoice), [find, lateWanted, lateChoice]);
  const listed = useMemo(() => arrange(found, lateSort), [arrange, found, lateSort]);
  const items = useMemo(() => itemsOf(listed, groupOf), [listed, groupOf]);
  const isLate = lateWanted !== wanted || lateChoice !== choice || lateSort !== sort;
  return {
    /** The rows that match the search and the filters, in any state. */
    found,
    /** The rows of the chosen state, in their order. */
    listed,
    /** The same rows with the titles of their groups. */
    items,
    /** The column of the order; empty for the order of the state. */
    sort,
    defaultSort,
    state,
    /**
     * Returns the keys of the rows for the current search. Keys pressed right after typing must not apply to outdated
     * rows.
     */
    keysNow: (): readonly string[] => {
      const now = isLate ? itemsOf(arrange(find(wanted, choice), sort), groupOf) : items;
      return now.flatMap(({ kind, key }) => (kind === 'row' ? [key] : []));
    },
  };
};
