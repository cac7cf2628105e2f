import { SHORTCUTS, type ShortcutId } from '../keys/shortcuts.ts';

interface Props {
  readonly label: string;
  readonly keys?: ShortcutId;
  readonly isDisabled?: boolean;
  readonly onChoose: () => void;
}

/** One thing that a menu of the bar does, with its keys. */
export const MenuItem = ({ label, keys, isDisabled = false, onChoose }: Props) => (
  <button type="button" className="tool-menu__item" disabled={isDisabled} onClick={onChoose}>
    <span>{label}</span>
    {keys !== undefined && <kbd aria-hidden>{SHORTCUTS[keys].keys}</kbd>}
  </button>
);
