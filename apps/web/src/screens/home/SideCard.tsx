import type { ReactNode } from 'react';
import { Collapse } from 'antd';
import { useMedia } from '../../react/use-media.ts';

/** Matches phones, on which each card is one line and the history is one chart. */
export const PHONE = '(width < 640px)';

interface Props {
  readonly title: string;
  /** Shown next to the title, except on phones. */
  readonly aside?: ReactNode;
  /** Shown next to the title; on a phone above the content. */
  readonly mark?: ReactNode;
  /** Shown in place of the content while the card is closed. */
  readonly summary: ReactNode;
  /** Whether the card needs attention and is open at first. */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

/** A card with a few facts. On a phone it is one line that opens. */
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
