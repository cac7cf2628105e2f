import { useEffect, useMemo, useState } from 'react';
import { Button, Flex, Tag } from 'antd';
import type { CheckReport } from '@batbot/core/procedures';
import { entriesOf, proposalsOf, workIn, type EntryBody } from '@batbot/core/tickets';
import { lazyPart } from '../../react/lazy-part.tsx';
import { useLive } from '../../react/use-live.ts';
import { counted } from '../../text/format.ts';
import { useHistory } from '../workspace/Timeline.tsx';
import { Composer } from './Composer.tsx';
import { EntryView } from './EntryView.tsx';
import { StateButtons } from './StateButtons.tsx';
import { TicketFacts } from './TicketFacts.tsx';
import { stateText } from './ticket-words.ts';
import { useEntryWriter } from './use-entry-writer.ts';
import { serialOf, usePacks, useRoles, type TicketProps } from './use-tickets.ts';
import './tickets.css';

// Loaded when they are opened.
const PlanDialog = lazyPart(async () => (await import('./PlanDialog.tsx')).PlanDialog);
const TicketChecks = lazyPart(async () => (await import('./TicketChecks.tsx')).TicketChecks);
const TicketReport = lazyPart(async () => (await import('./TicketReport.tsx')).TicketReport);

/** A ticket: its state, the conversation with its evidence, and what the user may add. */
export const TicketDetails = ({ ticket, workspace }: TicketProps) => {
  const rows = useHistory(workspace, 'ticket', ticket.id);
  const items = useLive(workspace.outbox.items$);
  const entries = useMemo(() => entriesOf(rows, items, ticket.id), [rows, items, ticket.id]);
  const packs = usePacks(workspace);
  const roles = useRoles(ticket);
  const writer = useEntryWriter(workspace);
  const [isChecking, setChecking] = useState(false);
  const [isPlanning, setPlanning] = useState(false);
  const [isPrinting, setPrinting] = useState(false);
  const [proposal, setProposal] = useState<EntryBody<'TEXT'>>();
  const serial = serialOf(ticket, packs) ?? '';
  const isService = roles.includes('service');
  const { minutes, parts } = workIn(entries);
  const reports = new Set(
    entries.flatMap((entry) => (entry.kind === 'CHECK' ? [String(entry.body.report['id'])] : [])),
  );
  useEffect(() => {
    const end = (): void => setPrinting(false);
    addEventListener('afterprint', end);
    return () => removeEventListener('afterprint', end);
  }, []);

  const takeReport = (report: CheckReport): void => {
    const found = proposalsOf(report);
    const [first] = found;
    setChecking(false);
    if (first !== undefined)
      setProposal({ ...first, text: found.map(({ text }) => text).join('\n') });
  };
  return (
    <div className="ticket">
      <Flex wrap gap={8} align="center">
        <Tag className="ticket-state">{stateText(ticket.state)}</Tag>
        {ticket.waiting.length > 0 && <Tag>◌ Not sent yet</Tag>}
        <StateButtons ticket={ticket} workspace={workspace} writer={writer} />
      </Flex>
      <TicketFacts ticket={ticket} workspace={workspace} />
      <Flex wrap gap={8} className="no-print">
        {isService && <Button onClick={() => setChecking(true)}>Start check</Button>}
        {isService && ticket.state !== 'CLOSED' && (
          <Button onClick={() => setPlanning(true)}>Priority and due day …</Button>
        )}
        <Button onClick={() => setPrinting(true)}>Print report</Button>
      </Flex>
      <h2>Conversation</h2>
      {(minutes > 0 || parts.length > 0) && (
        <p className="ticket-meta">
          So far: {minutes} min of work, {counted(parts.length, 'kind')} of parts.
        </p>
      )}
      {entries.length === 0 ? (
        <p>No entries on this computer.</p>
      ) : (
        <ol className="ticket-entries">
          {entries.map((entry) => (
            <EntryView key={entry.id} entry={entry} workspace={workspace} />
          ))}
        </ol>
      )}
      {roles.length > 0 && (
        <Composer
          ticketId={ticket.id}
          serial={serial}
          isService={isService}
          workspace={workspace}
          writer={writer}
          proposal={proposal}
        />
      )}
      {isChecking && (
        <TicketChecks
          ticketId={ticket.id}
          serial={serial}
          added={reports}
          writer={writer}
          onAdded={takeReport}
          onClose={() => setChecking(false)}
        />
      )}
      {isPlanning && (
        <PlanDialog ticket={ticket} workspace={workspace} onClose={() => setPlanning(false)} />
      )}
      {isPrinting && <TicketReport ticket={ticket} entries={entries} workspace={workspace} />}
    </div>
  );
};
