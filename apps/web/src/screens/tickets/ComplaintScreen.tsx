import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Alert, Button } from 'antd';
import { popoverTextOf } from '@batbot/core';
import { ticketNumber, type Ticket } from '@batbot/core/tickets';
import { isApplied, type Workspace } from '@batbot/core/workspace';
import { useCore } from '../../react/core-context.tsx';
import { tabPath } from '../../react/paths.ts';
import { useLive } from '../../react/use-live.ts';
import { counted } from '../../text/format.ts';
import { SyncNotes } from '../workspace/SyncNotes.tsx';
import { WorkspaceGate } from '../workspace/WorkspaceGate.tsx';
import { TicketDetails, TicketForm } from './lazy-parts.tsx';
import { TicketList } from './TicketList.tsx';
import { usePacks, useTickets, type TicketProps } from './use-tickets.ts';
import './tickets.css';

const pathOf = (id: string): string => `${tabPath('complaint')}?id=${encodeURIComponent(id)}`;

/** Reports the result of the complaint that was just sent. */
const Saved = ({ ticket, workspace }: TicketProps) => {
  const items = useLive(workspace.outbox.items$);
  const waiting = items.filter(
    (item) => !isApplied(item) && (item.input['ticketId'] ?? item.input['id']) === ticket.id,
  );
  return (
    <Alert
      type="success"
      showIcon
      title={`Complaint ${ticketNumber(ticket)} saved.`}
      description={
        waiting.length === 0
          ? 'It is on the server.'
          : `◌ ${counted(waiting.length, 'part')} not on the server yet. They are sent as soon as it can be reached, also after a reload.`
      }
      action={<Link to={pathOf(ticket.id)}>Open it</Link>}
    />
  );
};

const OwnTickets = ({
  tickets,
  workspace,
}: {
  readonly tickets: readonly Ticket[];
  readonly workspace: Workspace;
}) => {
  const packs = usePacks(workspace);
  return (
    <section aria-label="My complaints">
      <h2>My complaints</h2>
      {tickets.length === 0 ? (
        <p>None yet.</p>
      ) : (
        <TicketList tickets={tickets} packs={packs} path={tabPath('complaint')} />
      )}
    </section>
  );
};

const Complaint = ({ workspace }: { readonly workspace: Workspace }) => {
  const [address, setAddress] = useSearchParams();
  const [savedId, setSavedId] = useState<string>();
  const tickets = useTickets(workspace);
  const own = tickets.filter(({ openedById }) => openedById === workspace.userId);
  const open = own.find(({ id }) => id === address.get('id'));
  const saved = own.find(({ id }) => id === savedId);
  if (open !== undefined) {
    return (
      <>
        <div>
          <Button size="small" onClick={() => setAddress({})}>
            ← Complaint
          </Button>
        </div>
        <h1>
          {ticketNumber(open)} · <bdi>{open.title}</bdi>
        </h1>
        <TicketDetails key={open.id} ticket={open} workspace={workspace} />
      </>
    );
  }
  return (
    <>
      <h1>Complaint</h1>
      <SyncNotes workspace={workspace} />
      {saved !== undefined && <Saved ticket={saved} workspace={workspace} />}
      <TicketForm
        key={savedId}
        workspace={workspace}
        audience="CUSTOMER"
        assetId={address.get('asset') ?? undefined}
        onSaved={(id) => {
          setSavedId(id);
          setAddress({});
        }}
      />
      <OwnTickets tickets={own} workspace={workspace} />
    </>
  );
};

/** Complaint: a form for a problem with a pack, and the user's own complaints. Everything works without a network. */
export const ComplaintScreen = () => {
  const { popover } = useCore();
  const hint = popoverTextOf(useLive(popover.content$), 'complaint');
  return (
    <div className="page page--text tickets">
      {hint !== undefined && <Alert type="info" title={hint} />}
      <WorkspaceGate>{(workspace) => <Complaint workspace={workspace} />}</WorkspaceGate>
    </div>
  );
};
