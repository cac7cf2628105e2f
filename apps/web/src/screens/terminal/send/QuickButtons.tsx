import { withKeys, type ShortcutId } from '../keys/shortcuts.ts';

/** A button as it is shown: one of the five, or of a group. */
export interface QuickItem {
  readonly label: string;
  /** Empty for an empty place. */
  readonly command: string;
}

const KEYS: readonly ShortcutId[] = ['quick1', 'quick2', 'quick3', 'quick4', 'quick5'];

const titled = (text: string, index: number): string => {
  const id = KEYS[index];
  return id === undefined ? text : withKeys(text, id);
};

interface Props {
  readonly items: readonly QuickItem[];
  /** `Quick command 3`, `Cells 3`. */
  readonly name: string;
  readonly onPick: (index: number) => void;
}

/** A row of commands, each one click away. */
export const QuickButtons = ({ items, name, onPick }: Props) =>
  items.map(({ label, command }, index) => {
    const isEmpty = command === '';
    return (
      <button
        key={index}
        type="button"
        className="button quick__place"
        aria-label={`${name} ${index + 1}`}
        aria-description={isEmpty ? 'Empty: click to fill it' : `Sends ${command}`}
        data-empty={isEmpty}
        title={titled(
          isEmpty ? 'Empty place: click to save a command here' : `Send ${command}`,
          index,
        )}
        onClick={() => {
          onPick(index);
        }}
      >
        <span className="quick__number" aria-hidden>
          {index + 1}
        </span>
        <span className="quick__text">{isEmpty ? '+ save' : label || command}</span>
      </button>
    );
  });
