import { useState, type ReactNode } from 'react';
import { Button, Drawer, Splitter } from 'antd';
import { hasDialogFocus } from '../../../react/has-dialog-focus.ts';

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
  // If a dialog of the detail was open before the drawer, the drawer leaves it the focus and the keys.
  const [isBelow, setBelow] = useState(hasDialogFocus);
  if (isBelow && !isOpen) setBelow(false);
  return (
    <Drawer
      open={isOpen}
      size={480}
      title={title}
      onClose={onClose}
      zIndex={900} // below the dialogs of the detail
      {...(isBelow && { autoFocus: false, focusable: { trap: false }, keyboard: false })}
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
            <div className="collection__detail-head">
              <h2 className="collection__detail-title">{title}</h2>
              <Button type="text" aria-label="Close details" onClick={onClose}>
                ✕
              </Button>
            </div>
            {detail}
          </section>
        )}
      </Splitter.Panel>
    </Splitter>
  );
};
