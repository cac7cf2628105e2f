import {
  useDeferredValue,
  useImperativeHandle,
  useLayoutEffect,
  useState,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { createTransactionFilter, type TransactionRow } from '@batbot/core';
import { useCore } from '../../../react/core-context.tsx';
import { useConnected } from '../../../react/use-connected.ts';
import { useLive } from '../../../react/use-live.ts';
import { useMedia } from '../../../react/use-media.ts';
import { useVirtualRows } from '../../../react/use-virtual-rows.ts';
import { copyText } from '../../controls/copy-text.ts';
import { PrintedLines } from '../../controls/PrintedLines.tsx';
import { LatestButton } from '../log/LatestButton.tsx';
import type { LogPanel } from '../log/use-log-panel.ts';
import { shortcutOf } from '../keys/shortcuts.ts';
import { useShortcuts } from '../keys/use-shortcuts.ts';
import { heightOfRows, rowAt, topOfRow, type RowLayout } from './row-layout.ts';
import { TransactionDetails, detailsPx } from './TransactionDetails.tsx';
import { RunningLine, TransactionLine } from './TransactionLine.tsx';
import { paperText, rowText } from './transaction-words.ts';
import type { TransactionChoice } from './TransactionFilter.tsx';
import './transactions.css';

/** Heights in pixels. The style sheet contains the same values. */
const WIDE = { rowPx: 32, headPx: 32, bytesPerRow: 16 };
const NARROW = { rowPx: 56, headPx: 0, bytesPerRow: 8 };
/** Rows rendered above and below the window. */
const OVERSCAN = 8;

interface Props {
  readonly choice: TransactionChoice;
  readonly panel: LogPanel;
}

const COPIED = { tooLong: 'Too many to copy: filter them first.' };

function* linesOfRows(rows: readonly TransactionRow[]): Generator<string> {
  for (const row of rows) yield `${rowText(row)}\n`;
}

/** Shows one row per command. Only the rows in the window are rendered, and one row at a time is open. */
export const TransactionsView = ({ choice, panel }: Props) => {
  const { transactions, terminal } = useCore();
  const isConnected = useConnected();
  const view = useLive(transactions.view$);
  const { showBackground } = useLive(terminal.settings.value$);
  const { rowPx, headPx, bytesPerRow } = useMedia('(width < 768px)') ? NARROW : WIDE;
  const [filter] = useState(createTransactionFilter);
  const [activeId, setActiveId] = useState<number>();
  const [openId, setOpenId] = useState<number>();
  const [isAllSelected, setAllSelected] = useState(false);
  const text = useDeferredValue(choice.text);
  const { outcome } = choice;
  const shown = filter(view, { text, outcome, showBackground });

  const indexOf = (id: number | undefined): number | undefined => {
    const index = id === undefined ? -1 : shown.indexOfId(id);
    return index >= 0 && index < shown.length && shown.rows[index]?.id === id ? index : undefined;
  };
  const active = indexOf(activeId);
  const open = indexOf(openId);
  const openRow = open === undefined ? undefined : shown.rows[open];
  const { running } = view;
  const isFiltered = text.trim() !== '' || outcome !== 'any';
  const shownRunning =
    running !== undefined && !isFiltered && (showBackground || running.origin === 'user')
      ? running
      : undefined;
  const layout: RowLayout = {
    count: shown.length,
    rowPx,
    ...(open === undefined ? {} : { open }),
    detailsPx: openRow === undefined ? 0 : detailsPx(openRow, bytesPerRow),
  };
  const contentPx = heightOfRows(layout) + (shownRunning === undefined ? 0 : rowPx);

  const seen = useVirtualRows<HTMLDivElement>({
    contentPx: contentPx + headPx,
    newestId: shown.rows.at(-1)?.id ?? 0,
    anchorAt: (top) => {
      const index = rowAt(layout, top);
      return { id: shown.rows[index]?.id ?? 0, above: top - topOfRow(layout, index) };
    },
    topOf: (id) => topOfRow(layout, shown.indexOfId(id)),
  });
  const { box } = seen;
  const height = Math.max(0, seen.height - headPx);

  // Scrolls to a row that the user has just selected or opened.
  useLayoutEffect(() => {
    if (active === undefined) return;
    const from = topOfRow(layout, active);
    seen.show(from, from + rowPx + headPx + (active === open ? layout.detailsPx : 0));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only then: the user may scroll away afterwards
  }, [activeId, openId]);

  const copy = (what: Iterable<string>): void => void copyText(what, COPIED).then(panel.report);
  const toLatest = (): void => {
    seen.follow();
    box.current?.focus({ preventScroll: true });
  };
  useShortcuts({ latest: toLatest });
  useImperativeHandle(panel.list, () => ({ follow: seen.follow }));
  const toggle = (id: number): void => {
    seen.hold();
    setActiveId(id);
    setOpenId(openId === id ? undefined : id);
  };
  const moveTo = (index: number): void => {
    const row = shown.rows[Math.max(0, Math.min(shown.length - 1, index))];
    if (row === undefined) return;
    seen.hold();
    setActiveId(row.id);
  };

  const onClick = ({ target }: MouseEvent): void => {
    setAllSelected(false);
    const row = target instanceof Element ? target.closest('[data-transaction]') : null;
    const isMarking = document.getSelection()?.isCollapsed === false;
    if (row instanceof HTMLElement && !isMarking) toggle(Number(row.dataset['transaction']));
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return; // the key belongs to a button of the details
    const at = active ?? shown.length;
    const page = Math.max(1, Math.floor(height / rowPx) - 1);
    const row = active === undefined ? undefined : shown.rows[active];
    const isCopy = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c';
    const hasSelection = document.getSelection()?.isCollapsed === false;
    const action = shortcutOf(event, 'list');
    if (action === 'selectAll') {
      document.getSelection()?.removeAllRanges();
      setAllSelected(true);
    } else if (isCopy && isAllSelected) copy(linesOfRows(shown.rows));
    else if (event.key === 'Escape' && isAllSelected) setAllSelected(false);
    else if (event.key === 'ArrowUp') moveTo(at - 1);
    else if (event.key === 'ArrowDown') moveTo(active === undefined ? shown.length - 1 : at + 1);
    else if (event.key === 'PageUp') moveTo(at - page);
    else if (event.key === 'PageDown') moveTo(at + page);
    else if (action === 'toTop') moveTo(0);
    else if (action === 'toBottom') {
      moveTo(shown.length - 1);
      seen.follow();
    } else if ((event.key === 'Enter' || event.key === ' ') && row !== undefined) toggle(row.id);
    else if (event.key === 'ArrowRight' && row !== undefined) setOpenId(row.id);
    else if ((event.key === 'ArrowLeft' || event.key === 'Escape') && open !== undefined) {
      setOpenId(undefined);
    } else if (isCopy && row !== undefined && !hasSelection) copy([rowText(row)]);
    else return;
    event.preventDefault();
  };

  const emptyText = (): string => {
    if (view.length === 0)
      return isConnected
        ? 'No commands yet. Type a command such as AT+ADATA.'
        : 'No commands yet. Connect a device, then type a command such as AT+ADATA.';
    return isFiltered
      ? 'No transaction matches the filter.'
      : 'Only app traffic so far. Turn on “App traffic” to see it.';
  };
  const first = Math.max(0, rowAt(layout, seen.top) - OVERSCAN);
  const last = rowAt(layout, seen.top + height) + OVERSCAN;
  const rows = shown.rows.slice(first, Math.min(shown.length, last + 1));

  return (
    <div className="transactions frame">
      <div
        ref={box}
        className="transactions__box"
        role="treegrid"
        aria-label="Transactions"
        aria-rowcount={shown.length + 1}
        aria-activedescendant={active === undefined ? undefined : `transaction-${activeId}`}
        tabIndex={0}
        data-all-selected={isAllSelected}
        onScroll={seen.onScroll}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        <div className="transactions__head" role="row" aria-rowindex={1}>
          <span role="columnheader" aria-label="Details" />
          {['Time', 'Command', 'Latency', 'Result', 'Reply'].map((name) => (
            <span key={name} role="columnheader">
              {name}
            </span>
          ))}
        </div>
        <div className="transactions__content" role="rowgroup" style={{ height: contentPx }}>
          {rows.map((row, offset) => (
            <TransactionLine
              key={row.id}
              row={row}
              index={first + offset}
              top={topOfRow(layout, first + offset)}
              isActive={row.id === activeId}
              isOpen={row.id === openId}
            />
          ))}
          {openRow !== undefined && open !== undefined && open >= first && open <= last && (
            <div
              className="transaction__details"
              role="row"
              aria-level={2}
              style={{
                transform: `translateY(${topOfRow(layout, open) + rowPx}px)`,
                height: layout.detailsPx,
              }}
            >
              <div role="gridcell">
                <TransactionDetails
                  row={openRow}
                  bytesPerRow={bytesPerRow}
                  onCopy={(what) => copy([what])}
                />
              </div>
            </div>
          )}
          {shownRunning && (
            <RunningLine running={shownRunning} index={shown.length} top={heightOfRows(layout)} />
          )}
        </div>
      </div>
      {shown.length === 0 && shownRunning === undefined && (
        <p className="list-empty">{emptyText()}</p>
      )}
      {!seen.follows && <LatestButton onClick={toLatest} />}
      <PrintedLines parts={() => shown.rows.slice(0, shown.length).map(paperText)} />
    </div>
  );
};
