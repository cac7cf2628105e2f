import * as v from 'valibot';
import { changeKind } from '../change.ts';
import { changedValues, insertRow, updateRow } from '../change-row.ts';
import { findAccount } from '../lists/accounts.ts';
import { type Asset, findAsset, findBySerial } from '../lists/assets.ts';
import { findTicket, type Ticket } from '../lists/tickets.ts';
import { addPieces, requirePieces } from '../piece-refs.ts';
import { checkBase, refuse, refused, required, shownRow } from '../refusal.ts';
import type { Scope } from '../scope.ts';
import { isDone, maySetState, type TicketRole, ticketStates } from '../ticket-states.ts';
import { accountId, between, clearable, count, jsonBody, lines, moment } from '../values.ts';
import { sha256, text, untilNow, uuid } from '../values.ts';

/** With pieces of at most 1 MiB, the pieces of an entry have at most 25 MiB. */
const PIECES = 25;

const priority = v.pipe(count(4), v.minValue(1));

/** The shapes of the bodies whose values the server uses; the others are objects that the clients define. */
const bodies = {
  TEXT: v.looseObject({ text: lines(10_000) }),
  PART: v.looseObject({
    name: text(200),
    count: v.pipe(count(10_000), v.minValue(1)),
    number: clearable(v.union([v.literal(''), text(80)])),
  }),
  MINUTES: v.looseObject({ minutes: v.pipe(between(0, 100_000), v.gtValue(0)) }),
} as const;

/**
 * Refuses an assignee who is not in the subtree, does not see the ticket, does not have the flag `service`, or cannot
 * sign in because the account or one above it is not active.
 */
const checkAssignee = async (scope: Scope, id: string, { owner }: Ticket): Promise<void> => {
  const account = required(await findAccount(scope, id), 'assigneeId');
  const sees = owner === account.path || owner.startsWith(`${account.path}.`);
  if (!sees || !account.effectiveActive || !account.effectiveFlags.includes('service'))
    throw refused('OUT_OF_REACH', 'assigneeId');
};

/**
 * Finds the asset of a new ticket: by its id, else by a serial number that only one asset has. So a ticket that was
 * written offline is not refused because its pack was moved meanwhile, or another user added the same pack first.
 */
const findSubject = async (
  scope: Scope,
  assetId: string | null | undefined,
  serial: string | null | undefined,
): Promise<Asset | undefined> => {
  if (assetId) {
    const asset = await findAsset(scope, assetId);
    if (asset !== undefined) return asset;
    if (!serial) throw refused('NOT_FOUND', 'assetId');
  }
  if (!serial) return undefined;
  const [asset, another] = await findBySerial(scope, serial);
  return another === undefined ? asset : undefined;
};

export const openTicket = changeKind({
  input: v.strictObject({
    id: uuid,
    assetId: clearable(uuid),
    serial: clearable(text(64)),
    ownerId: clearable(accountId),
    category: text(120),
    audience: v.picklist(['SERVICE', 'CUSTOMER']),
    title: text(200),
    priority,
    dueAt: clearable(moment),
  }),
  topic: 'TICKET',
  apply: async (scope, input, _base, at) => {
    const { id, ownerId, category, audience, title } = input;
    const asset = await findSubject(scope, input.assetId, input.serial);
    const account = ownerId ? await findAccount(scope, ownerId) : undefined;
    if (ownerId && account === undefined) throw refused('NOT_FOUND', 'ownerId');
    const owner = account?.path ?? asset?.owner ?? scope.actor.path;
    const serial = asset?.serial ?? input.serial ?? null;
    const facts = { category, audience, title, priority: input.priority, serial };
    await insertRow(scope, 'tickets', {
      id,
      version: 1,
      owner,
      assetId: asset?.id,
      ...facts,
      state: 'OPEN',
      dueAt: input.dueAt,
      openedBy: scope.actor.id,
      openedAt: untilNow(at),
    });
    return {
      topic: 'TICKET',
      subjectId: id,
      owner,
      ...(asset && { assetId: asset.id }),
      version: 1,
      after: { ...facts, dueAt: input.dueAt ?? null, state: 'OPEN' },
    };
  },
});

/**
 * Returns the time at which an entry is received: later than that of the ticket's other entries in ms, so that entries
 * of one batch keep their order. The lock of the ticket serializes the calls.
 */
const nextReceivedAt = async (scope: Scope, ticketId: string): Promise<Date> => {
  const [row] = await scope.query<{ readonly at: Date }>(
    `select greatest(date_trunc('milliseconds', clock_timestamp()), max(received_at) + interval '1 ms') as at
     from ticket_entries where ticket_id = $1`,
    [ticketId],
  );
  return row?.at ?? new Date();
};

