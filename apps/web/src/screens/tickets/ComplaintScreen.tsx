import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Alert, Button } from 'antd';
import { ticketNumber, type Ticket } from '@batbot/core/tickets';
import { rowPath } from '../../react/paths.ts';
import { useFirstFocus } from '../../react/use-first-focus.ts';
import { counted } from '../../text/format.ts';
import { UNREAD } from '../controls/collection/LoadNotes.tsx';
import { TabHint } from '../controls/TabHint.tsx';
import { SyncNotes } from '../workspace/SyncNotes.tsx';
import { useLoadState, useReadyWorkspace, useSendsNothing } from '../workspace/use-workspace.ts';
import { WorkspaceGate } from '../workspace/WorkspaceGate.tsx';
import { TicketDetails, TicketForm } from './lazy-parts.tsx';
import { TicketList } from './TicketList.tsx';
import { useSent } from './use-sent.ts';
import { useTickets } from './use-tickets.ts';
import './tickets.css';

const NOT_SENT =
  '▲ It is not sent: this server takes no complaints. Inform the person who gave you this account.';

const sentText = ({ waiting, refused, text }: ReturnType<typeof useSent>): string => {
  if (refused > 0)
    return `▲ The server has not accepted ${counted(refused, 'part')}: decide above.`;
  if (waiting === 0) return 'It is on the server.';
  return `◌ ${text}`;
};

/** Reports the result of the complaint that was just sent. */
const Saved = ({ ticket }: { readonly ticket: Ticket }) => {
  const sent = useSent(ticket.id);
  const sendsNothing = useSendsNothing();
  // The button that sent it is at the end of the form: the focus brings the report into view.
  const report = useFirstFocus<HTMLDivElement>();
  return (
    <div ref={report} tabIndex={-1}>
      <Alert
        type={sent.refused === 0 && !sendsNothing ? 'success' : 'warning'}
        showIcon
        title={`Complaint ${ticketNumber(ticket)} saved.`}
        description={sendsNothing ? NOT_SENT : sentText(sent)}
        action={<Link to={rowPath('complaint', ticket.id)}>Open it</Link>}
      />
    </div>
  );
};

const Complaint = () => {
  const workspace = useReadyWorkspace();
  const [address, setAddress] = useSearchParams();
  const [savedId, setSavedId] = useState<string>();
  const tickets = useTickets();
  const own = tickets.filter(({ openedById }) => openedById === workspace.userId);
  const { kind } = useLoadState();
  const open = tickets.find(({ id }) => id === address.get('id'));
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
        <TicketDetails key={open.id} ticket={open} />
      </>
    );
  }
  return (
    <>
      <h1>Complaint</h1>
      <SyncNotes list="ticket" />
      {address.has('id') && kind !== 'loading' && (
        <p role="status">
          {kind === 'ready' ? 'This complaint is not in the list (any more).' : UNREAD}
        </p>
      )}
      {saved !== undefined && <Saved key={`saved ${saved.id}`} ticket={saved} />}
      <TicketForm
        key={savedId}
        audience="CUSTOMER"
        assetId={address.get('asset') ?? undefined}
        onSaved={(id) => {
          setSavedId(id);
          setAddress({});
        }}
      />
      <section aria-label="My complaints">
        <h2>My complaints</h2>
        {own.length === 0 ? (
          <p>{kind === 'loading' ? 'Loading…' : kind === 'ready' ? 'None yet.' : UNREAD}</p>
        ) : (
          <TicketList tickets={own} tab="complaint" />
        )}
      </section>
    </>
  );
};

/** Complaint: a form for a problem with a pack, and the user's own complaints. Everything works without a network. */
export const ComplaintScreen = () => (
  <>
    <TabHint tab="complaint" />
    <div className="page page--text stack">
      <WorkspaceGate>
        <Complaint />
      </WorkspaceGate>
    </div>
  </>
);
