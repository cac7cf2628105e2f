import { createHash, randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { createLive } from '@batbot/core';
import {
  createFakeClock,
  createFakeKeyValueStore,
  createFakeTabs,
  createFakeWorkspaceStorage,
  type CallEnd,
} from '@batbot/core/fakes';
import { createWorkspace, type OutboxItem, type WorkspaceStore } from '@batbot/core/workspace';
import { createGraphqlWorkspaceServer } from './graphql-workspace-server.ts';

/** Sends a waiting request and ends it. */
type Pending = (end: CallEnd) => Promise<void>;

/** The token of a user's session. */
type Token = ReturnType<typeof createLive<string | undefined>>;

const never = new Promise<never>(() => undefined);
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The values of rows that change without a change of the row. The names are those of accounts above the user. */
const PASSING = [
  ...['seenAt', 'packCount', 'progress'],
  ...['actorName', 'openedByName', 'assigneeName', 'authorName'],
];

/** Makes every call of a closed tab pending for ever: a tab that is killed neither reads nor writes any more. */
const whileOpen = (store: WorkspaceStore, isOpen: () => boolean): WorkspaceStore => ({
  ...store,
  read: (...call) =>
    isOpen() ? store.read(...call).then((end) => (isOpen() ? end : never)) : never,
  write: (...call) =>
    isOpen() ? store.write(...call).then((end) => (isOpen() ? end : never)) : never,
});

/**
 * A computer with two tabs of one browser. No request leaves it before `deliver`, so that a test decides about the
 * order and the end of each.
 */
export const createComputer = (url: string, homeId: string) => {
  const clock = createFakeClock();
  const storage = createFakeWorkspaceStorage();
  const tabs = createFakeTabs();
  const tokens = new Map<string, Token>();
  const random = () => 0.5;
  let userId = homeId;
  /** Requests that their tab no longer waits for, and that may still arrive. */
  const late: Pending[] = [];

  const tokenOf = (id: string): Token => {
    const token = tokens.get(id) ?? createLive<string | undefined>('none');
    tokens.set(id, token);
    return token;
  };

  const openTab = () => {
    let isOpen = true;
    const token = tokenOf(userId);
    const pending: Pending[] = [];
    const request: typeof fetch = (input, init) =>
      new Promise((resolve, reject) => {
        pending.push(async (end) => {
          if (end === 'lostBefore') return reject(new TypeError('lost'));
          // Two rows a page, so that rows change between two pages of a list.
          const sent = init?.body;
          const body = typeof sent === 'string' ? sent.replace(/"first":\d+/, '"first":2') : sent;
          const response = await fetch(input, { ...init, body: body ?? null, signal: null });
          const answer = await response.arrayBuffer();
          if (!isOpen) return undefined;
          if (end === 'lostAfter') return reject(new TypeError('lost'));
          const { status, headers } = response;
          return resolve(
            new Response(answer.byteLength === 0 ? null : answer, { status, headers }),
          );
        });
      });
    const tab = tabs.open();
    const store = storage.open();
    const workspace = createWorkspace({
      server: createGraphqlWorkspaceServer({
        url,
        fetch: request,
        clock,
        store: createFakeKeyValueStore(),
        app: 'Test 1.0',
        random,
      }),
      store: whileOpen(store, () => isOpen),
      tabs: tab,
      tools: {
        gzip: (bytes) => Promise.resolve(bytes),
        gunzip: (bytes) => Promise.resolve(bytes),
        sha256: (bytes) => Promise.resolve(sha256(bytes)),
      },
      clock,
      random,
      randomBytes,
      userId,
      token$: token.live,
      isReached$: createLive(true).live,
    });
    const kill = (): void => {
      isOpen = false;
      workspace.dispose();
      store.dispose();
      tab.close();
    };
    return { workspace, pending, kill };
  };

  const open = [openTab(), openTab()];
  /** The index of the tab that the user sees. */
  let shown = 0;
  const shownTab = () => open[shown] ?? openTab();
  const isBusy = (): boolean =>
    open.some(({ workspace }) => workspace.sync.state$.value.kind === 'working');
  const isPending = (): boolean => open.some(({ pending }) => pending.length > 0);

  /** Waits until a tab has sent the next request, or both have nothing to do. */
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 100; turn += 1) {
      await clock.settle();
      await setImmediate();
      if (turn >= 3 && (isPending() || !isBusy())) return;
    }
  };
  const next = (): Pending | undefined =>
    open.find(({ pending }) => pending.length > 0)?.pending.shift();
  const deliver = async (end: CallEnd): Promise<void> => {
    await next()?.(end);
    await settle();
  };
  const copiesOf = ({ workspace }: ReturnType<typeof openTab>): ReadonlyMap<string, object> =>
    new Map(
      workspace.rows$.value.map(({ kind, id, row }) => [
        `${kind} ${id}`,
        Object.fromEntries(Object.entries(row).filter(([name]) => !PASSING.includes(name))),
      ]),
    );

  return {
    homeId,
    get userId() {
      return userId;
    },
    clock,
    storage,
    /** The token of the user's session. */
    token: () => tokenOf(userId).live.value ?? '',
    signIn: (value: string): void => tokenOf(userId).set(value),
    /** Signs the user out in both tabs, and opens the tabs for another user. */
    switchUser: async (id: string): Promise<void> => {
      tokenOf(userId).set(undefined);
      const leaving = open.map(({ workspace }) => workspace.signOut());
      await Promise.all(leaving);
      await settle();
      for (const tab of open.splice(0)) tab.kill();
      userId = id;
      open.push(openTab(), openTab());
      await settle();
    },
    /** Shows the other tab. */
    turn: (): void => {
      shown = 1 - shown;
    },
    /** Ends the wait for a request that arrives at the server only after later ones. */
    delay: async (): Promise<void> => {
      const request = next();
      if (request === undefined) return;
      late.push(request);
      await request('lostBefore');
      await settle();
    },
    arrive: async (): Promise<void> => {
      await late.shift()?.('lostAfter');
      await settle();
    },
    settle,
    deliver,
    sha256,
    randomBytes,
    workspace: () => shownTab().workspace,
    /** Returns the rows that each tab has copied. */
    copies: () => open.map(copiesOf),
    /**
     * Sends all changes that the server did not accept again, as the user does, or discards them. Returns the ids of
     * those that were discarded.
     */
    decide: async (isAgain: boolean): Promise<readonly string[]> => {
      const { outbox, sync } = shownTab().workspace;
      const items = outbox.items$.value.filter(({ answer }) => answer !== undefined);
      const again = items.map(({ answer, ...item }): OutboxItem => {
        if (answer?.code === 'SERIAL_KNOWN')
          return { ...item, input: { ...item.input, twin: true } };
        return answer?.status === 'conflict' ? { ...item, base: answer.version } : item;
      });
      const ids = items.map(({ id }) => id);
      const done = await (isAgain ? sync.decide(again) : sync.decide([], ids));
      await settle();
      return done.ok && !isAgain ? ids : [];
    },
    /** Ends the tab as a crash does, and opens it again. `arrives`: the server still gets its request. */
    crash: async (arrives: boolean): Promise<void> => {
      const tab = shownTab();
      tab.kill();
      if (arrives) await tab.pending.shift()?.('lostAfter');
      open[shown] = openTab();
      await settle();
    },
    /** Runs the synchronization with a working network until it has nothing to do. */
    syncAll: async (): Promise<void> => {
      for (const { workspace } of open) workspace.sync.run();
      await settle();
      for (let call = 0; call < 3_000; call += 1) {
        const isIdle = open.every(({ workspace }) => workspace.sync.state$.value.kind === 'idle');
        if (isPending()) await deliver('answered');
        else if (isIdle) return;
        else await clock.advance(10_000); // shorter than the time limit of a request
      }
      const states = open.map(({ workspace }) => workspace.sync.state$.value);
      throw new Error(`${userId} does not become idle: ${JSON.stringify(states)}`);
    },
    close: (): void => {
      for (const tab of open) tab.kill();
    },
  };
};
export type Computer = ReturnType<typeof createComputer>;
