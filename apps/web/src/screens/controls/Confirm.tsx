import { useId, useRef, useState } from 'react';
import { Popconfirm, type PopconfirmProps } from 'antd';

/**
 * A question at a button, by default about a loss. It takes the focus, and returns it to the button. Escape answers with
 * no and leaves the panel open [PAGE-232].
 */
export const Confirm = ({ okButtonProps, ...props }: Omit<PopconfirmProps, 'open'>) => {
  const [isAsking, setAsking] = useState(false);
  const opener = useRef<Element>(null);
  const ok = useId();
  const show = (isShown: boolean): void => {
    if (isShown) opener.current = document.activeElement;
    else if (opener.current instanceof HTMLElement) opener.current.focus();
    setAsking(isShown);
  };
  return (
    <span
      role="presentation"
      onKeyDown={(event) => {
        if (!isAsking || event.key !== 'Escape') return;
        event.preventDefault();
        show(false);
      }}
    >
      <Popconfirm
        {...props}
        destroyOnHidden
        okButtonProps={{ autoFocus: true, danger: true, id: ok, ...okButtonProps }}
        open={isAsking}
        onOpenChange={show}
        // autoFocus works only for a new button. A question that is asked again while it closes keeps its button.
        afterOpenChange={(isShown) => {
          if (isShown && document.activeElement === opener.current)
            document.getElementById(ok)?.focus();
        }}
      />
    </span>
  );
};
