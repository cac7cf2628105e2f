import { makeEvent, type MakeId } from './make-rows.ts';
import type { WorldAsset, WorldEvent, WorldTicket, WorldTicketEntry } from '@batbot/server';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Time between two changes of a ticket. */
const STEP_MS = 5 * HOUR_MS;
/** Time to solve a ticket of each priority, in days. */
const DUE_DAYS = [2, 5, 10, 30] as const;

/** The states of the tickets, with those that the service set before, from the first to the last. */
const courses = [
  [],
  ['ASSIGNED'],
  ['ASSIGNED', 'WORKING'],
  ['ASSIGNED', 'WORKING', 'WAITING_PARTS'],
  ['ASSIGNED', 'WORKING', 'WAITING_CLIENT'],
  ['ASSIGNED', 'WORKING', 'SOLVED'],
  ['ASSIGNED', 'WORKING', 'SOLVED', 'CLOSED'],
] as const;

const complaints = [
  {
    category: 'Battery does not charge',
    title: 'Charging stops after ten minutes',
    text: 'The charger shows a fault after ten minutes.\nUnplugging and waiting an hour helps once.',
  },
  {
    category: 'Range is shorter than before',
    title: 'Half of the range since last month',
    text: 'A full charge lasts half a shift since last month. Nothing was changed on the vehicle.',
  },
  {
    category: 'Vehicle stops with charge left',
    title: 'Stops at 30 %',
    text: 'It stopped twice this week with 30 % shown. After a restart it runs for some minutes.',
  },
  {
    category: 'Battery gets hot',
    title: 'Warm at the left side after driving',
    text: 'The left side of the housing is warm after driving, the right side is not.',
  },
  {
    category: 'State of charge shown is wrong',
    title: 'Jumps from 60 % to 20 %',
    text: 'The display jumps from 60 % to 20 % on the ramp and comes back later.',
  },
] as const;

const replies: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  WORKING: { text: 'The pack is on the bench. Cell voltages are read under load.' },
  WAITING_PARTS: { text: 'A cell module is ordered. Delivery takes about a week.' },
  WAITING_CLIENT: { text: 'Which charger was used, and did it show a code?' },
  SOLVED: { text: 'The module is replaced, and the load test was passed.' },
};

interface TicketParts {
  /** The packs with a ticket, each with the account that opens it. */
  readonly packs: readonly { readonly asset: WorldAsset; readonly openerId: string }[];
  /** The account of the service. */
  readonly serviceId: string;
  readonly makeId: MakeId;
  /** The end of the demo data; all tickets are of the 20 days before. */
  readonly end: Date;
}

/** Creates a ticket for each pack, in all states in turn, with its conversation, a part and minutes. */
export const makeTickets = ({ packs, serviceId, makeId, end }: TicketParts) => {
  const tickets: WorldTicket[] = [];
  const entries: WorldTicketEntry[] = [];
  const events: WorldEvent[] = [];

  for (const [index, { asset, openerId }] of packs.entries()) {
    const course = courses[index % courses.length] ?? [];
    const complaint = complaints[index % complaints.length] ?? complaints[0];
    const opened = new Date(end.getTime() - (2 + (index % 18)) * DAY_MS);
    const after = (step: number): Date => new Date(opened.getTime() + step * STEP_MS);
    const priority = 1 + (index % DUE_DAYS.length);
    const dueAt = new Date(opened.getTime() + (DUE_DAYS[priority - 1] ?? 30) * DAY_MS);
    const id = makeId(opened);
    const { id: assetId, ownerId, serial } = asset;
    const { category, title, text } = complaint;
    const log = (
      at: Date,
      actorId: string,
      { subjectId = id, ...change }: Pick<WorldEvent, 'kind' | 'body'> & Partial<WorldEvent>,
    ) => {
      const subject = { ownerId, assetId, topic: 'TICKET', subjectId } as const;
      events.push(makeEvent(makeId, at, { ...subject, actorId, version: 1 + changes, ...change }));
    };
    const enter = (at: Date, authorId: string, kind: string, body: unknown) => {
      const entry = { id: makeId(at), ticketId: id, ownerId, kind, authorId, body };
      entries.push({ ...entry, at: at.toISOString() });
      log(at, authorId, {
        kind: 'addTicketEntry',
        subjectId: entry.id,
        body: { after: { ticketId: id, kind, pieces: 0 } },
      });
    };

    let changes = 0;
    let state = 'OPEN';
    let closedAt: Date | undefined;
    const facts = { category, audience: 'CUSTOMER', title, priority, serial };
    log(opened, openerId, {
      kind: 'openTicket',
      body: { after: { ...facts, dueAt: dueAt.toISOString(), state } },
    });
    enter(opened, openerId, 'TEXT', { text });
    for (const [step, next] of course.entries()) {
      const at = after(step + 1);
      const actorId = next === 'CLOSED' ? openerId : serviceId;
      const assigned = next === 'ASSIGNED' ? { assigneeId: serviceId } : {};
      changes += 1;
      log(at, actorId, {
        kind: 'setTicketState',
        body: { before: { state }, after: { state: next, ...assigned } },
      });
      state = next;
      if (next === 'SOLVED' || next === 'CLOSED') closedAt = at;
      const reply = replies[next];
      if (reply !== undefined) enter(at, serviceId, 'TEXT', reply);
      if (next !== 'SOLVED') continue;
      enter(new Date(at.getTime() + MINUTE_MS), serviceId, 'PART', {
        name: 'Cell module',
        number: 'CM-16-100',
        count: 1,
      });
      enter(new Date(at.getTime() + 2 * MINUTE_MS), serviceId, 'MINUTES', { minutes: 90 });
    }
    tickets.push({
      id,
      ownerId,
      assetId,
      ...facts,
      state,
      version: 1 + changes,
      assigneeId: course.length > 0 ? serviceId : null,
      dueAt: dueAt.toISOString(),
      openedById: openerId,
      openedAt: opened.toISOString(),
      closedAt: closedAt?.toISOString() ?? null,
    });
  }
  return { tickets, entries, events };
};
