import { Link } from 'react-router-dom';
import { Flex } from 'antd';
import { mayOpen } from '@batbot/core';
import type { Asset } from '@batbot/core/workspace';
import { tabPath } from '../../react/paths.ts';
import { useSignedIn } from '../../react/use-signed-in.ts';
import { TicketList } from './TicketList.tsx';
import { useTickets } from './use-tickets.ts';
import './tickets.css';

/** The tickets of a pack, and a link that opens another one. */
export const AssetTickets = ({ asset }: { readonly asset: Asset }) => {
  const tickets = useTickets().filter(({ assetId }) => assetId === asset.id);
  const permissions = useSignedIn()?.permissions;
  const [service, complaint] = (['servicetab', 'complaint'] as const).map(
    (tab) => permissions !== undefined && mayOpen(tab, permissions),
  );
  if (service !== true && complaint !== true) return <p>You have no permission for tickets.</p>;
  const tab = tabPath(service === true ? 'servicetab' : 'complaint');
  const id = encodeURIComponent(asset.id);
  return (
    <Flex vertical gap={12}>
      {tickets.length === 0 ? (
        <p>No tickets of this pack.</p>
      ) : (
        <TicketList tickets={tickets} path={tab} />
      )}
      <Link to={service === true ? `${tab}?new=1&asset=${id}` : `${tab}?asset=${id}`}>
        Open a ticket for this pack
      </Link>
    </Flex>
  );
};
