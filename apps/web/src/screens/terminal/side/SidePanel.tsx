import { useEffect, useRef } from 'react';
import { CloseOutlined, ColumnWidthOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazyPart } from '../../../react/lazy-part.tsx';
import { useMedia } from '../../../react/use-media.ts';
import { withKeys } from '../keys/shortcuts.ts';
import type { Side, SideProps } from './SideRail.tsx';
import './side.css';

/** A separate chunk, because antd's form is large. */
const SideBody = lazyPart(
  async () => (await import('./SideBody.tsx')).SideBody,
  <p role="status">Loading…</p>,
);

interface Props extends SideProps {
  readonly side: Side;
  readonly isWide: boolean;
  readonly onClose: () => void;
  /** Called when the focus has moved out of the panel. */
  readonly onLeave: () => void;
  readonly onWide: (isWide: boolean) => void;
}

/**
 * A panel next to the log. It takes the focus when it opens, and Escape closes it. On a narrow page it covers the log,
 * and closes when it loses the focus.
 */
export const SidePanel = ({ side, isWide, onClose, onLeave, onWide, ...props }: Props) => {
  const { id, label, canBeWide } = side;
  const panel = useRef<HTMLElement>(null);
  const isOver = useMedia('(width < 1024px)');
  useEffect(() => {
    if (panel.current?.contains(document.activeElement) === false) panel.current.focus();
  }, [id]);
  return (
    <aside
      ref={panel}
      className="side frame"
      aria-label={label}
      tabIndex={-1}
      onBlur={({ currentTarget, relatedTarget }) => {
        const isElsewhere =
          relatedTarget instanceof Element &&
          !currentTarget.contains(relatedTarget) &&
          relatedTarget.closest('.terminal') !== null;
        if (isOver && isElsewhere) onLeave();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
    >
      <header className="side__head">
        <h2 className="side__title">{label}</h2>
        {canBeWide && !isOver && (
          <Button
            type="text"
            size="small"
            aria-pressed={isWide}
            aria-label="Full width"
            title={isWide ? 'Show the log beside it' : 'Use the full width'}
            icon={<ColumnWidthOutlined aria-hidden />}
            onClick={() => onWide(!isWide)}
          />
        )}
        <Button
          type="text"
          size="small"
          aria-label={`Close ${label}`}
          title={withKeys(`Close ${label}`, 'closePanel')}
          icon={<CloseOutlined aria-hidden />}
          onClick={onClose}
        />
      </header>
      <div className="side__body">
        <SideBody id={id} {...props} />
      </div>
    </aside>
  );
};
