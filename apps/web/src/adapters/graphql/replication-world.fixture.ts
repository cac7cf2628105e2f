import { createHash, randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { ticketsOf } from '@batbot/core/tickets';
import { assetsOf, assignmentsOf, documentsOf, type OutboxItem } from '@batbot/core/workspace';
import type { openMemoryDatabase } from '@batbot/server/testing';
import { addTestAccount, applyAs } from '@batbot/server/testing/workspace';
import { createComputer, type Computer } from './replication.fixture.ts';

type Database = Awaited<ReturnType<typeof openMemoryDatabase>>;

/** The names of the steps. A name that is there several times is chosen more often. */
const NAMES = [
  ...['answer', 'answer', 'answer', 'answer', 'answer', 'lose', 'lose'],
  ...['edit', 'edit', 'edit', 'edit', 'serial', 'snapshot', 'add', 'add', 'move'],
  ...['ticket', 'ticket', 'entry', 'entry', 'photo', 'state', 'state'],
  ...['publish', 'retire', 'assign', 'unassign', 'again', 'discard', 'recording', 'recording'],
  ...['crash', 'crash', 'clock', 'wait', 'wait', 'wait', 'session', 'turn', 'turn', 'turn'],
  ...['full', 'room', 'room', 'user', 'delay', 'delay', 'arrive', 'arrive', 'withdraw'],
  ...['rights', 'tree', 'rename', 'deactivate'],
] as const;
export const STEP = fc.record({
  do: fc.constantFrom(...NAMES),
  who: fc.nat(2),
  one: fc.nat(20),
  two: fc.nat(20),
  flag: fc.boolean(),
});
export type Step = typeof STEP extends fc.Arbitrary<infer Value> ? Value : never;

const FLAGS = ['battAccess', 'service', 'raiseServiceTicketForClient', 'editConfig'] as const;
const FACTS = ['model', 'chemistry', 'installedIn'] as const;
const STATES = ['OPEN', 'ASSIGNED', 'WORKING', 'SOLVED', 'CLOSED'] as const;
const at = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length];

/** Opens a session of the user, which ends the earlier one. */
const signIn = async (database: Database, computer: Computer): Promise<void> => {
  const value = randomUUID();
  await database.query(
    `insert into sessions (user_id, token_hash, created_at, used_at) values ($1, $2, now(), now())
     on conflict (user_id) do update set token_hash = excluded.token_hash`,
    [computer.userId, createHash('sha256').update(value).digest('hex')],
  );
  computer.signIn(value);
};

/** Returns the user who sent a change that was applied. */
export const actorsOf = async (database: Database, id: string): Promise<readonly string[]> => {
  const rows = await database.query<{ readonly actor: string }>(
    'select actor_id as actor from events where id = $1',
    [id],
  );
  return rows.map(({ actor }) => actor);
};

/** A change, and the user who made it. */
interface Entered {
  readonly item: OutboxItem;
  readonly by: Computer;
  readonly userId: string;
}

let worlds = 0;

