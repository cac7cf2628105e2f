import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { ticketNumber, workIn, type Ticket, type TicketEntry } from '@batbot/core/tickets';
import { countText, dateTimeText, withUnit } from '../../text/format.ts';
import { EntryView } from './EntryView.tsx';
import { TicketFacts } from './TicketFacts.tsx';
import { TICKET_STATES } from '../controls/ticket-states.ts';
import '../terminal/checks/report.css';

/** Opens the print dialog as soon as everything in the sheet is loaded. Returns a function that ends the waiting. */
const printWhenLoaded = (sheet: HTMLElement): (() => void) => {
  const check = (): void => {
    if (sheet.querySelector('[role="status"]') !== null) return;
    observer.disconnect();
    const images = [...sheet.querySelectorAll('img')].map((image) => image.decode());
    void Promise.allSettled(images).then(() => {
      if (sheet.isConnected) print();
    });
  };
  const observer = new MutationObserver(check);
  observer.observe(sheet, { childList: true, subtree: true });
  check();
  return () => observer.disconnect();
};

/** The printed report of a ticket: facts, work, parts, all entries, and room for a signature. */
export const TicketReport = ({
  ticket,
  entries,
  missing,
}: {
  readonly ticket: Ticket;
  readonly entries: readonly TicketEntry[];
  /** Says that entries may be missing. */
  readonly missing: string | undefined;
}) => {
  const { minutes, parts } = workIn(entries);
  const sheet = useRef<HTMLElement>(null);
  useEffect(() => (sheet.current === null ? undefined : printWhenLoaded(sheet.current)), []);
  return createPortal(
    <article ref={sheet} className="report-sheet stack" aria-hidden>
      <h1>
        Ticket {ticketNumber(ticket)}: <bdi>{ticket.title}</bdi>
      </h1>
      <p>
        {TICKET_STATES[ticket.state].word}. Printed {dateTimeText(Date.now())}.
      </p>
      <TicketFacts ticket={ticket} />
      {missing !== undefined && <p>{missing}</p>}
      {missing === undefined && (minutes > 0 || parts.length > 0) && (
        <>
          <h2>Work and parts</h2>
          <ul>
            {minutes > 0 && <li>{withUnit(countText(minutes), 'min')} of work</li>}
            {parts.map(({ name, number, count }) => (
              <li key={`${number} ${name}`}>
                {countText(count)} × <bdi>{name}</bdi> {number}
              </li>
            ))}
          </ul>
        </>
      )}
      <h2>Entries</h2>
      <ol className="lined">
        {entries.map((entry) => (
          <EntryView key={entry.id} entry={entry} />
        ))}
      </ol>
      <p className="report-sheet__sign">
        <span>Technician</span>
        <span>Date</span>
        <span>Client</span>
      </p>
    </article>,
    document.body,
  );
};
