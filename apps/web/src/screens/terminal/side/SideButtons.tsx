import { withKeys } from '../keys/shortcuts.ts';
import { SIDES, type SideId } from './sides.ts';

/** Opens and closes the panels beside the log. */
export const SideButtons = ({
  open,
  onToggle,
}: {
  readonly open: SideId | undefined;
  readonly onToggle: (id: SideId) => void;
}) => (
  <div className="terminal__sides">
    {SIDES.map(({ id, label, shortcut }) => (
      <button
        key={id}
        type="button"
        className="tool-button"
        aria-pressed={open === id}
        {...(shortcut && { title: withKeys(`Open or close ${label}`, shortcut) })}
        onClick={() => {
          onToggle(id);
        }}
      >
        {label}
      </button>
    ))}
  </div>
);
