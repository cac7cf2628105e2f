import { Link } from 'react-router-dom';
import { mayOpen } from '@batbot/core';
import { tabPath } from '../../react/paths.ts';
import { useSignedIn } from '../../react/use-signed-in.ts';
import { dateTimeText } from '../../text/format.ts';
import { FactList } from '../controls/FactList.tsx';
import { PRIORITY_WORDS } from './ticket-words.ts';
import { serialOf, usePacks, type TicketProps } from './use-tickets.ts';

/** The facts of a ticket, with a link to its pack. */
export const TicketFacts = ({ ticket, workspace }: TicketProps) => {
  const packs = usePacks(workspace);
  const permissions = useSignedIn()?.permissions;
  const serial = serialOf(ticket, packs);
  const pack = packs.find(({ id }) => id === ticket.assetId);
  const isLinked =
    pack !== undefined && permissions !== undefined && mayOpen('assets', permissions);
  const shownPack = isLinked ? (
    <Link to={`${tabPath('assets')}?id=${encodeURIComponent(pack.id)}&tab=timeline`}>{serial}</Link>
  ) : (
    serial
  );
  const assignee =
    ticket.assigneeId === workspace.userId ? 'Me' : (ticket.assigneeName ?? ticket.assigneeId);
  const opener = ticket.openedByName ?? (ticket.openedById === workspace.userId ? 'Me' : undefined);
  return (
    <FactList
      facts={[
        ['Pack', shownPack],
        ...(pack === undefined
          ? []
          : ([
              ['Model', [pack.maker, pack.model].filter(Boolean).join(' ')],
              ['Firmware', pack.firmware],
            ] as const)),
        ['Client', ticket.clientName ?? ticket.ownerName],
        ['Category', ticket.category],
        ['Priority', PRIORITY_WORDS[ticket.priority]],
        ['Assigned to', assignee],
        ['Due', ticket.dueAt && dateTimeText(ticket.dueAt)],
        ['Opened', [dateTimeText(ticket.openedAt), opener].filter(Boolean).join(', ')],
        ...(ticket.closedAt
          ? ([['Last solved or closed', dateTimeText(ticket.closedAt)]] as const)
          : []),
      ]}
    />
  );
};
