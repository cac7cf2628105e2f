import {
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';
import { Button, Drawer, Input, Splitter, type InputRef } from 'antd';
import { csvLine, csvText } from '@batbot/core';
import { useMedia } from '../../../react/use-media.ts';
import { counted, countText } from '../../../text/format.ts';
import { Menu } from '../Menu.tsx';
import { saveFile } from '../save-file.ts';
import { itemsOf, sorted, type CollectionProps } from './collection-types.ts';
import { CollectionFilters } from './CollectionFilters.tsx';
import { CollectionTable, rowId } from './CollectionTable.tsx';
import { LoadAlert, Loading } from './LoadNotes.tsx';
import { useCollectionAddress } from './use-collection-address.ts';
import './collection.css';

const BYTE_ORDER_MARK = '\uFEFF';
const NONE: readonly never[] = [];

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
export const Collection = <Row,>(props: CollectionProps<Row>) => {
  const {
    rows,
    columns,
    load,
    rowKey,
    bulk,
    filters = NONE,
    states = NONE,
    group,
    primary,
    ownFilters,
  } = props;
  const address = useCollectionAddress(props.path);
  const isNarrow = useMedia('(width < 768px)');
  const isWide = useMedia('(width >= 1200px)');
  const titleId = useId();
  const field = useRef<InputRef>(null);
  const grid = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [active, setActive] = useState<string>();
  const [listSize, setListSize] = useState<number | string>('45%');
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [showsChoices, setShowsChoices] = useState(false);

  // While the user types, the address is updated after the field. Back and Forward update the field.
  const q = address.get('q');
  const isPop = useNavigationType() === NavigationType.Pop;
  const [text, setText] = useState(q);
  const [seen, setSeen] = useState(q);
  if (q !== seen) {
    setSeen(q);
    if (isPop) setText(q);
  }
  const wanted = text.trim().toLowerCase();

  const state = address.get('state');
  const sort = address.get('sort') || props.defaultSort;
  const hidden = address.get('hide').split(',');
  const isGrouped = address.get('group') !== '' && group !== undefined;
  const isDense = address.get('dense') !== '';
  const choice = JSON.stringify(filters.map(({ key }) => address.get(key)));
  const shownColumns = columns.filter(({ key }) => !hidden.includes(key));

  const { search } = props;
  const find = useCallback(
    (words: string, values: readonly string[]) =>
      rows.filter(
        (row) =>
          filters.every(({ of }, index) => values[index] === '' || of(row) === values[index]) &&
          search(row).toLowerCase().includes(words),
      ),
    [rows, filters, search],
  );
  const ofState = states.find(({ key }) => key === state);
  const arrange = useCallback(
    (matching: readonly Row[], by: string) =>
      sorted(ofState === undefined ? matching : matching.filter(ofState.matches), columns, by),
    [ofState, columns],
  );
  // Rows are filtered and sorted after the field is painted, so that typing is smooth with 10,000 rows.
  const lateWanted = useDeferredValue(wanted);
  const lateChoice = useDeferredValue(choice);
  const lateSort = useDeferredValue(sort);
  const isLate = lateWanted !== wanted || lateChoice !== choice || lateSort !== sort;
  const found = useMemo(
    () => find(lateWanted, JSON.parse(lateChoice) as readonly string[]), // `choice` above is written in this form
    [find, lateWanted, lateChoice],
  );
  const listed = useMemo(() => arrange(found, lateSort), [arrange, found, lateSort]);
  const groupOf = isGrouped ? group.of : undefined;
  const items = useMemo(() => itemsOf(listed, rowKey, groupOf), [listed, rowKey, groupOf]);
  /**
   * Returns the keys of the rows for the current search. Keys pressed right after typing must not apply to outdated
   * rows.
   */
  const keysNow = (): readonly string[] =>
    (isLate
      ? itemsOf(
          arrange(find(wanted, JSON.parse(choice) as readonly string[]), sort),
          rowKey,
          groupOf,
        )
      : items
    ).flatMap(({ kind, key }) => (kind === 'row' ? [key] : []));
  const open = rows.find((row) => rowKey(row) === address.id);
  const chosenRows = listed.filter((row) => selected.includes(rowKey(row)));
  const isFiltered = listed.length < rows.length;

  const wasOpen = useRef(address.id !== undefined);
  useEffect(() => {
    const isOpen = address.id !== undefined;
    if (isNarrow && isOpen) heading.current?.focus();
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
    const same = rows.filter((row) => props.exact?.(row, text) === true).map(rowKey);
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

  const exportRows = (): void => {
    const lines = [
      csvLine(shownColumns.map(({ title }) => csvText(title))),
      ...listed.map((row) => csvLine(shownColumns.map((column) => csvText(column.text(row))))),
    ];
    const name = `${props.title.toLowerCase()}.csv`;
    saveFile(document, name, 'text/csv', [BYTE_ORDER_MARK, ...lines]);
  };
  const choose = (key: string): void => {
    if (key === 'export') exportRows();
    else if (key === 'group') address.set({ group: isGrouped ? '' : '1' });
    else if (key === 'dense') address.set({ dense: isDense ? '' : '1' });
    else if (columns.some((column) => column.key === key)) {
      const next = hidden.includes(key) ? hidden.filter((each) => each !== key) : [...hidden, key];
      address.set({ hide: next.filter((each) => each !== '').join(',') });
    }
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

  // On a phone one button opens the filters, so that the rows begin higher up.
  const hasChoices = filters.length > 0 || states.length > 0 || ownFilters !== undefined;
  const areFiltersShown = !isNarrow || showsChoices;
  const chosenCount =
    filters.filter(({ key }) => address.get(key) !== '').length +
    (ofState === undefined ? 0 : 1) +
    (ownFilters?.set ?? 0);
  const head = (
    <div className="collection__head">
      <h1 id={titleId}>{props.title}</h1>
      <span className="collection__count" role="status">
        {isFiltered && load.kind !== 'loading'
          ? `${countText(listed.length)} of ${counted(rows.length, props.noun)}`
          : counted(rows.length, props.noun)}
        {props.attention !== undefined && <> · {props.attention}</>}
      </span>
      <div className="collection__tools" role="search">
        <Input
          ref={field}
          className="collection__search"
          allowClear
          aria-label={props.searchLabel}
          placeholder={`${props.searchLabel} …`}
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
            found={found}
          />
        )}
        {props.extra}
        <Menu
          menu={{
            items: [
              ...(group === undefined ? [] : [ticked('group', group.label, isGrouped)]),
              ticked('dense', 'Compact rows', isDense),
              {
                type: 'group',
                label: 'Columns',
                children: columns.map(({ key, title }) =>
                  ticked(key, title, !hidden.includes(key)),
                ),
              },
              { type: 'divider' },
              { key: 'export', label: 'Export list (CSV)', disabled: listed.length === 0 },
              ...(props.menu ?? []),
            ],
            onClick: ({ key }) => choose(key),
          }}
        >
          <Button aria-label={`${props.title}: options`}>⋯</Button>
        </Menu>
        {primary !== undefined && (
          <Button
            type="primary"
            className="collection__primary"
            disabled={load.kind === 'offline'}
            onClick={primary.onClick}
          >
            {primary.label}
          </Button>
        )}
      </div>
    </div>
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
        columns={shownColumns}
        owner={props}
        isNarrow={isNarrow}
        isDense={isDense}
        sort={sort}
        onSort={(next) => address.set({ sort: next === props.defaultSort ? '' : next })}
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
    ) : null;

  const isMissing = address.id !== undefined && open === undefined && load.kind !== 'loading';
  const detail =
    open === undefined
      ? isMissing && (
          <p className="collection__note">This {props.noun} does not exist (any more).</p>
        )
      : props.detail(open, {
          tab: address.get('tab'),
          onTab: (tab) => address.set({ tab }),
        });
  const name = open === undefined ? props.title : props.name(open);
  const detailTitle = (
    <>
      <bdi className="collection__name">{name}</bdi> {open !== undefined && props.badge?.(open)}
    </>
  );
  const isOpen = address.id !== undefined;

  if (isNarrow && isOpen) {
    return (
      <section className="page collection" aria-label={name} onKeyDown={onKey}>
        <div className="collection__head">
          <Button type="text" className="collection__back" onClick={close}>
            ← {props.title}
          </Button>
        </div>
        <h1 ref={heading} tabIndex={-1} className="collection__detail-title">
          {detailTitle}
        </h1>
        <div className="collection__detail">{detail}</div>
      </section>
    );
  }
  return (
    <section className="page page--fill collection" aria-labelledby={titleId} onKeyDown={onKey}>
      {head}
      <LoadAlert load={load} />
      {areFiltersShown && ownFilters?.fields}
      {props.notice}
      {bulk !== undefined && chosenRows.length > 0 && (
        <div className="collection__bulk" role="toolbar" aria-label="Selected rows">
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
      {isWide ? (
        <Splitter
          className="collection__body frame"
          onResize={([size]) => {
            if (size !== undefined) setListSize(size);
          }}
        >
          <Splitter.Panel
            size={isOpen ? listSize : '100%'}
            {...(isOpen ? { min: 320 } : {})}
            resizable={isOpen}
          >
            {content}
          </Splitter.Panel>
          <Splitter.Panel {...(isOpen ? { min: 360 } : { size: 0 })} resizable={isOpen}>
            {isOpen && (
              <section className="collection__detail" aria-label={name}>
                <div className="collection__detail-head">
                  <h2 className="collection__detail-title">{detailTitle}</h2>
                  <Button type="text" aria-label="Close details" onClick={close}>
                    ✕
                  </Button>
                </div>
                {detail}
              </section>
            )}
          </Splitter.Panel>
        </Splitter>
      ) : (
        <div className="collection__body frame">{content}</div>
      )}
      {!isWide && (
        <Drawer
          open={isOpen}
          size={480}
          title={detailTitle}
          onClose={close}
          styles={{ body: { padding: 12 } }}
        >
          {detail}
        </Drawer>
      )}
    </section>
  );
};
