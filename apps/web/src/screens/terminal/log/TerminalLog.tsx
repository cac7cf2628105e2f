import {
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import {
  createLogRows,
  stripAnsi,
  styledRuns,
  timeText,
  type Bookmark,
  type Terminal,
} from '@batbot/core';
import { useCore } from '../../../react/core-context.tsx';
import { useLive } from '../../../react/use-live.ts';
import { createRowSlots, useVirtualRows } from '../../../react/use-virtual-rows.ts';
import { countText } from '../../../text/format.ts';
import { PrintedLines } from '../../controls/PrintedLines.tsx';
import { keysOf, shortcutOf } from '../keys/shortcuts.ts';
import { useShortcuts } from '../keys/use-shortcuts.ts';
import { decodedAt, DecodedLine } from './DecodedLine.tsx';
import { EmptyLog } from './EmptyLog.tsx';
import { LatestButton } from './LatestButton.tsx';
import { copiedParts, savedParts } from './log-export.ts';
import { LogRow, PendingRow, ROW_PX, type LogLook } from './LogRow.tsx';
import { useLogCopy } from './use-log-copy.ts';
import { SAMPLE_TEXT, useLogGeometry } from './use-log-geometry.ts';
import type { LogPanel } from './use-log-panel.ts';
import './log.css';

/** Rows rendered above and below the window. */
const OVERSCAN = 8;

/**
 * Returns the functions that style the entries. Returns a new object only if marks or matches may have changed, because
 * a new object renders all rows again.
 */
const useLogLook = ({ search, highlights }: Terminal): LogLook => {
  const revision = useLive(highlights.revision$);
  const { query, isDone, count } = useLive(search.state$);
  const hasHits = count > 0;
  return useMemo(
    () => ({
      runs: (entry, current) =>
        styledRuns(
          entry.text,
          highlights.marksIn,
          query === undefined ? [] : search.rangesIn(entry),
          current,
        ),
      byteHits: search.rangesIn,
    }),
    // The results of the functions depend on these, although they do not name them.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [search, highlights, revision, query, isDone, hasHits],
  );
};

/** The log. It renders only the rows in the window, and follows its end unless the user scrolls away. */
export const TerminalLog = ({ panel }: { readonly panel: LogPanel }) => {
  const { terminal } = useCore();
  const shown = useLive(terminal.shown$);
  const pending = useLive(terminal.pendingLine$);
  const { format, times } = useLive(terminal.settings.value$);
  const { isPaused } = useLive(terminal.pause.state$);
  const bookmarks = useLive(terminal.bookmarks.list$);
  const { current } = useLive(terminal.search.state$);
  const sampleText = useRef<HTMLSpanElement>(null);
  const { columns, bytesPerRow } = useLogGeometry(sampleText);
  const [layOut] = useState(createLogRows);
  const [assignSlots] = useState(createRowSlots);
  const look = useLogLook(terminal);
  const [selectedId, setSelectedId] = useState<number>();

  const hex = format === 'hex';
  const layout = layOut(shown, { hex, columns, bytesPerRow });
  const pendingRows = isPaused
    ? 0
    : hex
      ? Math.ceil((pending.to - pending.from) / bytesPerRow)
      : Math.ceil(stripAnsi(pending.text).length / columns);
  const contentPx = (layout.totalRows + pendingRows) * ROW_PX;
  const newestId = layout.item(layout.count - 1)?.entry.id ?? 0;
  const window = useVirtualRows<HTMLDivElement>({
    contentPx,
    newestId,
    anchorAt: (px) => {
      const item = layout.item(layout.indexAtRow(Math.floor(px / ROW_PX)));
      return { id: item?.entry.id ?? 0, above: px - (item?.row ?? 0) * ROW_PX };
    },
    topOf: (id) => (layout.item(layout.indexOfId(id))?.row ?? layout.totalRows) * ROW_PX,
  });
  const { box, top, height, isBehind, seenId } = window;
  const unseen = newestId <= seenId ? 0 : layout.count - layout.indexOfId(seenId + 1);
  const copy = useLogCopy({
    box,
    all: () => copiedParts(terminal),
    between: (from, to) => copiedParts(terminal, from, to),
    report: panel.report,
    stay: window.hold,
  });

  const toLatest = (): void => {
    window.follow();
    box.current?.focus({ preventScroll: true });
  };
  useShortcuts({ latest: toLatest });

  const firstSeen = layout.indexAtRow(Math.floor(top / ROW_PX));
  const lastSeen = layout.indexAtRow(Math.ceil((top + height) / ROW_PX) - 1);
  const first = Math.max(0, layout.indexAtRow(Math.floor(top / ROW_PX) - OVERSCAN));
  const last = layout.indexAtRow(Math.ceil((top + height) / ROW_PX) + OVERSCAN);
  const items = Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) =>
    layout.item(first + offset),
  );
  const slotOf = assignSlots(first, items.length, Math.ceil(height / ROW_PX) + 2 * OVERSCAN + 2);
  const bookmarkOf = new Map<number, Bookmark>(bookmarks.map((each) => [each.id, each]));

  const firstId = layout.item(firstSeen)?.entry.id ?? 0;
  const lastId = layout.item(lastSeen)?.entry.id ?? 0;
  const visibleEntries = useRef({ firstId, lastId });
  useEffect(() => {
    visibleEntries.current = { firstId, lastId };
  }, [firstId, lastId]);
  useImperativeHandle(panel.list, () => ({
    follow: window.follow,
    visibleEntries: () => visibleEntries.current,
    pressedId: copy.pressedId,
    show: (id, place) => {
      const item = layout.item(layout.indexOfId(id));
      if (item === undefined) return;
      visibleEntries.current = { firstId: id, lastId: id }; // until the log has scrolled: a second key may come before
      // Because of wide characters the computed row may be wrong, but it is never below the last row of the entry.
      const row = Math.floor((place ?? 0) / (hex ? bytesPerRow : columns));
      const from = item.row + Math.min(row, item.rows - 1);
      const to = place === undefined ? item.row + item.rows : from + 1;
      window.show(from * ROW_PX, to * ROW_PX, 'third');
    },
  }));

  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.max(ROW_PX, height - ROW_PX);
    const steps: Readonly<Record<string, number>> = {
      ArrowUp: -ROW_PX,
      ArrowDown: ROW_PX,
      PageUp: -page,
      PageDown: page,
    };
    const step = steps[keysOf(event)];
    const action = shortcutOf(event, 'list');
    if (action === 'selectAll') copy.selectAll();
    else if (action === 'toTop') window.scrollTo(0);
    else if (action === 'toBottom') window.follow();
    else if (step !== undefined) window.scrollTo(top + step);
    else {
      if (event.key === 'Escape') {
        copy.selectNothing();
        setSelectedId(undefined);
      }
      return;
    }
    event.preventDefault();
  };

  const sample = selectedId === undefined ? undefined : decodedAt(shown.view, selectedId);
  const selected = selectedId === undefined ? undefined : layout.item(layout.indexOfId(selectedId));

  // One listener for all rows keeps rows inexpensive.
  const onClick = ({ target }: MouseEvent): void => {
    if (!(target instanceof Element) || document.getSelection()?.isCollapsed === false) return;
    const id = Number(target.closest<HTMLElement>('[data-entry]')?.dataset['entry']);
    if (target.closest('[data-gutter]') !== null) terminal.bookmarks.toggle(id);
    else if (target.closest('[data-note]') !== null) panel.open({ kind: 'note', id });
    else setSelectedId(id === selectedId ? undefined : id);
  };

  return (
    <div className="log frame" ref={panel.root}>
      <div className="log__frame">
        <div
          ref={box}
          className="log__box"
          role="log"
          aria-label="Terminal log"
          aria-live="off"
          tabIndex={0}
          data-all-selected={copy.isAllSelected}
          onScroll={window.onScroll}
          onKeyDown={onKeyDown}
          onCopy={copy.onCopy}
          onPointerDown={copy.onPointerDown}
          onPointerMove={copy.onPointerMove}
          onClick={onClick}
        >
          <span ref={sampleText} className="log__sample" aria-hidden>
            {SAMPLE_TEXT}
          </span>
          <div className="log__content" style={{ height: contentPx }}>
            <div style={{ transform: `translateY(${(layout.item(first)?.row ?? 0) * ROW_PX}px)` }}>
              {items.map(
                (item, offset) =>
                  item && (
                    <LogRow
                      key={slotOf(first + offset)}
                      entry={item.entry}
                      time={timeText(
                        item.entry,
                        times,
                        shown.view.startMs,
                        layout.item(first + offset - 1)?.entry,
                      )}
                      height={item.rows * ROW_PX}
                      bytesPerRow={hex ? bytesPerRow : undefined}
                      look={look}
                      found={item.entry.id === current?.id ? current.range : undefined}
                      bookmark={bookmarkOf.get(item.entry.id)}
                    />
                  ),
              )}
            </div>
            {pendingRows > 0 && (
              <PendingRow
                pending={pending}
                bytesPerRow={hex ? bytesPerRow : undefined}
                top={layout.totalRows * ROW_PX}
                height={pendingRows * ROW_PX}
              />
            )}
            {sample !== undefined && selected !== undefined && selected.entry.id === selectedId && (
              <DecodedLine
                sample={sample}
                top={selected.row * ROW_PX}
                height={selected.rows * ROW_PX}
                onClose={() => setSelectedId(undefined)}
              />
            )}
          </div>
          {layout.count === 0 && pendingRows === 0 && <EmptyLog />}
        </div>
        {isBehind && (
          <LatestButton onClick={toLatest}>
            {unseen > 0 && <span className="hint">{countText(unseen)} new</span>}
          </LatestButton>
        )}
      </div>
      <PrintedLines parts={() => savedParts(terminal, 'text')} />
    </div>
  );
};
