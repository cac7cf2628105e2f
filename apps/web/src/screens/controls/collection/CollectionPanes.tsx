import { useEffect, useState, type ReactNode } from 'react';
import { Button, Drawer, Flex, Splitter } from 'antd';
import { focusedDialog } from '../../../react/focused-dialog.ts';

const DetailDrawer = ({
  isOpen,
  title,
  detail,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly title: ReactNode;
  readonly detail: ReactNode;
  readonly onClose: () => void;
}) => {
  // Escape closes what was opened last, so the drawer waits for a dialog of the detail that was open before it.
  const [dialog, setDialog] = useState(focusedDialog);
  useEffect(() => {
    if (dialog === undefined) return undefined;
    // A dialog that is hidden or removed has no size any more.
    const observer = new ResizeObserver(() => {
      if (!dialog.checkVisibility()) setDialog(undefined);
    });
    observer.observe(dialog);
    observer.observe(document.body); // calls back once, also if the dialog was removed before this effect
    return () => observer.disconnect();
  }, [dialog]);
  return (
    <Drawer
      open={isOpen && dialog === undefined}
      size={480}
      title={title}
      onClose={onClose}
      zIndex={900} // below the dialogs of the detail
      styles={{ body: { padding: 12 } }}
    >
      {detail}
    </Drawer>
  );
};

/** The list with the detail of the open row: side by side on a wide screen, otherwise in a drawer. */
export const CollectionPanes = ({
  isWide,
  isOpen,
  name,
  title,
  detail,
  onClose,
  children,
}: {
  readonly isWide: boolean;
  readonly isOpen: boolean;
  readonly name: string;
  readonly title: ReactNode;
  readonly detail: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) => {
  const [listSize, setListSize] = useState<number | string>('45%');
  if (!isWide) {
    return (
      <>
        <div className="collection__body frame">{children}</div>
        <DetailDrawer isOpen={isOpen} title={title} detail={detail} onClose={onClose} />
      </>
    );
  }
  return (
    <Splitter
      className="collection__body frame"
      onResize={([size]) => {
        if (size !== undefined) setListSize(size);
      }}
    >
      <Splitter.Panel
        size={isOpen ? listSize : '100%'}
        {...(isOpen ? { min: 320 } : {})}
        resizable={isOpen}
      >
        {children}
      </Splitter.Panel>
      <Splitter.Panel {...(isOpen ? { min: 360 } : { size: 0 })} resizable={isOpen}>
        {isOpen && (
          <section className="collection__detail" aria-label={name}>
            <Flex align="start" gap={8} className="collection__detail-head">
              <h2 className="collection__detail-title">{title}</h2>
              <Button type="text" aria-label="Close details" onClick={onClose}>
                ✕
              </Button>
            </Flex>
            {detail}
          </section>
        )}
      </Splitter.Panel>
    </Splitter>
  );
};