/** The accounts root > dealer > shop and root > other. The first three have a computer each. */
export const createWorld = async (database: Database, url: string) => {
  worlds += 1;
  const prefix = `w${worlds}-`;
  let count = 0;
  const next = (): string => `v${(count += 1)}`;
  /** Ids in the order in which they are made, so that the same steps do the same in each world. */
  const newId = (): string =>
    `${String(worlds).padStart(8, '0')}-0000-7000-8000-${String((count += 1)).padStart(12, '0')}`;
  const accounts = ['root', 'dealer', 'shop', 'other'].map((name) => prefix + name);
  const [root = '', dealer = '', shop = '', other = ''] = accounts;
  const creators = [undefined, root, dealer, root];
  for (const [index, id] of accounts.entries()) {
    const creatorId = creators[index];
    await addTestAccount(database, { id, ...(creatorId !== undefined && { creatorId }) });
  }
  const computers = [root, dealer, shop].map((id) => createComputer(url, id));
  const entered = new Map<string, Entered>();
  const discarded = new Set<string>();
  /** Changes that may be applied or not, because the user withdrew them while they were being sent. */
  const withdrawn = new Set<string>();
  let hasDelays = false;

  /** Changes an account as the user root, who is online. A change that the server refuses has no effect. */
  const administer = async (kind: string, id: string, values: object): Promise<void> => {
    const [row] = await database.query<{ readonly version: number }>(
      'select version from users where id = $1',
      [id],
    );
    await applyAs(database, root, { [kind]: { id, ...values } }, row?.version).catch(() => false);
  };

  const decide = async (by: Computer, isAgain: boolean): Promise<void> => {
    for (const id of await by.decide(isAgain)) discarded.add(id);
  };

  const perform = async ({ do: name, who, one, two, flag }: Step): Promise<void> => {
    const by = computers[who];
    if (by === undefined) return;
    const { rows$, outbox, change } = by.workspace();
    const [rows, items] = [rows$.value, outbox.items$.value];
    const enter = async (
      kind: string,
      target: string,
      input: OutboxItem['input'],
      base?: number,
      pieces?: ReadonlyMap<string, Uint8Array>,
    ): Promise<void> => {
      const named = { kind, target: `${target}:${String(input['id'])}`, input, base };
      const saved = await change(named, pieces);
      if (saved.ok) entered.set(saved.value.id, { item: saved.value, by, userId: by.userId });
      else expect(saved.error.kind).toBe('full');
      await by.settle();
    };
    const id = newId();
    const assets = assetsOf(rows, items);
    const asset = at(assets, one);
    const ticket = at(ticketsOf(rows, items, by.userId), one);
    const document = at(documentsOf(rows, items, 'PARAMETER_SET'), one);
    const account = accounts[1 + who] ?? '';
    const edit = async (values: object): Promise<void> => {
      if (asset) await enter('putAsset', 'asset', { id: asset.id, ...values }, asset.version);
    };
    const answer = async (): Promise<void> => {
      for (let call = 0; call < one; call += 1) await by.deliver('answered');
    };
    const actions: Readonly<Record<Step['do'], () => Promise<void>>> = {
      answer,
      lose: async () => {
        await answer();
        await by.deliver(flag ? 'lostAfter' : 'lostBefore');
      },
      edit: () => edit({ [FACTS[two % FACTS.length] ?? 'model']: next() }),
      serial: () => edit({ serial: `${prefix}${two % 2}` }),
      snapshot: () =>
        edit({ snapshot: { at: new Date(by.clock.wallNow()).toISOString(), cycles: two } }),
      add: () => enter('putAsset', 'asset', { id, serial: flag ? id : `${prefix}${two % 2}` }),
      move: async () => {
        const input = { id: asset?.id, ownerId: at(accounts, two) };
        if (asset) await enter('moveAsset', 'asset', input, asset.version);
      },
      ticket: () =>
        enter('openTicket', 'ticket', {
          ...{ id, category: 'RANGE', audience: 'SERVICE', title: next(), priority: 2 },
          ...(asset && { assetId: asset.id, serial: asset.serial }),
        }),
      entry: async () => {
        const input = { id, ticketId: ticket?.id, kind: 'TEXT', body: { text: next() } };
        if (ticket) await enter('addTicketEntry', 'ticketEntry', input);
      },
      photo: async () => {
        const bytes = flag ? by.randomBytes(9) : Uint8Array.of(two % 3); // some pieces are equal
        const sha256 = by.sha256(bytes);
        const pieces = [{ seq: 0, sha256 }];
        const input = { id, ticketId: ticket?.id, kind: 'PHOTO', body: {}, pieces };
        const kept = new Map([[sha256, bytes]]);
        if (ticket) await enter('addTicketEntry', 'ticketEntry', input, undefined, kept);
      },
      recording: async () => {
        const parts = Array.from({ length: 1 + (two % 12) }, (_, seq) =>
          flag ? by.randomBytes(9) : Uint8Array.of(seq),
        );
        const pieces = new Map(parts.map((bytes) => [by.sha256(bytes), bytes]));
        const chunks = Array.from(pieces.keys(), (sha256, seq) => ({
          kind: 'samples',
          seq,
          sha256,
        }));
        const startedAt = new Date(by.clock.wallNow()).toISOString();
        const figures = { durationS: 1, samples: 1, cells: 4, temperatures: 1 };
        const form = { chunks, sealed: false, schemaVersion: 1 };
        const input = { id, assetId: asset?.id, startedAt, ...figures, ...form };
        if (asset) await enter('addRecording', 'recording', input, undefined, pieces);
      },
      withdraw: async () => {
        const item = at(
          items.filter(({ kind }) => kind === 'addRecording'),
          one,
        );
        if (item === undefined) return;
        withdrawn.add(item.id);
        void by.workspace().sync.withdraw(item.id);
        await by.settle();
      },
      turn: () => Promise.resolve(by.turn()),
      full: () => Promise.resolve(by.storage.refuse('full')),
      room: () => Promise.resolve(by.storage.refuse(undefined)),
      delay: () => {
        hasDelays = true;
        return by.delay();
      },
      arrive: () => by.arrive(),
      user: async () => {
        by.storage.refuse(undefined);
        const [before, after] = by.userId === by.homeId ? [by.homeId, other] : [other, by.homeId];
        await by.switchUser(after);
        expect(by.storage.rows(before, 'copies'), 'copies after the sign-out').toEqual([]);
        await signIn(database, by);
      },
      state: async () => {
        const state = at(STATES, two);
        const assignee = state === 'ASSIGNED' ? { assigneeId: at(accounts, one) } : {};
        const input = { id: ticket?.id, state, ...assignee };
        if (ticket) await enter('setTicketState', 'ticket', input, ticket.version);
      },
      publish: () => {
        const schema = { name: 'S', hash: '0'.repeat(64) };
        const body = { format: 'batbot-parameter-set-1', schema, values: { A: next() } };
        const input = { id, kind: 'PARAMETER_SET', name: 'Set', body, state: 'RELEASED' };
        return enter('publishDocument', 'document', input);
      },
      retire: async () => {
        if (document)
          await enter('retireDocument', 'document', { id: document.id }, document.version);
      },
      assign: async () => {
        const target = flag ? { accountId: by.userId } : { assetId: at(assets, two)?.id };
        const input = { id, documentId: document?.id, mode: 'OFFERED', ...target };
        if (document) await enter('assign', 'assignment', input);
      },
      unassign: async () => {
        const assignment = at(assignmentsOf(rows, items), one);
        const input = { id: assignment?.id, state: 'CANCELLED' };
        if (assignment) await enter('setAssignment', 'assignment', input);
      },
      again: () => decide(by, true),
      discard: () => decide(by, false),
      crash: () => by.crash(flag),
      clock: () => Promise.resolve(by.clock.jumpWall((one - 10) * 10_000)),
      wait: async () => {
        await by.clock.advance(one * 500);
        await by.settle();
      },
      session: () => signIn(database, by),
      rights: () => administer('putAccount', account, { flags: FLAGS.slice(one % 5) }),
      tree: () => administer('moveAccount', shop, { parentId: flag ? dealer : other }),
      rename: () => administer('putAccount', account, { companyName: next() }),
      deactivate: async () => {
        await administer('setAccountActive', account, { active: false });
        await administer('setAccountActive', account, { active: true });
      },
    };
    await actions[name]();
  };

  /** Checks that each change is in the outbox of its computer or on the server. */
  const checkKept = async (): Promise<void> => {
    for (const [id, { by, item, userId }] of entered) {
      const kept = by.storage.rows(userId, 'outbox') as readonly OutboxItem[];
      for (const { answer } of kept) expect(answer?.code, 'the pieces are kept').not.toBe('PIECES');
      if (discarded.has(id) || withdrawn.has(id) || kept.some((each) => each.id === id)) continue;
      expect(await actorsOf(database, id), `${item.kind} is on the server`).toHaveLength(1);
    }
  };
  for (const ownerId of accounts) {
    const id = newId();
    await applyAs(database, root, { putAsset: { id, serial: id, ownerId } });
  }
  for (const computer of computers) await signIn(database, computer);
  /** Sends everything of each user of each computer, and decides about the answers. The owner is the last user. */
  const finish = async (isAgain: boolean): Promise<void> => {
    for (const computer of computers) {
      computer.storage.refuse(undefined);
      for (const userId of [other, computer.homeId]) {
        const isOwner = userId === computer.homeId;
        if (!isOwner && computer.storage.rows(userId, 'outbox').length === 0) continue;
        if (computer.userId !== userId) await computer.switchUser(userId);
        await signIn(database, computer);
        await computer.syncAll();
        await decide(computer, isAgain);
      }
    }
  };
  const hasUnsent = (): boolean =>
    computers.some(({ storage, homeId }) =>
      [homeId, other].some((id) => storage.rows(id, 'outbox').length > 0),
    );
  return {
    ...{ prefix, computers, entered, discarded, withdrawn, perform, checkKept, finish, hasUnsent },
    hasDelays: () => hasDelays,
  };
};
