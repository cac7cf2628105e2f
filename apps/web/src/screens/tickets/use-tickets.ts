import { useMemo } from 'react';
import { rolesIn, ticketsOf, type Ticket, type TicketRole } from '@batbot/core/tickets';
import { assetsOf, type Asset } from '@batbot/core/workspace';
import { useSignedIn } from '../../react/use-signed-in.ts';
import { useReadyWorkspace, useRows } from '../workspace/use-workspace.ts';

/** Returns the tickets that the user sees, in the order of the server. */
export const useTickets = (): readonly Ticket[] => {
  const { userId } = useReadyWorkspace();
  const [rows, items] = useRows();
  return useMemo(() => ticketsOf(rows, items, userId), [rows, items, userId]);
};

export const usePacks = (): readonly Asset[] => {
  const [rows, items] = useRows();
  return useMemo(() => assetsOf(rows, items).filter(({ kind }) => kind === 'PACK'), [rows, items]);
};

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
