import { Link } from 'react-router-dom';
import type { TabId } from '@batbot/core';
import { ticketNumber, type Ticket } from '@batbot/core/tickets';
import { rowPath } from '../../react/paths.ts';
import { dateText } from '../../text/format.ts';
import { stateText } from './ticket-words.ts';
import { serialOf, usePacks } from './use-tickets.ts';

/** A short list of tickets with links to them. */
export const TicketList = ({
  tickets,
  tab,
  isOfOnePack = false,
}: {
  readonly tickets: readonly Ticket[];
  readonly tab: TabId;
  /** Whether the list is that of a pack, whose serial number is shown above it. */
  readonly isOfOnePack?: boolean;
}) => {
  const packs = usePacks();
  return (
    <ul className="lined">
      {tickets.map((ticket) => (
        <li key={ticket.id} className="ticket-entry">
          <Link to={rowPath(tab, ticket.id)}>
            {ticketNumber(ticket)} · <bdi>{ticket.title}</bdi>
          </Link>
          <span className="hint">
            {[
              stateText(ticket.state),
              !isOfOnePack && serialOf(ticket, packs),
              `opened ${dateText(ticket.openedAt)}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  );
};
