import type { Ticket } from '@batbot/core/tickets';
import { accountsOf } from '@batbot/core/workspace';
import { useLive } from '../../react/use-live.ts';
import { useSignedIn } from '../../react/use-signed-in.ts';
import { dateTimeText } from '../../text/format.ts';
import { AssetLink } from '../controls/AssetLink.tsx';
import { FactList } from '../controls/FactList.tsx';
import { useReadyWorkspace } from '../workspace/use-workspace.ts';
import { dueWords, PRIORITY_WORDS } from './ticket-words.ts';
import { serialOf, usePacks } from './use-tickets.ts';

export const TicketFacts = ({ ticket }: { readonly ticket: Ticket }) => {
  const { rows$, userId } = useReadyWorkspace();
  const rows = useLive(rows$);
  const packs = usePacks();
  const userName = useSignedIn()?.user.userName;
  const serial = serialOf(ticket, packs);
  const pack = packs.find(({ id }) => id === ticket.assetId);
  const shownPack =
    pack === undefined ? (
      serial
    ) : (
      <AssetLink id={pack.id} section="timeline">
        {serial}
      </AssetLink>
    );
  const { assigneeId, assigneeName } = ticket;
  const assignee =
    assigneeId === userId
      ? userName
      : (assigneeName ??
        accountsOf(rows).find(({ id }) => id === assigneeId)?.userName ??
        assigneeId);
  const opener = ticket.openedByName ?? (ticket.openedById === userId ? userName : undefined);
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
        ['Due', dueWords(ticket)],
        ['Opened', [dateTimeText(ticket.openedAt), opener].filter(Boolean).join(', ')],
        ...(ticket.closedAt
          ? ([['Last solved or closed', dateTimeText(ticket.closedAt)]] as const)
          : []),
      ]}
    />
  );
};
