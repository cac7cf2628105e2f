import type { ReactNode, RefObject } from 'react';
import { Button, Flex, Input, type InputRef } from 'antd';
import { counted, countText } from '../../../text/format.ts';
import { CLEAR_BUTTON } from '../clear-button.tsx';
import type { CollectionProps, WithId } from './collection-types.ts';
import { CollectionFilters } from './CollectionFilters.tsx';
import { CollectionMenu } from './CollectionMenu.tsx';
import { LoadAlert } from './LoadNotes.tsx';
import type { CollectionAddress } from './use-collection-address.ts';
import { NONE, type useCollectionRows } from './use-collection-rows.ts';

interface Props<Row extends WithId> {
  readonly owner: CollectionProps<Row>;
  readonly address: CollectionAddress;
  readonly listing: ReturnType<typeof useCollectionRows<Row>>;
  readonly titleId: string;
  readonly field: RefObject<InputRef | null>;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly isNarrow: boolean;
  /** Whether the filters are shown on a phone. There one button opens them, so that the rows begin higher up. */
  readonly showsChoices: boolean;
  readonly onShowChoices: (shows: boolean) => void;
}

/** The number of the rows, as far as it is known: until the list is read to its end, it is not [SYNC-53]. */
const countOf = <Row extends WithId>(
  { rows, load, noun }: CollectionProps<Row>,
  listed: number,
): { readonly isKnown: boolean; readonly text: ReactNode } => {
  const all = counted(rows.length, noun);
  if (load.kind === 'unread' || load.kind === 'loading') {
    return { isKnown: false, text: rows.length > 0 && `${all} so far` };
  }
  const isKnown = rows.length > 0 || load.kind !== 'failed';
  return {
    isKnown,
    text: isKnown && (listed < rows.length ? `${countText(listed)} of ${all}` : all),
  };
};

/** The title of a collection with its count, menu and main button, and below them the search and the filters. */
export const CollectionHead = <Row extends WithId>(props: Props<Row>) => {
  const { owner, address, listing, field, text, isNarrow, showsChoices } = props;
  const { title, load, rows, primary, ownFilters, filters = NONE, states = NONE } = owner;
  const { found, listed, state } = listing;
  const count = countOf(owner, listed.length);
  const hasChoices = filters.length > 0 || states.length > 0 || ownFilters !== undefined;
  const areFiltersShown = !isNarrow || showsChoices;
  const chosenCount =
    filters.filter(({ key }) => address.get(key) !== '').length +
    (state === undefined ? 0 : 1) +
    (ownFilters?.set ?? 0);
  return (
    <>
      <div className="collection__head page__head">
        <h1 id={props.titleId}>{title}</h1>
        {owner.extra}
        <span className="muted" role="status">
          {count.text}
          {owner.attention && <> · {owner.attention}</>}
        </span>
        <Flex component="span" gap={8} className="push no-print">
          <CollectionMenu owner={owner} address={address} listed={listed} />
          {primary && (
            <Button type="primary" disabled={load.kind === 'readOnly'} onClick={primary.onClick}>
              {primary.label}
            </Button>
          )}
        </Flex>
      </div>
      <div className="collection__tools row" role="search">
        <Input
          ref={field}
          className="collection__search"
          allowClear={CLEAR_BUTTON}
          aria-label={owner.searchLabel}
          placeholder={`${owner.searchLabel}…`}
          value={text}
          onChange={({ target }) => props.onText(target.value)}
        />
        {isNarrow && hasChoices && (
          <Button aria-expanded={showsChoices} onClick={() => props.onShowChoices(!showsChoices)}>
            Filters{chosenCount > 0 && ` · ${countText(chosenCount)}`}
          </Button>
        )}
        {areFiltersShown && (
          <CollectionFilters
            address={address}
            filters={filters}
            states={states}
            rows={rows}
            found={count.isKnown ? found : undefined}
          />
        )}
      </div>
      <LoadAlert load={load} />
      {areFiltersShown && ownFilters?.fields}
    </>
  );
};
