import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';
import { Button, Input, type InputRef } from 'antd';
import { focusedDialog } from '../../../react/focused-dialog.ts';
import { useKeptPlace } from '../use-kept-place.tsx';
import { useMedia } from '../../../react/use-media.ts';
import { usePrinting } from '../use-printing.ts';
import { counted, countText } from '../../../text/format.ts';
import type { CollectionProps, WithId } from './collection-types.ts';
import { CollectionFilters } from './CollectionFilters.tsx';
import { CollectionMenu, shownColumns } from './CollectionMenu.tsx';
import { CollectionPanes } from './CollectionPanes.tsx';
import { CollectionTable, rowId } from './CollectionTable.tsx';
import { LoadAlert, Loading, UNREAD } from './LoadNotes.tsx';
import { useCollectionAddress } from './use-collection-address.ts';
import { NONE, useCollectionRows } from './use-collection-rows.ts';
import './collection.css';

/** Matches an open menu or list of choices, which handles Escape itself. */
const OPEN_LIST =
  '.ant-dropdown:not(.ant-dropdown-hidden), .ant-select-dropdown:not(.ant-select-dropdown-hidden)';

const isTyping = ({ target }: { readonly target: EventTarget | null }): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/**
 * A list with details, shared by all tabs that show rows. Search, filters, order, the open row and its tab are in the
 * address. Keys: `/` search, ↑ ↓ row, Enter open, Esc close, N new, X select.
 */
