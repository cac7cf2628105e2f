import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { Segmented, type SegmentedProps } from 'antd';

/** The tab and the label of a group that was removed while it had the focus. The next view of the tab has it again. */
let removed: string | undefined;

/** Whether no control has the focus. A screen that is loaded gives it to the page. */
const isFree = (): boolean => document.activeElement?.matches('body, main') !== false;

/** A few choices beside each other. antd makes the group a stop of the Tab key too, at which no key does anything. */
export const Choices = <Value extends string | number>(props: SegmentedProps<Value>) => {
  const [, , tab] = useLocation().pathname.split('/');
  const id = `${tab} ${props['aria-label']}`;
  const group = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = group.current;
    if (removed === id) {
      removed = undefined;
      if (isFree())
        element?.querySelector<HTMLElement>('input:checked')?.focus({ preventScroll: true });
    }
    return () => {
      if (element?.contains(document.activeElement)) removed = id;
    };
  }, [id]);
  return <Segmented ref={group} tabIndex={-1} {...props} />;
};
