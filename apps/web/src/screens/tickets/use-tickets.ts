import { useMemo } from 'react';
import { rolesIn, ticketsOf, type Ticket, type TicketRole } from '@batbot/core/tickets';
import { assetsOf, type Asset, type Workspace } from '@batbot/core/workspace';
import { useLive } from '../../react/use-live.ts';
import { useSignedIn } from '../../react/use-signed-in.ts';

/** The properties of the views of a ticket. */
export interface TicketProps {
  readonly ticket: Ticket;
  readonly workspace: Workspace;
}

/** Returns the tickets that the user sees, in the order of the server. */
export const useTickets = (workspace: Workspace): readonly Ticket[] => {
  const rows = useLive(workspace.rows$);
  const items = useLive(workspace.outbox.items$);
  return useMemo(() => ticketsOf(rows, items, workspace.userId), [rows, items, workspace]);
};

/** Returns the packs that the user sees. */
export const usePacks = (workspace: Workspace): readonly Asset[] => {
  const rows = useLive(workspace.rows$);
  const items = useLive(workspace.outbox.items$);
  return useMemo(() => assetsOf(rows, items).filter(({ kind }) => kind === 'PACK'), [rows, items]);
};

/** Returns the roles of the signed-in user in a ticket. */
export const useRoles = (ticket: Ticket): readonly TicketRole[] => {
  const { permissions, user } = useSignedIn() ?? {};
  return rolesIn(ticket, {
    id: user?.userid ?? '',
    service: permissions?.service === true,
    raises: permissions?.raiseServiceTicketForClient === true,
  });
};

/** Returns the serial number of a ticket's pack, also if only its id is known here. */
export const serialOf = (
  { serial, assetId }: Pick<Ticket, 'serial' | 'assetId'>,
  packs: readonly Asset[],
): string | undefined => serial ?? packs.find(({ id }) => id === assetId)?.serial;
