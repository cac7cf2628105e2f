import { useRef, useState, type KeyboardEvent } from 'react';
import { CONTROL_KEYS, type ControlKeyId } from '@batbot/core';
import { withKeys } from '../keys/shortcuts.ts';
import { useShortcuts } from '../keys/use-shortcuts.ts';
import './control.css';

const MENU: readonly ControlKeyId[] = ['interrupt', 'endOfTransmission', 'substitute'];

interface Props {
  readonly isConnected: boolean;
  readonly onControl: (key: ControlKeyId) => void;
  /** The menu has gone: the focus goes back to the input. */
  readonly onDone: () => void;
}

/** Control characters, for keyboards that have none, and for those that browsers keep to themselves. */
export const ControlButtons = ({ isConnected, onControl, onDone }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);

  const close = (): void => {
    setOpen(false);
    onDone();
  };
  useShortcuts({
    control: () => {
      if (isOpen) close();
      else if (isConnected) setOpen(true);
    },
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    const items = [...(menu.current?.querySelectorAll('button') ?? [])];
    const at = items.findIndex((item) => item === document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) items[(at + step + items.length) % items.length]?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') close();
    else return;
    event.preventDefault();
  };

  return (
    <div
      className="control"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button
        type="button"
        className="button control__button"
        title={withKeys('Send ESC, one byte, at once', 'escape')}
        disabled={!isConnected}
        onClick={() => {
          onControl('escape');
          onDone();
        }}
      >
        ESC
      </button>
      <button
        type="button"
        className="button control__button"
        aria-label="Control characters"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        title={withKeys('Send a control character, at once', 'control')}
        disabled={!isConnected}
        onClick={() => {
          if (isOpen) close();
          else setOpen(true);
        }}
      >
        Ctrl <span aria-hidden>▴</span>
      </button>
      {isOpen && (
        <div
          ref={menu}
          className="control__menu"
          role="menu"
          aria-label="Control characters"
          tabIndex={-1}
          onKeyDown={onKeyDown}
        >
          {MENU.map((key, index) => (
            <button
              key={key}
              type="button"
              role="menuitem"
              className="control__item"
              // The menu was just opened: the keyboard goes on in it.
              ref={(button) => {
                if (index === 0 && !menu.current?.contains(document.activeElement)) button?.focus();
              }}
              onClick={() => {
                onControl(key);
                close();
              }}
            >
              <kbd>{CONTROL_KEYS[key].name}</kbd> {CONTROL_KEYS[key].does}
            </button>
          ))}
        </div>
      )}
    </div>
  );
};
