import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createComputer, GATES, TECHNICIAN, type Tab } from './privacy.fixture.ts';

const TABS = [0, 1, 2] as const;
const USERS = [TECHNICIAN, 'id-viewer'];

/** Keeps calls of a tab pending. They are released one after the other, as a browser runs its tasks. */
const createGates = (pause: () => Promise<void>) => {
  const held = new Set<string>();
  const waiting: { readonly name: string; readonly go: () => void }[] = [];
  return {
    hold: (name: string) => held.add(name),
    pass: (name: string): Promise<void> =>
      held.has(name) ? new Promise((go) => waiting.push({ name, go })) : Promise.resolve(),
    open: async (...names: readonly string[]): Promise<void> => {
      for (const name of names) held.delete(name);
      for (;;) {
        const index = waiting.findIndex(({ name }) => names.includes(name));
        if (index === -1) return;
        waiting.splice(index, 1)[0]?.go();
        await pause();
      }
    },
  };
};

const tab = fc.constantFrom(...TABS, 0, 1);
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('login' as const),
      tab,
      user: fc.constantFrom('technician', 'technician', 'viewer'),
      pass: fc.constantFrom('secret', 'secret', 'secret', 'wrong'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('logout' as const), tab }) },
  fc.record({ kind: fc.constantFrom('refresh' as const, 'reload' as const), tab }),
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('hold' as const, 'release' as const),
      tab,
      call: fc.constantFrom(...GATES),
    }),
  },
  fc.record({ kind: fc.constant('network' as const), isUp: fc.boolean() }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(2_000, 20_000) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const userOf = ({ session }: Tab): string | undefined => {
  const state = session.state$.value;
  return state.kind === 'signedIn' ? state.user.userid : undefined;
};

/** A computer with three tabs, whose calls the steps delay. */
const openComputer = async () => {
  const computer = createComputer();
  const { clock, gateway } = computer;
  const pause = (): Promise<void> => clock.advance(10);
  const newTab = async () => {
    const gates = createGates(pause);
    const opening = computer.openTab(gates);
    await pause();
    return { gates, tab: await opening };
  };
  const open = [await newTab(), await newTab(), await newTab()] as const;
  const tabs = [...open];
  const unsettled = new Set<Promise<unknown>>();
  const track = (promise: Promise<unknown>): void => {
    unsettled.add(promise);
    void promise.finally(() => unsettled.delete(promise));
  };
  const act = async (each: Step): Promise<void> => {
    if (each.kind === 'network') gateway.setReachable(each.isUp);
    else if (each.kind === 'wait') await clock.advance(each.ms);
    else {
      const { gates, tab: acting } = tabs[each.tab] ?? open[0];
      const { session } = acting;
      if (each.kind === 'hold') gates.hold(each.call);
      else if (each.kind === 'release') await gates.open(each.call);
      else if (each.kind === 'logout') track(session.logout());
      else if (each.kind === 'refresh') track(session.refresh());
      else if (each.kind === 'login') {
        if (userOf(acting) === undefined) track(session.login(each.user, each.pass));
      } else {
        await gates.open(...GATES);
        acting.kill();
        tabs[each.tab] = await newTab();
      }
    }
    await pause();
  };
  const finish = async (): Promise<readonly Tab[]> => {
    for (const { gates } of tabs) await gates.open(...GATES);
    await clock.advance(60_000);
    return tabs.map((each) => each.tab);
  };
  return { computer, act, finish, unsettled };
};

test('[PRIV-3] [PRIV-7] whatever several tabs do at the same time, all show the stored user, and only the data of that user is open', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 24, size: 'max' }), async (steps) => {
      const { computer, act, finish, unsettled } = await openComputer();
      for (const each of steps) await act(each);
      const tabs = await finish();
      expect(unsettled.size).toBe(0);
      const text = computer.storage.kept().get('userInfo') ?? '{}';
      const { userid: stored } = JSON.parse(text) as { readonly userid?: string };
      expect(tabs.map(userOf)).toEqual(tabs.map(() => stored));
      for (const { vault } of tabs)
        for (const id of USERS) {
          expect([id, vault.isOpen(id)]).toEqual([id, id === stored]);
          expect([id, vault.accesses.of(id) !== undefined]).toEqual([id, id === stored]);
        }
      expect(computer.keys.keys()).toBe(stored === undefined ? 0 : tabs.length);
      if (stored === undefined) expect(computer.storage.kept().size).toBe(0);
    }),
    { numRuns: 100, seed: 5 },
  );
});
