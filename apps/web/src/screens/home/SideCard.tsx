import type { ReactNode } from 'react';
import { Collapse } from 'antd';
import { useMedia } from '../../react/use-media.ts';

/** On a phone cards are one line, and History is one chart. */
export const PHONE = '(width < 640px)';

interface Props {
  readonly title: string;
  /** Beside the title, where the content is always shown. */
  readonly aside?: ReactNode;
  /** Beside the title; on a phone above the content. */
  readonly mark?: ReactNode;
  /** Instead of the content, while it is closed. */
  readonly summary: ReactNode;
  /** There is something to see: open from the start. */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

/** A card with few facts; on a phone one line that opens. */
export const SideCard = ({ title, aside, mark, summary, isOpen = false, children }: Props) =>
  useMedia(PHONE) ? (
    <Collapse
      key={String(isOpen)}
      size="small"
      className="side-card"
      expandIconPlacement="end"
      defaultActiveKey={isOpen ? title : []}
      items={[
        {
          key: title,
          label: <h2>{title}</h2>,
          extra: <span className="side-card__summary">{summary}</span>,
          children: (
            <>
              {mark}
              {children}
            </>
          ),
        },
      ]}
    />
  ) : (
    <section className="card">
      <header className="card__head">
        <h2>{title}</h2>
        {mark}
        {aside}
      </header>
      {children}
    </section>
  );
