import type { Side, SideProps } from './sides.ts';
import './side.css';

interface Props extends SideProps {
  readonly side: Side;
  readonly onClose: () => void;
}

/** One panel beside the log; over it where there is no room beside. */
export const SidePanel = ({ side: { label, Panel }, onClose, ...props }: Props) => (
  <aside
    className="side"
    aria-label={label}
    onKeyDown={(event) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      onClose();
    }}
  >
    <header className="side__head">
      <h2 className="side__title">{label}</h2>
      <button type="button" className="tool-button" aria-label={`Close ${label}`} onClick={onClose}>
        <span aria-hidden>✕</span>
      </button>
    </header>
    <div className="side__body">
      <Panel {...props} />
    </div>
  </aside>
);
