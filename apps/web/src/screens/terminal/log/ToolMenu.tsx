import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';

interface Props {
  /** Accessible name of the button and of what it opens. */
  readonly label: string;
  readonly title: string;
  readonly children: ReactNode;
}

/**
 * What finds no room in the tool bar. A click on a button of it closes it and gives the focus back, so that a dialog
 * opened from here returns there too; switches and choices leave it open.
 */
export const ToolMenu = ({ label, title, children }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return undefined;
    const onOutside = ({ target }: Event): void => {
      if (target instanceof Node && root.current?.contains(target) !== true) setOpen(false);
    };
    document.addEventListener('pointerdown', onOutside);
    document.addEventListener('focusin', onOutside);
    return () => {
      document.removeEventListener('pointerdown', onOutside);
      document.removeEventListener('focusin', onOutside);
    };
  }, [isOpen]);

  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    close();
  };
  // What a button within does is done by then; a dialog it opens gives the focus back to ours.
  const onChosen = ({ target }: MouseEvent): void => {
    if (target instanceof Element && target.closest('button') !== null) close();
  };

  return (
    <div ref={root} className="tool-menu">
      <button
        ref={button}
        type="button"
        className="tool-button tool-button--icon"
        aria-label={label}
        aria-expanded={isOpen}
        title={title}
        onKeyDown={onKeyDown}
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        <span aria-hidden>⋯</span>
      </button>
      {isOpen && (
        <div
          className="tool-menu__panel"
          role="group"
          aria-label={label}
          onClick={onChosen}
          onKeyDown={onKeyDown}
        >
          {children}
        </div>
      )}
    </div>
  );
};
