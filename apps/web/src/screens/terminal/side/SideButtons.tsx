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
    {SIDES.map(({ id, label }) => (
      <button
        key={id}
        type="button"
        className="tool-button"
        aria-pressed={open === id}
        onClick={() => {
          onToggle(id);
        }}
      >
        {label}
      </button>
    ))}
  </div>
);
