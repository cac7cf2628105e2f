import { useLayoutEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { createLogRows, printable, type LogLayout, type Terminal } from '@batbot/core';
import { useLive } from '../../../react/use-live.ts';
import { logText } from './log-export.ts';
import { selectedLines } from './log-selection.ts';
import { LogRow } from './LogRow.tsx';
import { createRowSlots } from './row-slots.ts';
import { SAMPLE_TEXT, useLogGeometry } from './use-log-geometry.ts';

/** Height of a row, pixels; the style sheet takes it from here. */
const ROW_PX = 20;
/** Rows kept ready beyond the window, on either side. */
const OVERSCAN = 8;

/** What stands at the top of the window: found again after the log was laid out anew. */
interface Anchor {
  readonly revision: number;
  readonly id: number;
  /** Pixels of that entry above the window. */
  readonly above: number;
}

const anchorAt = (layout: LogLayout, top: number): Anchor | undefined => {
  const item = layout.item(layout.indexAtRow(Math.floor(top / ROW_PX)));
  return item && { revision: layout.revision, id: item.entry.id, above: top - item.row * ROW_PX };
};

const topOf = (layout: LogLayout, anchor: Anchor): number => {
  const item = layout.item(layout.indexOfId(anchor.id));
  return item === undefined
    ? layout.totalRows * ROW_PX
    : item.row * ROW_PX + Math.min(anchor.above, item.rows * ROW_PX);
};

/** The log: only what is in the window is rendered; it stays at the bottom only while the user is there. */
export const TerminalLog = ({ terminal }: { readonly terminal: Terminal }) => {
  const shown = useLive(terminal.shown$);
  const pending = useLive(terminal.pendingLine$);
  const { format } = useLive(terminal.settings.value$);
  const box = useRef<HTMLDivElement>(null);
  const sample = useRef<HTMLSpanElement>(null);
  const { columns, bytesPerRow, height } = useLogGeometry(box, sample);
  const [layOut] = useState(createLogRows);
  const [assignSlots] = useState(createRowSlots);
  const [follows, setFollows] = useState(true);
  const [top, setTop] = useState(0);
  const [allSelected, setAllSelected] = useState(false);
  const [seenId, setSeenId] = useState(0);
  const anchor = useRef<Anchor>(undefined);
  const placed = useRef(0);

  const hex = format === 'hex';
  const layout = layOut(shown, { hex, columns, bytesPerRow });
  const newestId = layout.item(layout.count - 1)?.entry.id ?? 0;
  const pendingRows = pending === '' ? 0 : Math.max(1, Math.ceil(pending.length / columns));
  const contentPx = (layout.totalRows + pendingRows) * ROW_PX;
  const bottom = Math.max(0, contentPx - height);
  const moved = anchor.current !== undefined && anchor.current.revision !== layout.revision;
  const kept = moved && anchor.current !== undefined ? topOf(layout, anchor.current) : top;
  const shownTop = follows ? bottom : Math.min(kept, bottom);

  // After every render: what is shown and where the box stands must agree. Each branch that sets state ends the
  // condition that led to it.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const scrolledUp = element.scrollTop < placed.current - 1 && element.scrollTop < bottom - 1;
    if (follows && scrolledUp && !moved) {
      // The user has scrolled since the last paint, and its event is still to come.
      setSeenId(newestId);
      setFollows(false);
      setTop(element.scrollTop);
      return;
    }
    if (follows || moved) {
      element.scrollTop = shownTop;
      placed.current = element.scrollTop;
      if (moved) setTop(shownTop);
    }
    anchor.current = anchorAt(layout, shownTop);
  });

  // A virtual list breaks the browser's own "select all" and copy: these stand in for them.
  const onKeyDown = (event: KeyboardEvent): void => {
    const isAll = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a';
    if (isAll) {
      event.preventDefault();
      document.getSelection()?.removeAllRanges();
      setAllSelected(true);
    } else if (event.key === 'Escape') setAllSelected(false);
  };

  const onCopy = (event: ClipboardEvent): void => {
    const entryOf = (id: number) => layout.item(layout.indexOfId(id))?.entry;
    const text = allSelected
      ? logText(shown, terminal.settings.value$.value)
      : selectedLines(event.currentTarget as HTMLElement, document.getSelection(), entryOf, hex); // the box, an element
    if (text === undefined) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', text);
  };

  const onScroll = (): void => {
    const element = box.current;
    if (element === null) return;
    placed.current = element.scrollTop;
    setTop(element.scrollTop);
    const isAtBottom =
      element.scrollTop >= element.scrollHeight - element.clientHeight - ROW_PX / 2;
    if (follows && !isAtBottom) setSeenId(newestId);
    setFollows(isAtBottom);
  };

  const first = Math.max(0, layout.indexAtRow(Math.floor(shownTop / ROW_PX) - OVERSCAN));
  const last = layout.indexAtRow(Math.ceil((shownTop + height) / ROW_PX) + OVERSCAN);
  const items = Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) =>
    layout.item(first + offset),
  );
  const slotOf = assignSlots(first, items.length, Math.ceil(height / ROW_PX) + 2 * OVERSCAN + 2);

  return (
    <div className="log">
      <div
        ref={box}
        className="log__box"
        role="log"
        aria-label="Terminal log"
        aria-live="off"
        tabIndex={0}
        data-all-selected={allSelected}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
        onCopy={onCopy}
        onPointerDown={() => {
          setAllSelected(false);
        }}
      >
        <span ref={sample} className="log__sample" aria-hidden>
          {SAMPLE_TEXT}
        </span>
        <div className="log__content" style={{ height: contentPx }}>
          {items.map(
            (item, offset) =>
              item && (
                <LogRow
                  key={slotOf(first + offset)}
                  entry={item.entry}
                  top={item.row * ROW_PX}
                  height={item.rows * ROW_PX}
                  bytesPerRow={hex ? bytesPerRow : undefined}
                />
              ),
          )}
          {pendingRows > 0 && (
            <div
              className="log__row log__row--pending"
              style={{
                transform: `translateY(${layout.totalRows * ROW_PX}px)`,
                height: pendingRows * ROW_PX,
              }}
            >
              <span className="log__time">on its way</span>
              <span className="log__glyph">&lt;-</span>
              <span className="log__text">{printable(pending)}</span>
            </div>
          )}
        </div>
        {layout.count === 0 && pendingRows === 0 && (
          <p className="log__empty">
            Nothing was said yet. Connect a device in the bar above, or the simulated one, then type
            a command such as <code>AT</code> below.
          </p>
        )}
      </div>
      {!follows && (
        <button
          type="button"
          className="button log__latest"
          onClick={() => {
            setFollows(true);
            box.current?.focus({ preventScroll: true });
          }}
        >
          <span aria-hidden>↓</span> Latest
          {newestId > seenId && (
            <span className="log__new tabular">
              {(layout.count - layout.indexOfId(seenId + 1)).toLocaleString('en')} new
            </span>
          )}
        </button>
      )}
    </div>
  );
};
