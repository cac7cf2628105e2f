import { describe, expect, test } from 'vitest';
import type { OutboxItem } from '../workspace/outbox-item.ts';
import { entriesOf, workIn } from './entries.ts';
import { recordingIn } from './recording-part.ts';
import { addEntry, setState, titleOf } from './ticket-changes.ts';
import { assigneesOf, rolesIn, ticketNumber, ticketsOf } from './ticket-rows.ts';
import { copied } from '../workspace/workspace.fixture.ts';

const AT = Date.UTC(2026, 10, 22, 12);
const iso = (ms: number): string => new Date(ms).toISOString();
const TICKET = {
  id: 't1',
  version: 3,
  number: 1042,
  category: 'Range',
  audience: 'CUSTOMER',
  title: 'Range is low',
  priority: 3,
  state: 'WORKING',
  openedById: 'ada',
  openedAt: iso(AT),
};
const item = (change: Partial<OutboxItem>): OutboxItem => ({
  id: 'i1',
  at: AT,
  target: 'x',
  kind: 'openTicket',
  input: {},
  ...change,
});

describe('the rows of tickets', () => {
  test('[SYNC-42] a ticket can be assigned to the accounts at and above its owner with the permission for service', () => {
    const account = (
      id: string,
      parentId?: string,
      effectiveFlags = ['service'],
      active = true,
    ) => ({
      ...{ id, version: 1, userName: id, email: '', active, hasPassword: true, parentId },
      ...{ flags: [], effectiveFlags, userLevel: '', maxSubUsers: null, packCount: undefined },
      ...{ seenAt: undefined, companyName: '', clientName: undefined, phoneNumber: '' },
    });
    const accounts = [
      account('works'),
      account('shop', 'works'),
      account('gone', 'shop', ['service'], false),
      account('fleet', 'gone', []),
      account('depot', 'fleet'),
      account('beside', 'shop'),
    ];
    const names = (ownerId: string | undefined) =>
      assigneesOf({ ownerId }, accounts).map(({ id }) => id);
    expect(names('depot')).toEqual(['works', 'shop']); // 'depot' is below 'gone', which is not active
    expect(names('beside')).toEqual(['works', 'shop', 'beside']);
    expect(names('works')).toEqual(['works']);
    expect(names(undefined)).toEqual([]);
  });

  test('[PAGE-131] an unsent ticket has a temporary number and its opener', () => {
    const { state: _, number: __, openedById: ___, ...input } = TICKET;
    const id = '0190a000-0000-7000-8000-00000000af3a';
    const [ticket] = ticketsOf([], [item({ input: { ...input, id } })], 'ada');
    expect(ticket).toMatchObject({ state: 'OPEN', openedById: 'ada', waiting: [{ id: 'i1' }] });
    expect(ticket && ticketNumber(ticket)).toBe('L-AF3A');
    expect(ticketNumber({ id: 'x', number: 1042 })).toBe('1042');
  });

  test('[PAGE-190] an unsent change of the priority does not change when a ticket was solved', () => {
    const solved = copied('ticket', { ...TICKET, state: 'SOLVED', closedAt: iso(AT - 1) });
    const change = setState({ id: 't1', version: 3 }, 'SOLVED', { priority: 1 });
    expect(ticketsOf([solved], [item(change)], 'ada')[0]).toMatchObject({
      priority: 1,
      closedAt: AT - 1,
    });
  });

  test('[PAGE-132] an unsent state is shown, a refused one is not, and the base is the shown version', () => {
    const change = setState({ id: 't1', version: 3 }, 'SOLVED');
    expect(change).toMatchObject({ target: 'ticket:t1', base: 3 });
    const rows = [copied('ticket', TICKET)];
    expect(ticketsOf(rows, [item(change)], 'ada')[0]).toMatchObject({
      state: 'SOLVED',
      closedAt: AT,
    });
    const answer = { status: 'conflict', code: 'VERSION' } as const;
    expect(ticketsOf(rows, [item({ ...change, answer })], 'ada')[0]).toMatchObject({
      state: 'WORKING',
      waiting: [],
    });
  });

  test('[PAGE-133] open tickets come first, then by priority, due time and age; unreadable rows are left out', () => {
    const rows = [
      { ...TICKET, id: 'done', state: 'CLOSED', priority: 1 },
      { ...TICKET, id: 'old' },
      { ...TICKET, id: 'due', dueAt: iso(AT) },
      { ...TICKET, id: 'urgent', priority: 1 },
      { ...TICKET, id: 'newer server', state: 'MELTED' },
    ].map((row) => copied('ticket', row));
    expect(ticketsOf(rows, [], 'ada').map(({ id }) => id)).toEqual([
      'urgent',
      'due',
      'old',
      'done',
    ]);
  });

  test('[PAGE-130] permissions give a user the roles, and the role of the opener applies only to the user’s own tickets', () => {
    const user = { id: 'ada', service: true, raises: true };
    expect(rolesIn({ openedById: 'ada' }, user)).toEqual(['service', 'opener']);
    expect(rolesIn({ openedById: 'bob' }, { ...user, service: false })).toEqual([]);
    expect(rolesIn({ openedById: 'ada' }, { ...user, raises: false })).toEqual(['service']);
  });
});

