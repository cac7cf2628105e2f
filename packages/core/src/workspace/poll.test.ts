import { expect, it } from 'vitest';
import { createWorkspaceRig } from './workspace.fixture.ts';

it('[DEV-91] a poll fetches the changes of other users, and does not change the state to working', async () => {
  const { open, server, clock } = createWorkspaceRig();
  const tab = open();
  await clock.settle();
  const states: string[] = [];
  tab.sync.state$.subscribe(({ kind }) => states.push(kind));
  server.put('a', { name: 'one' });
  tab.sync.poll();
  await clock.settle();
  expect(tab.copies.rows$.value).toMatchObject([{ id: 'a', row: { name: 'one' } }]);
  expect(states).not.toContain('working');
  await tab.round();
  expect(states).toContain('working');
});

it('[DEV-91] a poll does not shorten the pause while the server cannot be reached', async () => {
  const { open, server, clock } = createWorkspaceRig();
  server.fail('unreachable');
  const tab = open();
  await clock.settle();
  const before = server.calls().length;
  tab.sync.poll();
  await clock.settle();
  expect(server.calls()).toHaveLength(before);
  expect(tab.sync.state$.value.kind).toBe('waiting');
});

it('[OFF-1] when the server answers another call again, changes are sent without waiting for the pause to end', async () => {
  const { open, server, clock, isReached } = createWorkspaceRig();
  server.fail('unreachable');
  isReached.set(false);
  const tab = open();
  await tab.put('a', {});
  await clock.advance(600_000);
  server.fail(undefined);
  isReached.set(true);
  await clock.settle();
  expect(server.applied()).toHaveLength(1);
});