const noticeTo = (account: string, { owner, number }: Ticket, message: string) => ({
  notice: { accountId: account, owner, ticket: number, text: message },
});

/** Adds an entry. Any state of the ticket allows this, so that nothing that was written offline is lost. */
export const addTicketEntry = changeKind({
  input: v.strictObject({
    id: uuid,
    ticketId: uuid,
    kind: v.picklist([
      'TEXT',
      'PHOTO',
      'CHECK',
      'RECORDING',
      'SEALED',
      'PART',
      'MINUTES',
      'SIGNATURE',
      'ATTACHMENTS',
    ]),
    body: jsonBody(60_000),
    pieces: v.nullish(
      v.pipe(v.array(v.strictObject({ seq: count(PIECES), sha256 })), v.maxLength(PIECES)),
      [],
    ),
  }),
  topic: 'TICKET',
  apply: async (scope, { id, ticketId, kind, body, pieces }, _base, at) => {
    const ticket = required(await findTicket(scope, ticketId, true), 'ticketId');
    const { actor } = scope;
    if (!actor.flags.includes('service') && ticket.opener !== actor.id)
      throw refused('NOT_PERMITTED', 'ticketId');
    if (kind in bodies && !v.is(bodies[kind as keyof typeof bodies], body))
      throw refused('INVALID', 'body');
    await requirePieces(scope, pieces, 'pieces');
    const { owner, assetId, version } = ticket;
    await insertRow(scope, 'ticket_entries', {
      id,
      owner,
      ticketId,
      kind,
      at,
      receivedAt: await nextReceivedAt(scope, ticketId),
      authorId: actor.id,
      body,
      pieces,
    });
    await addPieces(scope, pieces, { id, topic: 'TICKET', owner });
    const { assignee } = ticket;
    return {
      topic: 'TICKET',
      subjectId: id,
      owner,
      ...(assetId && { assetId }),
      version,
      after: { ticketId, number: ticket.number, kind, pieces: pieces.length },
      ...(assignee !== null &&
        assignee !== actor.id &&
        noticeTo(assignee, ticket, `New entry in ticket ${ticket.number}`)),
    };
  },
});

/** Changes the state by the rules of `nextStates`, and for the service the assignee, the priority and the due time. */
export const setTicketState = changeKind({
  input: v.strictObject({
    id: uuid,
    state: v.picklist(ticketStates),
    assigneeId: clearable(accountId),
    priority: v.optional(priority),
    dueAt: clearable(moment),
  }),
  topic: 'TICKET',
  apply: async (scope, { id, state, assigneeId, ...facts }, base) => {
    const row = required(await findTicket(scope, id, true), 'id');
    const { actor } = scope;
    const isService = actor.flags.includes('service');
    const roles: TicketRole[] = isService ? ['service'] : [];
    const isOpener = row.opener === actor.id;
    if (isOpener && actor.flags.includes('raiseServiceTicketForClient')) roles.push('opener');
    if (roles.length === 0) throw refused('NOT_PERMITTED', 'id');
    checkBase(base, row);
    const wanted = { state, assigneeId, ...facts };
    const present = { ...row, assigneeId: row.assignee };
    const { before, after } = changedValues(present, wanted, Object.keys(wanted));
    const closedAt = row.closedAt?.getTime();
    if (!maySetState({ state: row.state, closedAt }, state, roles, Date.now()))
      throw refuse({ status: 'REFUSED', code: 'STATE', field: 'state', current: shownRow(row) });
    const other = Object.keys(after).find((name) => name !== 'state');
    if (!isService && other !== undefined) throw refused('NOT_PERMITTED', other);
    const assignee = assigneeId === undefined ? row.assignee : assigneeId;
    if (state === 'ASSIGNED' && assignee === null) throw refused('INVALID', 'assigneeId');
    const isNewAssignee = assignee !== null && assignee !== row.assignee;
    if (isNewAssignee) await checkAssignee(scope, assignee, row);
    const version = row.version + 1;
    await updateRow(scope, 'tickets', id, {
      version,
      ...after,
      ...(after['state'] !== undefined && isDone(state) && { closedAt: new Date() }),
    });
    return {
      topic: 'TICKET',
      subjectId: id,
      owner: row.owner,
      ...(row.assetId && { assetId: row.assetId }),
      version,
      before,
      after,
      ...(isNewAssignee &&
        assignee !== actor.id &&
        noticeTo(assignee, row, 'A ticket was assigned to you')),
    };
  },
});