export const Collection = <Row extends WithId>(props: CollectionProps<Row>) => {
  const { rows, load, bulk, filters = NONE, states = NONE, primary, ownFilters } = props;
  const address = useCollectionAddress(props.path);
  const isPrinted = usePrinting(); // paper gets the layout of a phone, whose parts are below each other
  const isNarrow = useMedia('(width < 768px)') || isPrinted;
  const isWide = useMedia('(width >= 1200px)') && !isPrinted;
  const titleId = useId();
  const field = useRef<InputRef>(null);
  const grid = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [active, setActive] = useState<string>();
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [showsChoices, setShowsChoices] = useState(false);
  const [place, keep] = useKeptPlace('collection__detail-content');

  // While the user types, the address is updated after the field. Back and Forward update the field.
  const q = address.get('q');
  const isPop = useNavigationType() === NavigationType.Pop;
  const [text, setText] = useState(q);
  const [seen, setSeen] = useState(q);
  if (q !== seen) {
    setSeen(q);
    if (isPop) setText(q);
  }
  const { found, listed, items, sort, defaultSort, state, keysNow } = useCollectionRows(
    props,
    address,
    text,
  );
  const open = rows.find((row) => row.id === address.id);
  const chosen = useMemo(() => new Set(selected), [selected]);
  const chosenRows = useMemo(() => listed.filter(({ id }) => chosen.has(id)), [listed, chosen]);
  const isFiltered = listed.length < rows.length;
  const isUnread = load.kind === 'failed' || load.kind === 'unread';
  // Until the list is read to its end, the number of its rows is not known [SYNC-53].
  const isPartial = load.kind === 'unread' || load.kind === 'loading';
  const areCounted = !isPartial && (rows.length > 0 || !isUnread);

  const wasOpen = useRef(address.id !== undefined);
  useEffect(() => {
    const isOpen = address.id !== undefined;
    if (isNarrow && isOpen && focusedDialog() === undefined) heading.current?.focus();
    // The focused element was removed with the detail.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) {
      grid.current?.focus();
    }
    wasOpen.current = isOpen;
  }, [isNarrow, address.id]);

  const clear = (): void => {
    setText('');
    address.set({ q: '', state: '', ...Object.fromEntries(filters.map(({ key }) => [key, ''])) });
    field.current?.focus();
  };
  const close = (): void => {
    setActive(address.id);
    address.open(undefined, text);
  };
  const move = (by: number): void => {
    const keys = keysNow();
    const at = keys.indexOf(active ?? address.id ?? '');
    const next = keys[Math.min(keys.length - 1, Math.max(0, at + by))];
    if (next === undefined) return;
    setActive(next);
    if (isWide && address.id !== undefined) address.open(next, text, true);
  };
  const toggle = (key: string): void => {
    setSelected((before) =>
      before.includes(key) ? before.filter((each) => each !== key) : [...before, key],
    );
  };

  /**
   * Handles Enter in the search: opens the only match or the exact match, otherwise moves the focus to the list. The
   * text is selected, so that the next scan replaces it.
   */
  const openFound = (): void => {
    const keys = keysNow();
    const same = rows.filter((row) => props.exact?.(row, text) === true).map(({ id }) => id);
    const [key, ...others] = same.length > 0 ? same : keys;
    if (key === undefined) return;
    if (others.length > 0) {
      grid.current?.focus();
      move(active === undefined ? 1 : 0);
      return;
    }
    setActive(key);
    address.open(key, text);
    field.current?.select();
  };

  const onGridKey = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: 10,
      PageUp: -10,
      Home: -rows.length,
      End: rows.length,
    };
    const step = steps[event.key];
    if (step !== undefined) move(step);
    else if (event.key === 'Enter' && active !== undefined) address.open(active, text);
    else return;
    event.preventDefault();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // React also dispatches key events of dialogs and menus to this handler, because they are its children.
    if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return;
    const isOwn = !event.defaultPrevented && document.querySelector(OPEN_LIST) === null;
    if (event.key === 'Escape' && address.id !== undefined && isOwn) close();
    if (isTyping(event)) {
      if (event.target === field.current?.input && event.key === 'ArrowDown') {
        grid.current?.focus();
        move(active === undefined ? 1 : 0);
        event.preventDefault();
      }
      if (event.target === field.current?.input && event.key === 'Enter') openFound();
      return;
    }
    if (event.key === '/') field.current?.focus();
    else if (event.key === 'n' && primary !== undefined) primary.onClick();
    else if (event.key === 'x' && active !== undefined && bulk !== undefined) toggle(active);
    else return;
    event.preventDefault();
  };

  // On a phone one button opens the filters, so that the rows begin higher up.
  const hasChoices = filters.length > 0 || states.length > 0 || ownFilters !== undefined;
  const areFiltersShown = !isNarrow || showsChoices;
  const chosenCount =
    filters.filter(({ key }) => address.get(key) !== '').length +
    (state === undefined ? 0 : 1) +
    (ownFilters?.set ?? 0);
  const head = (
    <>
      <div className="collection__head page__head">
        <h1 id={titleId}>{props.title}</h1>
        {props.extra}
        <span className="muted" role="status">
          {areCounted &&
            (isFiltered
              ? `${countText(listed.length)} of ${counted(rows.length, props.noun)}`
              : counted(rows.length, props.noun))}
          {isPartial && rows.length > 0 && `${counted(rows.length, props.noun)} so far`}
          {props.attention !== undefined && <> · {props.attention}</>}
        </span>
        <span className="collection__actions">
          <CollectionMenu owner={props} address={address} listed={listed} />
          {primary !== undefined && (
            <Button type="primary" disabled={load.kind === 'offline'} onClick={primary.onClick}>
              {primary.label}
            </Button>
          )}
        </span>
      </div>
      <div className="collection__tools row" role="search">
        <Input
          ref={field}
          className="collection__search"
          allowClear
          aria-label={props.searchLabel}
          placeholder={`${props.searchLabel}…`}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            address.set({ q: target.value });
          }}
        />
        {isNarrow && hasChoices && (
          <Button aria-expanded={showsChoices} onClick={() => setShowsChoices(!showsChoices)}>
            Filters{chosenCount > 0 && ` · ${countText(chosenCount)}`}
          </Button>
        )}
        {areFiltersShown && (
          <CollectionFilters
            address={address}
            filters={filters}
            states={states}
            rows={rows}
            found={areCounted ? found : undefined}
          />
        )}
      </div>
    </>
  );

  const list = (
    <div
      ref={grid}
      className="collection__grid"
      role="grid"
      aria-labelledby={titleId}
      aria-rowcount={items.length}
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

  const content =
    listed.length > 0 ? (
      (props.view?.(listed) ?? list)
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
            {isUnread && (isPartial || rows.length === 0)
              ? 'Not read: it is not known here.'
              : `This ${props.noun} does not exist (any more).`}
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
  const isOpen = address.id !== undefined;

  const isPage = isNarrow && isOpen;
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
        <>
          {head}
          <LoadAlert load={load} />
          {areFiltersShown && ownFilters?.fields}
        </>
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
              {bulk(chosenRows, () => {
                setSelected([]);
                grid.current?.focus();
              })}
              <Button
                type="text"
                onClick={() => {
                  setSelected([]);
                  grid.current?.focus();
                }}
              >
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
    </section>
  );
};
