import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import './dialog.css';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at the bottom; a Close button stands there unless told otherwise. */
  readonly actions?: ReactNode;
}

/** A question or a list over the page: the browser's own dialog, which keeps the focus and gives it back. */
export const Dialog = ({ title, onClose, children, actions }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Closed before it leaves the page, also when its owner just stops showing it: an open dialog that is taken away takes
  // the focus with it.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={titleId}
      onClose={() => {
        if (dialog.current?.open === false) onClose();
      }}
    >
      <h2 id={titleId} className="dialog__title">
        {title}
      </h2>
      <div className="dialog__body">{children}</div>
      <div className="dialog__actions">
        {actions ?? (
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            Close
          </button>
        )}
      </div>
    </dialog>
  );
};
