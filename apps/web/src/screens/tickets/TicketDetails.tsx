import { useEffect, useMemo, useState } from 'react';
import { Button, Collapse, Flex, Tag } from 'antd';
import type { CheckReport } from '@batbot/core/procedures';
import { entriesOf, proposalsOf, workIn, type EntryBody, type Ticket } from '@batbot/core/tickets';
import { lazyPart } from '../../react/lazy-part.tsx';
import { counted, countText, withUnit } from '../../text/format.ts';
import { waitingText } from '../workspace/change-words.ts';
import { HistoryNote, historyText } from '../workspace/HistoryNote.tsx';
import { MoreRows } from '../workspace/MoreRows.tsx';
import { Timeline } from '../workspace/Timeline.tsx';
import { isWhole, useHistory } from '../workspace/use-history.ts';
import { useChangeWriter } from '../workspace/use-change-writer.ts';
import { useRows } from '../workspace/use-workspace.ts';
import { Composer } from './Composer.tsx';
import { EntryView } from './EntryView.tsx';
import { StateButtons } from './StateButtons.tsx';
import { TicketFacts } from './TicketFacts.tsx';
import { stateText } from './ticket-words.ts';
import { serialOf, usePacks, useRoles } from './use-tickets.ts';
import './tickets.css';

// Loaded when they are opened.
const PlanDialog = lazyPart(async () => (await import('./PlanDialog.tsx')).PlanDialog);
const TicketChecks = lazyPart(async () => (await import('./TicketChecks.tsx')).TicketChecks);
const TicketReport = lazyPart(async () => (await import('./TicketReport.tsx')).TicketReport);

/** What was done to the pack of a ticket; if the pack is not known, to the ticket. */
const PackTimeline = ({ ticket: { id, assetId, waiting } }: { readonly ticket: Ticket }) => {
  const history = useHistory('asset', assetId);
  return (
    <>
      {assetId === undefined && <MoreRows kind="event" />}
      <Timeline history={history} id={assetId ?? id} waiting={waiting} />
    </>
  );
};

/** A ticket: its state, the conversation with its evidence, and what the user may add. */
export const TicketDetails = ({ ticket }: { readonly ticket: Ticket }) => {
  const isOnServer = ticket.number !== undefined;
  const history = useHistory('ticket', isOnServer ? ticket.id : undefined);
  const { rows } = history;
  const hasAll = isWhole(history, 'ticketEntry');
  const [, items] = useRows();
  const entries = useMemo(() => entriesOf(rows, items, ticket.id), [rows, items, ticket.id]);
  const packs = usePacks();
  const roles = useRoles(ticket);
  const writer = useChangeWriter();
  const [isChecking, setChecking] = useState(false);
  const [isPlanning, setPlanning] = useState(false);
  const [isPrinting, setPrinting] = useState(false);
  const [proposal, setProposal] = useState<EntryBody<'TEXT'>>();
  const serial = serialOf(ticket, packs) ?? '';
  const isService = roles.includes('service');
  const { minutes, parts } = workIn(entries);
  /** The report of the end of a check has the id of those that were saved during it. */
  const isAdded = ({ id, endedAt }: CheckReport): boolean =>
    entries.some((entry) => {
      const report = entry.kind === 'CHECK' ? entry.body.report : {};
      return report['id'] === id && report['endedAt'] === endedAt;
    });
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
    <div className="stack">
      <Flex wrap gap={8} align="center">
        <Tag>{stateText(ticket.state)}</Tag>
        {ticket.waiting.length > 0 && <Tag>{waitingText(ticket.waiting)}</Tag>}
        <StateButtons ticket={ticket} writer={writer} />
      </Flex>
      <TicketFacts ticket={ticket} />
      <Flex wrap gap={8} className="no-print">
        {isService && <Button onClick={() => setChecking(true)}>Start check</Button>}
        {isService && ticket.state !== 'CLOSED' && (
          <Button onClick={() => setPlanning(true)}>Priority and due day…</Button>
        )}
        <Button onClick={() => setPrinting(true)}>Print report</Button>
      </Flex>
      <h2>Conversation</h2>
      <HistoryNote history={history} kind="ticketEntry" />
      {hasAll && (minutes > 0 || parts.length > 0) && (
        <p className="hint">
          So far: {withUnit(countText(minutes), 'min')} of work, {counted(parts.length, 'kind')} of
          parts.
        </p>
      )}
      {entries.length === 0 ? (
        <p role="status">{history.lacks === 'pending' ? '…' : 'No entries on this computer.'}</p>
      ) : (
        <ol className="lined">
          {entries.map((entry) => (
            <EntryView key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {roles.length > 0 && (
        <Composer
          ticketId={ticket.id}
          serial={serial}
          isService={isService}
          writer={writer}
          proposal={proposal}
          entries={entries}
        />
      )}
      <Collapse
        size="small"
        className="no-print"
        items={[
          {
            key: 'timeline',
            label: ticket.assetId === undefined ? 'Timeline' : 'Timeline of the pack',
            children: <PackTimeline ticket={ticket} />,
          },
        ]}
      />
      {isChecking && (
        <TicketChecks
          ticketId={ticket.id}
          serial={serial}
          isAdded={isAdded}
          writer={writer}
          onAdded={takeReport}
          onClose={() => setChecking(false)}
        />
      )}
      {isPlanning && <PlanDialog ticket={ticket} onClose={() => setPlanning(false)} />}
      {isPrinting && (
        <TicketReport
          ticket={ticket}
          entries={entries}
          missing={historyText(history, 'ticketEntry')}
        />
      )}
    </div>
  );
};
