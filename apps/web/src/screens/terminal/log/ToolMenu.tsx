import { useEffect, useRef, useState, type ReactNode } from 'react';

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
  const panel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = root.current;
    if (!isOpen || element === null) return undefined;
    const onOutside = (event: Event): void => {
      if (event.target instanceof Node && !element.contains(event.target)) setOpen(false);
    };
    const close = (): void => {
      setOpen(false);
      button.current?.focus();
    };
    // On the document: what the button does is done by then, and it is still there.
    const onClick = ({ target }: Event): void => {
      const chosen = target instanceof Element ? target.closest('button') : null;
      if (panel.current?.contains(chosen) === true) close();
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      close();
    };
    document.addEventListener('click', onClick);
    document.addEventListener('pointerdown', onOutside);
    document.addEventListener('focusin', onOutside);
    element.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('click', onClick);
      document.removeEventListener('pointerdown', onOutside);
      document.removeEventListener('focusin', onOutside);
      element.removeEventListener('keydown', onKeyDown);
    };
  }, [isOpen]);

  return (
    <div ref={root} className="tool-menu">
      <button
        ref={button}
        type="button"
        className="tool-button tool-button--icon"
        aria-label={label}
        aria-expanded={isOpen}
        title={title}
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        <span aria-hidden>⋯</span>
      </button>
      {isOpen && (
        <div ref={panel} className="tool-menu__panel" role="group" aria-label={label}>
          {children}
        </div>
      )}
    </div>
  );
};
