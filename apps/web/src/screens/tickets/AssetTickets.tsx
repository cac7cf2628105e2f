import { Link } from 'react-router-dom';
import { Flex } from 'antd';
import type { Asset } from '@batbot/core/workspace';
import { tabPath } from '../../react/paths.ts';
import { useMayOpen } from '../../react/use-signed-in.ts';
import { UNREAD } from '../controls/collection/LoadNotes.tsx';
import { MoreRows } from '../workspace/MoreRows.tsx';
import { useLoadState } from '../workspace/use-workspace.ts';
import { TicketList } from './TicketList.tsx';
import { useTickets } from './use-tickets.ts';
import './tickets.css';

/** The tickets of a pack, and a link for a new ticket. */
export const AssetTickets = ({ asset }: { readonly asset: Asset }) => {
  const tickets = useTickets().filter(({ assetId }) => assetId === asset.id);
  const isReady = useLoadState().kind === 'ready';
  const tab = (['servicetab', 'complaint'] as const).find(useMayOpen());
  if (tab === undefined) return <p>You have no permission for tickets.</p>;
  const id = encodeURIComponent(asset.id);
  return (
    <Flex vertical gap={12}>
      {isReady && <MoreRows kind="ticket" />}
      {tickets.length === 0 ? (
        <p>{isReady ? 'No tickets of this pack.' : UNREAD}</p>
      ) : (
        <TicketList tickets={tickets} tab={tab} isOfOnePack />
      )}
      <Link to={`${tabPath(tab)}?${tab === 'servicetab' ? 'new=1&' : ''}asset=${id}`}>
        Open a ticket for this pack
      </Link>
    </Flex>
  );
};
