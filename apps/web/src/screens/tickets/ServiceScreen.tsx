import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Drawer, Tag } from 'antd';
import { isDone, ticketNumber, type Ticket } from '@batbot/core/tickets';
import { changedQuery } from '../../react/changed-query.ts';
import { useFocusReturn } from '../../react/use-focus-return.ts';
import { ageText, DASH } from '../../text/format.ts';
import { Collection } from '../controls/collection/Collection.tsx';
import {
  numberColumn,
  textColumn,
  timeColumn,
  type Column,
} from '../controls/collection/collection-types.ts';
import { TabHint } from '../controls/TabHint.tsx';
import { waitingText } from '../workspace/change-words.ts';
import { SyncNotes } from '../workspace/SyncNotes.tsx';
import { useLoadState, useReadyWorkspace } from '../workspace/use-workspace.ts';
import { WorkspaceGate } from '../workspace/WorkspaceGate.tsx';
import { TicketDetails, TicketForm } from './lazy-parts.tsx';
import { TICKET_STATES } from '../controls/ticket-states.ts';
import { dueWords, isOverdue, stateText } from './ticket-words.ts';
import { serialOf, usePacks, useTickets } from './use-tickets.ts';
import './tickets.css';

/** A ticket with the serial number of its pack, which may be known from the pack alone. */
interface Row extends Ticket {
  readonly pack: string | undefined;
}

const clientOf = ({ clientName, ownerName }: Row): string => clientName ?? ownerName ?? '';

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'number',
    title: 'Number',
    text: ticketNumber,
    sortBy: ({ number }) => number,
    width: 112,
  },
  textColumn('title', 'Title', ({ title }) => title),
  textColumn('pack', 'Pack', ({ pack }) => pack, { width: 160 }),
  {
    key: 'state',
    title: 'State',
    text: ({ state }) => stateText(state),
    sortBy: ({ state }) => Object.keys(TICKET_STATES).indexOf(state),
    width: 148,
  },
  numberColumn('priority', 'Priority', ({ priority }) => priority, String, 88),
  numberColumn('age', 'Age', ({ openedAt }) => Date.now() - openedAt, ageText, 88),
  {
    key: 'due',
    title: 'Due',
    text: (row) => dueWords(row) ?? DASH,
    sortBy: ({ dueAt }) => dueAt,
    width: 190,
  },
];

/** A file has the time instead of the age, because it is read later. */
const EXPORTED = [timeColumn<Row>('opened', 'Opened', ({ openedAt }) => openedAt, 0)];

const FILTERS = [{ key: 'client', label: 'Client', of: clientOf }];

const nameOf = (row: Row): string => `${ticketNumber(row)} · ${row.title}`;
const searchOf = (row: Row): string =>
  [ticketNumber(row), row.title, row.pack, row.category, clientOf(row), row.assigneeName]
    .filter(Boolean)
    .join(' ');
const isNumber = (row: Row, text: string): boolean =>
  ticketNumber(row).toLowerCase() === text.trim().toLowerCase();

const NewTicket = ({
  assetId,
  onClose,
}: {
  readonly assetId: string | undefined;
  /** Receives the id of the new ticket; undefined if there is none. */
  readonly onClose: (id?: string) => void;
}) => {
  useFocusReturn();
  return (
    <Drawer open title="New ticket" size={560} onClose={() => onClose()}>
      <TicketForm audience="SERVICE" assetId={assetId} onSaved={onClose} />
    </Drawer>
  );
};

const Service = () => {
  const workspace = useReadyWorkspace();
  const [address, setAddress] = useSearchParams();
  const tickets = useTickets();
  const packs = usePacks();
  const rows = useMemo(
    () => tickets.map((ticket): Row => ({ ...ticket, pack: serialOf(ticket, packs) })),
    [tickets, packs],
  );
  const { userId } = workspace;
  const states = useMemo(
    () => [
      {
        key: 'mine',
        label: 'Mine',
        matches: ({ assigneeId, state }: Row) => assigneeId === userId && !isDone(state),
      },
      {
        key: 'clients',
        label: 'My clients',
        matches: ({ ownerId, state }: Row) => ownerId !== userId && !isDone(state),
      },
      { key: 'open', label: 'Open', matches: ({ state }: Row) => !isDone(state) },
    ],
    [userId],
  );
  const load = useLoadState();
  const set = (values: Readonly<Record<string, string>>): void =>
    setAddress(changedQuery(address, values));
  return (
    <>
      <TabHint tab="servicetab" />
      <Collection<Row>
        title="Service"
        noun="ticket"
        rows={rows}
        load={load}
        name={nameOf}
        meta={(row) =>
          [
            stateText(row.state),
            isOverdue(row) ? '▲ overdue' : ageText(Date.now() - row.openedAt),
            `priority ${row.priority}`,
            row.pack, // last, where its end is not cut
          ]
            .filter(Boolean)
            .join(' · ')
        }
        badge={({ waiting }) => {
          if (waiting.length === 0) return null;
          const text = waitingText(waiting);
          return <Tag title={text}>{text.slice(0, 1)}</Tag>;
        }}
        columns={COLUMNS}
        exported={EXPORTED}
        defaultSort=""
        search={searchOf}
        searchLabel="Number, title, pack, client"
        exact={isNumber}
        states={states}
        filters={FILTERS}
        notice={<SyncNotes list="ticket" />}
        primary={{
          label: 'New ticket',
          onClick: () => set({ new: '1' }),
        }}
        empty={{
          text: 'No tickets yet. Complaints of your clients appear here, and you can open one yourself, also without network.',
        }}
        detail={(row) => <TicketDetails key={row.id} ticket={row} />}
      />
      {address.get('new') !== null && (
        <NewTicket
          assetId={address.get('asset') ?? undefined}
          onClose={(id) => set({ new: '', asset: '', ...(id && { id }) })}
        />
      )}
    </>
  );
};

/** Service: the tickets of the user and of the accounts below, with the work on each. */
export const ServiceScreen = () => (
  <WorkspaceGate>
    <Service />
  </WorkspaceGate>
);
