import { useEffect, useRef } from 'react';
import { useMedia } from '../../../react/use-media.ts';
import { withKeys } from '../keys/shortcuts.ts';
import type { Side, SideProps } from './sides.ts';
import './side.css';

interface Props extends SideProps {
  readonly side: Side;
  readonly onClose: () => void;
  /** The focus has gone elsewhere by itself. */
  readonly onLeave: () => void;
}

/**
 * One panel beside the log; over it where there is no room beside: then the focus goes into it, Escape leads out, and
 * it goes when the focus goes elsewhere, for what has it would lie below.
 */
export const SidePanel = ({ side: { label, Panel }, onClose, onLeave, ...props }: Props) => {
  const panel = useRef<HTMLElement>(null);
  const isOver = useMedia('(width < 1024px)');
  useEffect(() => {
    if (isOver && panel.current?.contains(document.activeElement) === false) panel.current.focus();
  }, [isOver]);
  return (
    <aside
      ref={panel}
      className="side"
      aria-label={label}
      tabIndex={-1}
      onBlur={({ currentTarget, relatedTarget }) => {
        const isElsewhere =
          relatedTarget !== null &&
          !currentTarget.contains(relatedTarget) &&
          relatedTarget.closest('dialog') === null;
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
        <button
          type="button"
          className="tool-button"
          aria-label={`Close ${label}`}
          title={withKeys(`Close ${label}`, 'closePanel')}
          onClick={onClose}
        >
          <span aria-hidden>✕</span>
        </button>
      </header>
      <div className="side__body">
        <Panel {...props} />
      </div>
    </aside>
  );
};