describe('the entries of a ticket', () => {
  const entry = (id: string, kind: string, body: object, minutes: number) =>
    copied('ticketEntry', {
      id,
      ticketId: 't1',
      kind,
      body,
      at: iso(AT),
      receivedAt: iso(AT + minutes * 60_000),
    });

  test('[PAGE-134] entries are in the order in which the server received them, and unsent ones are last', () => {
    const rows = [entry('b', 'TEXT', { text: 'two' }, 2), entry('a', 'TEXT', { text: 'one' }, 1)];
    const own = addEntry('t1', 'TEXT', { text: 'three', finding: undefined }, { id: 'c' });
    const sent = addEntry('t1', 'TEXT', { text: 'one', finding: undefined }, { id: 'a' });
    const entries = entriesOf(rows, [item(own), item(sent)], 't1');
    expect(entries.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(entries.map(({ waiting }) => waiting !== undefined)).toEqual([false, false, true]);
    expect(entriesOf(rows, [], 't2')).toEqual([]);
  });

  test('[PAGE-134] entries have targets of their own, so none waits for a decision on another', () => {
    const one = addEntry('t1', 'MINUTES', { minutes: 5, what: '' }, { id: 'a' });
    const two = addEntry('t1', 'MINUTES', { minutes: 5, what: '' }, { id: 'b' });
    expect(one.target).not.toBe(two.target);
    expect(one.target).not.toBe(setState({ id: 't1', version: 1 }, 'SOLVED').target);
  });

  test('[PAGE-134] an entry that this version cannot read is shown as such', () => {
    const rows = [entry('a', 'HOLOGRAM', {}, 1), entry('b', 'MINUTES', { minutes: 'ten' }, 2)];
    expect(entriesOf(rows, [], 't1').map(({ kind }) => kind)).toEqual(['UNKNOWN', 'UNKNOWN']);
  });

  test('[PAGE-135] minutes and equal parts are summed', () => {
    const rows = [
      entry('a', 'MINUTES', { minutes: 30 }, 1),
      entry('b', 'PART', { number: 'F-1', name: 'Fuse', count: 1 }, 2),
      entry('c', 'PART', { number: 'F-1', name: 'Fuse', count: 2 }, 3),
      entry('d', 'MINUTES', { minutes: 15, what: 'Test' }, 4),
    ];
    expect(workIn(entriesOf(rows, [], 't1'))).toEqual({
      minutes: 45,
      parts: [{ number: 'F-1', name: 'Fuse', count: 3 }],
    });
  });

  test('[PAGE-131] the title of a complaint is its first line, shortened', () => {
    expect(titleOf('  Dies at 40 %\nsince Monday')).toBe('Dies at 40 %');
    expect(titleOf('x'.repeat(5_000))).toHaveLength(120);
    expect(titleOf('a\u0000b\tc\uD800')).toBe('ab c\uFFFD');
  });

  test('[SYNC-106] a title that is shortened within an emoji ends before it', () => {
    expect(titleOf(`${'x'.repeat(118)}😀 smoke`)).toBe(`${'x'.repeat(118)}…`);
  });
});

describe('attachments of other users', () => {
  const attached = (kind: string, body: object) =>
    entriesOf(
      [copied('ticketEntry', { id: 'r1', ticketId: 't1', kind, at: iso(AT), body, pieces: [] })],
      [],
      't1',
    )[0];

  test('[PAGE-224] a recording of an entry never takes the place of the recording of a pack with its id', () => {
    const body = { startedAt: iso(AT), durationS: 1, samples: 1, schemaVersion: 1, parts: [] };
    const entry = attached('RECORDING', body);
    expect(entry?.kind === 'RECORDING' && recordingIn(entry).id).toBe('ticket-r1');
  });

  test('[PAGE-225] a sealed file of an entry is saved as a .jsonl file, whatever its name is', () => {
    const nameOf = (name: string) => {
      const entry = attached('SEALED', { name, sizeBytes: 1, fingerprint: 'ab' });
      return entry?.kind === 'SEALED' ? entry.body.name : undefined;
    };
    expect(nameOf('Bus 12.sealed.jsonl')).toBe('Bus 12.sealed.jsonl');
    expect(nameOf('Setup.exe')).toBe('Setup.exe.sealed.jsonl');
    expect(nameOf('Setup\u202Elnosj.exe')).toBe('Setup lnosj.exe.sealed.jsonl');
  });
});
