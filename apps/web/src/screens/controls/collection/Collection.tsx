import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';
import { Button, type InputRef } from 'antd';
import { focusedDialog } from '../../../react/focused-dialog.ts';
import { useKeptPlace } from '../use-kept-place.tsx';
import { useMedia } from '../../../react/use-media.ts';
import { usePrinting } from '../use-printing.ts';
import { counted, countText } from '../../../text/format.ts';
import type { CollectionProps, WithId } from './collection-types.ts';
import { CollectionHead } from './CollectionHead.tsx';
import { shownColumns } from './CollectionMenu.tsx';
import { CollectionPanes } from './CollectionPanes.tsx';
import { CollectionTable, headRows, rowId } from './CollectionTable.tsx';
import { Loading, UNREAD } from './LoadNotes.tsx';
import { useCollectionAddress } from './use-collection-address.ts';
import { useCollectionKeys } from './use-collection-keys.ts';
import { NONE, useCollectionRows } from './use-collection-rows.ts';
import './collection.css';

/**
 * A list with details, shared by all tabs that show rows. Search, filters, order, the open row and its tab are in the
 * address. Keys: `/` search, ↑ ↓ row, Enter open, Esc close, N new, X select.
 */
export const Collection = <Row extends WithId>(props: CollectionProps<Row>) => {
  const { rows, load, bulk, filters = NONE } = props;
  const address = useCollectionAddress(props.path);
  const isPrinted = usePrinting(); // paper gets the layout of a phone, whose parts are below each other
  const isNarrow = useMedia('(width < 768px)') || isPrinted;
  const isWide = useMedia('(width >= 1200px)') && !isPrinted;
  const titleId = useId();
  const field = useRef<InputRef>(null);
  const grid = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [showsChoices, setShowsChoices] = useState(false);
  const [place, keep] = useKeptPlace('collection__detail-content');
  const [viewPlace, keepView] = useKeptPlace('collection__view');

  // While the user types, the address is updated after the field. Links, Back and Forward update the field.
  const q = address.get('q');
  const isTyped = useNavigationType() === NavigationType.Replace;
  const [text, setText] = useState(q);
  const [seen, setSeen] = useState(q);
  if (q !== seen) {
    setSeen(q);
    if (!isTyped) setText(q);
  }
  const listing = useCollectionRows(props, address, text);
  const { listed, items, sort, defaultSort } = listing;
  const toggle = (key: string): void => {
    setSelected((before) =>
      before.includes(key) ? before.filter((each) => each !== key) : [...before, key],
    );
  };
  const { active, setActive, close, onGridKey, onKey } = useCollectionKeys(props, {
    ...{ address, text, isWide, field, grid, toggle },
    keysNow: listing.keysNow,
  });
  const open = rows.find((row) => row.id === address.id);
  const chosen = useMemo(() => new Set(selected), [selected]);
  const chosenRows = useMemo(() => listed.filter(({ id }) => chosen.has(id)), [listed, chosen]);

  const wasOpen = useRef(address.id !== undefined);
  const printed = useRef<Element>(null); // the element that has the focus while the page is being printed
  useEffect(() => {
    const isOpen = address.id !== undefined;
    const focused = printed.current;
    printed.current = isPrinted ? document.activeElement : null;
    if (focused instanceof HTMLElement) {
      // After printing, the drawer takes the focus when it is mounted again.
      requestAnimationFrame(() => focused.focus({ preventScroll: true }));
    } else if (isNarrow && !isPrinted && isOpen && focusedDialog() === undefined) {
      heading.current?.focus();
    }
    // The focused element was removed with the detail.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) {
      grid.current?.focus();
    }
    wasOpen.current = isOpen;
  }, [isNarrow, isPrinted, address.id]);

  const clear = (): void => {
    setText('');
    address.set({ q: '', state: '', ...Object.fromEntries(filters.map(({ key }) => [key, ''])) });
    field.current?.focus();
  };
  const clearSelection = (): void => {
    setSelected([]);
    grid.current?.focus();
  };

  const list = (
    <div
      ref={grid}
      className="collection__grid"
      role="grid"
      aria-labelledby={titleId}
      aria-rowcount={items.length + headRows(isNarrow)}
      aria-multiselectable={bulk !== undefined}
      aria-activedescendant={active === undefined ? undefined : rowId(active)}
      tabIndex={0}
      onKeyDown={onGridKey}
    >
      <CollectionTable
        items={items}
        columns={shownColumns(props, address)}
        owner={props}
        isNarrow={isNarrow}
        isPrinted={isPrinted}
        isDense={address.get('dense') !== ''}
        sort={sort}
        onSort={(next) => address.set({ sort: next === defaultSort ? '' : next })}
        active={active}
        openId={address.id}
        onOpen={(key) => {
          setActive(key);
          address.open(key, text, isWide && address.id !== undefined);
        }}
        selected={selected}
        onSelect={bulk === undefined ? undefined : setSelected}
      />
    </div>
  );

  const isOpen = address.id !== undefined;
  const isPage = isNarrow && isOpen;
  const view = listed.length > 0 && (isPrinted || !isPage) ? props.view?.(listed) : undefined;
  const content =
    listed.length > 0 ? (
      // A map cannot be printed: its library draws it again for the layout of the paper, which takes too long.
      view === undefined || isPrinted ? (
        list
      ) : (
        viewPlace
      )
    ) : load.kind === 'loading' ? (
      <Loading title={props.title} />
    ) : rows.length > 0 ? (
      <div className="collection__note">
        <p>No match. The filter hides {counted(rows.length, props.noun)}.</p>
        <Button onClick={clear}>Clear</Button>
      </div>
    ) : load.kind === 'ready' ? (
      <div className="collection__note">
        <p>{props.empty.text}</p>
        {props.empty.action}
      </div>
    ) : load.kind === 'unread' ? (
      <p className="collection__note">{UNREAD}</p>
    ) : null;

  const isMissing = address.id !== undefined && open === undefined && load.kind !== 'loading';
  const detail =
    open === undefined
      ? isMissing && (
          <p className="collection__note">
            {load.kind === 'unread' || (load.kind === 'failed' && rows.length === 0)
              ? 'Not read: it is not known here.'
              : `This ${props.noun} is not in the list (any more).`}
          </p>
        )
      : props.detail(open, {
          tab: address.get('tab'),
          onTab: (tab) => address.set({ tab }),
        });
  const name = open === undefined ? props.title : props.name(open);
  const detailTitle = (
    <>
      <bdi>{name}</bdi> {open !== undefined && props.badge?.(open)}
    </>
  );
  return (
    <section
      className={isPage ? 'page collection' : 'page page--fill collection'}
      aria-label={isPage ? name : undefined}
      aria-labelledby={isPage ? undefined : titleId}
      onKeyDown={onKey}
    >
      {isPage ? (
        <>
          <div className="collection__head page__head">
            <Button type="text" className="collection__back" onClick={close}>
              ← {props.title}
            </Button>
          </div>
          <h1 ref={heading} tabIndex={-1} className="collection__detail-title">
            {detailTitle}
          </h1>
          <div className="collection__detail">{place}</div>
        </>
      ) : (
        <CollectionHead
          owner={props}
          address={address}
          listing={listing}
          titleId={titleId}
          field={field}
          text={text}
          onText={(typed) => {
            setText(typed);
            address.set({ q: typed });
          }}
          isNarrow={isNarrow}
          showsChoices={showsChoices}
          onShowChoices={setShowsChoices}
        />
      )}
      {/* Rendered in each layout, so that a dialog of the notice keeps what was typed. */}
      <div className="collection__notice" hidden={isPage}>
        {props.notice}
      </div>
      {!isPage && (
        <>
          {bulk !== undefined && chosenRows.length > 0 && (
            <div className="collection__bulk row" role="toolbar" aria-label="Selected rows">
              <span>{countText(chosenRows.length)} selected</span>
              {bulk(chosenRows, clearSelection)}
              <Button type="text" onClick={clearSelection}>
                Clear selection
              </Button>
            </div>
          )}
          <CollectionPanes
            isWide={isWide}
            isOpen={isOpen}
            name={name}
            title={detailTitle}
            detail={place}
            onClose={close}
          >
            {content}
          </CollectionPanes>
        </>
      )}
      {keep(detail)}
      {keepView(view)}
    </section>
  );
};
