import fc from 'fast-check';
import { concatMap } from 'rxjs';
import { expect, test } from 'vitest';
import { createFakeAccountGateway } from '../fakes/fake-account-gateway.ts';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeGates } from '../fakes/fake-gates.ts';
import { createFakeStorage } from '../fakes/fake-key-value-store.ts';
import { createFakeLog } from '../fakes/fake-log.ts';
import { createFakePushInbox } from '../fakes/fake-push-inbox.ts';
import { createNotices } from '../notifications/notices.ts';
import type { AccountGateway } from '../ports/account-gateway.ts';
import type { SessionState, SignOutCause } from './session-state.ts';
import { createSession } from './session.ts';
import { parseStoredUser, USER_KEY } from './stored-user.ts';

/** What a tab can be made to wait for: answers of the server, storage events of other tabs, and push. */
const GATES = [
  'login',
  'getUserData',
  'storePushToken',
  'endSession',
  'storage',
  'register',
] as const;
const TABS = [0, 1, 2] as const;

const user = fc.constantFrom('technician', 'technician', 'viewer');
const tab = fc.constantFrom(...TABS, 0, 0, 1, 1);
const step = fc.oneof(
  {
    weight: 7,
    arbitrary: fc.record({
      kind: fc.constant('login' as const),
      tab,
      user,
      pass: fc.constantFrom('secret', 'secret', 'secret', 'wrong'),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom('logout', 'logout', 'refresh', 'refresh', 'ok', 'reload', 'recheck'),
      tab,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('keep', 'keep', 'letGo'), tab }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom('hold' as const, 'release' as const),
      tab,
      gate: fc.constantFrom(...GATES),
    }),
  },
  fc.record({ kind: fc.constant('network' as const), isUp: fc.boolean() }),
  fc.record({ kind: fc.constant('supersede' as const), user }),
  fc.record({
    kind: fc.constant('alter' as const),
    user,
    fields: fc.constantFrom(
      { status: false },
      { status: true },
      { permissionJson: '{"terminal":true}' },
      { permissionJson: 'x' },
    ),
  }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(2_000, 60_000) }),
  fc.record({ kind: fc.constant('jump' as const), ms: fc.constantFrom(-86_400_000, 4e10) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const tokenIn = (state: SessionState): string | undefined =>
  state.kind === 'signedIn' ? state.user.token : undefined;

/** A browser with three tabs. `problems` lists what no session may do. */
const openBrowser = () => {
  const clock = createFakeClock();
  const gateway = createFakeAccountGateway();
  const storage = createFakeStorage();
  const problems: string[] = [];
  const unsettled = new Set<Promise<unknown>>();
  /** Tokens of the sessions that a tab has ended. */
  const ended = new Set<string>();
  let wasAltered = false;

  const openTab = () => {
    const gates = createFakeGates<(typeof GATES)[number]>();
    const store = storage.openTab();
    const push = createFakePushInbox();
    let state: SessionState = { kind: 'signedOut', cause: 'none' };
    /** What the user of this tab has just done to end the session. */
    let cause: SignOutCause | undefined;
    const later = async <T>(gate: (typeof GATES)[number], call: () => Promise<T>): Promise<T> => {
      const answer = await call();
      await gates.pass(gate);
      return answer;
    };
    const send =
      <Rest extends readonly unknown[], T>(
        gate: (typeof GATES)[number],
        call: (token: string, ...rest: Rest) => Promise<T>,
      ) =>
      (token: string, ...rest: Rest): Promise<T> => {
        if (gate !== 'endSession' && token !== tokenIn(state)) problems.push(`${gate} ${token}`);
        return later(gate, () => call(token, ...rest));
      };
    const own: AccountGateway = {
      ...gateway,
      login: (asked) => later('login', () => gateway.login(asked)),
      getUserData: send('getUserData', gateway.getUserData),
      storePushToken: send('storePushToken', gateway.storePushToken),
      endSession: send('endSession', gateway.endSession),
    };
    const changes$ = store.changes$.pipe(concatMap((key) => later('storage', async () => key)));
    const session = createSession({
      gateway: own,
      store: { ...store, changes$ },
      push: { ...push, register: () => later('register', push.register) },
      clock,
      log: createFakeLog(),
      notices: createNotices(),
    });
    let letGo: (() => void) | undefined;
    session.state$.subscribe((next) => {
      const [was, is] = [tokenIn(state), tokenIn(next)];
      if (next.kind === 'signedIn' && next.user.userid !== `id-${next.user.userName}`)
        problems.push(`${next.user.userid} has the data of ${next.user.userName}`);
      if (was !== is && was !== undefined && is !== undefined) problems.push(`${was} became ${is}`);
      if (next.kind === 'signedOut' && letGo !== undefined && cause === undefined)
        problems.push(`ended by ${next.cause} during a hold`);
      if (was !== is && is !== undefined && ended.has(is)) problems.push(`${is} began again`);
      if (was !== undefined && next.kind === 'signedOut' && next.cause !== 'otherTab') {
        if (next.cause !== cause && !(next.cause === 'inactive' && wasAltered))
          problems.push(`ended by ${next.cause}`);
        ended.add(was);
      }
      state = next;
    });
    return {
      session,
      gates,
      keep: (): void => {
        letGo ??= session.hold();
      },
      letGo: (): void => {
        const release = letGo;
        letGo = undefined;
        release?.();
      },
      by: <T>(byUser: SignOutCause, call: () => T): T => {
        cause = byUser;
        const result = call();
        cause = undefined;
        return result;
      },
    };
  };

  const tabs = [openTab(), openTab(), openTab()];
  const track = (promise: Promise<unknown>): void => {
    unsettled.add(promise);
    void promise.finally(() => unsettled.delete(promise));
  };
  const releaseAll = ({ gates }: (typeof tabs)[number]): void => {
    for (const gate of GATES) gates.open(gate);
  };
  const act = async (each: Step): Promise<void> => {
    if (each.kind === 'network') gateway.setReachable(each.isUp);
    else if (each.kind === 'supersede') gateway.supersede(each.user);
    else if (each.kind === 'wait') await clock.advance(each.ms);
    else if (each.kind === 'jump') clock.jumpWall(each.ms);
    else if (each.kind === 'alter') {
      gateway.alter(each.user, each.fields);
      wasAltered = true;
    } else {
      const acting = tabs[each.tab] ?? openTab();
      const { session, gates, by, keep, letGo } = acting;
      const modal = session.attention$.value?.kind;
      if ('gate' in each) gates[each.kind === 'hold' ? 'hold' : 'open'](each.gate);
      else if ('pass' in each) {
        if (session.state$.value.kind === 'signedOut') track(session.login(each.user, each.pass));
      } else if (each.kind === 'logout') track(by('user', session.logout));
      else if (each.kind === 'refresh') track(session.refresh());
      else if (each.kind === 'ok')
        track(by(modal === 'superseded' ? modal : 'none', session.acknowledge));
      else if (each.kind === 'recheck') session.recheck();
      else if (each.kind === 'keep') keep();
      else if (each.kind === 'letGo') letGo();
      else {
        session.dispose();
        releaseAll(acting);
        tabs[each.tab] = openTab();
      }
    }
    await clock.settle();
  };
  const finish = async (): Promise<void> => {
    for (const each of tabs) releaseAll(each);
    await clock.advance(60_000);
    for (const each of tabs) each.letGo();
    await clock.settle();
  };
  return { storage, tabs, problems, unsettled, act, finish };
};

test('[MT-03] [NW-07] [SESSION-48] whatever several tabs do at the same time, all show the stored session, an ended one sends nothing and never begins again, and a session on hold is ended only by its user', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
      const { storage, tabs, problems, unsettled, act, finish } = openBrowser();
      for (const each of steps) await act(each);
      await finish();
      expect(problems).toEqual([]);
      expect(unsettled.size).toBe(0);
      const stored = parseStoredUser(storage.kept().get(USER_KEY) ?? '');
      expect(tabs.map(({ session }) => tokenIn(session.state$.value))).toEqual(
        tabs.map(() => stored?.token),
      );
      if (stored === undefined) expect(storage.kept().size).toBe(0);
    }),
    { numRuns: 400, seed: 3 },
  );
});
